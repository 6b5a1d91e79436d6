import * as fc from "fast-check"
import { expect, it } from "vitest"
import { mostValues } from "../../src/validation/mostValues.ts"

it("counts what stands before values, wherever the bytes begin and end", () => {
  const bytes = fc.uint8Array({ maxLength: 3_000, max: 0x7f })
  const signs = fc.array(fc.constantFrom(...[...",[{;Z|}\u007f\0"].map((sign) => sign.charCodeAt(0))), {
    maxLength: 3_000,
  })
  fc.assert(
    fc.property(
      fc.oneof(
        bytes,
        signs.map((each) => Uint8Array.from(each)),
      ),
      fc.nat(7),
      (all, from) => {
        const some = all.subarray(from)
        const counted = some.reduce(
          (count, byte) => count + (",[{".includes(String.fromCharCode(byte)) ? 1 : 0),
          1,
        )
        expect(mostValues(some)).toBe(counted)
      },
    ),
  )
})

it("counts more signs than a byte holds", () => {
  expect(mostValues(new Uint8Array(100_003).fill(0x2c))).toBe(100_004)
})
