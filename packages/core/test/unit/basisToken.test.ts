import { anyPriceRecords, instantOf } from "@hangtag/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import { basisToken } from "../../src/prices/rules/basisToken.ts"

const at = instantOf("2026-06-15")

const anyBasis = () =>
  anyPriceRecords(["A", "B"], 6).chain((records) =>
    fc.nat(records.length).map((split) => ({
      variant_keys: ["A", "B"],
      inForce: records.slice(0, split),
      future: records.slice(split),
    })),
  )

it("a basis has one name in whichever order it is read, and another one when anything of it is another", () => {
  fc.assert(
    fc.property(anyBasis(), (basis) => {
      const token = basisToken(basis, at)
      expect(token).toMatch(/^b2\.[0-9a-z]+\.[0-9a-f]{16}$/)
      const { variant_keys, inForce, future } = basis
      expect(
        basisToken(
          {
            variant_keys: variant_keys.toReversed(),
            inForce: inForce.toReversed(),
            future: future.toReversed(),
          },
          at,
        ),
      ).toBe(token)
      const others = [
        { ...basis, variant_keys: ["A"] },
        ...inForce.map((_, index) => ({ ...basis, inForce: inForce.toSpliced(index, 1) })),
        ...future.map((_, index) => ({ ...basis, future: future.toSpliced(index, 1) })),
        ...future.map((record, index) => ({
          ...basis,
          future: future.with(index, { ...record, status: record.status === "draft" ? "active" : "draft" }),
        })),
      ]
      expect(new Set([basis, ...others].map((each) => basisToken(each as typeof basis, at))).size).toBe(
        others.length + 1,
      )
    }),
    { numRuns: 1_000 },
  )
})
