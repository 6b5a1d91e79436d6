import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compareSizesCases } from "../../src/catalog/rules/compareSizes.cases.ts"
import { compareSizes } from "../../src/catalog/rules/compareSizes.ts"

describe("the order of sizes", () => {
  it.each(compareSizesCases)("$name", ({ inOrder }) => {
    expect(inOrder.toReversed().sort(compareSizes)).toEqual(inOrder)
    expect(inOrder.toSorted().sort(compareSizes)).toEqual(inOrder)
  })
  const size = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.string({
      unit: fc.constantFrom("X", "S", "M", "L", "1", "0", "2", "/", " ", ".", "½", "E"),
      maxLength: 7,
    }),
  )
  it("is a total one", () => {
    fc.assert(
      fc.property(size, size, size, (a, b, c) => {
        expect(Math.sign(compareSizes(a, b))).toBe(-Math.sign(compareSizes(b, a)) || 0)
        if (a !== b) expect(compareSizes(a, b)).not.toBe(0)
        if (compareSizes(a, b) <= 0 && compareSizes(b, c) <= 0)
          expect(compareSizes(a, c)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 3_000 },
    )
  })
})
