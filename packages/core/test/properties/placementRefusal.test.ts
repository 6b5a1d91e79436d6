import { instantFromMicros, type Placement, type StoredPriceList } from "@hangtag/core"
import { instantOf } from "@hangtag/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import { listChain } from "../../src/lists/rules/listChain.ts"
import { placed, placementRefusal } from "../../src/lists/rules/placementRefusal.ts"

const keys = Array.from({ length: 11 }, (_, index) => `L${index}`)

const anyPlacement = fc
  .record({ at: fc.integer({ min: 0, max: 6 }), parent: fc.option(fc.constantFrom(...keys), { freq: 9 }) })
  .map(
    ({ at, parent }): Placement => ({
      effective_at: instantFromMicros(at),
      parent,
      archived: false,
      known_at: instantFromMicros(0),
      by: "keeper",
    }),
  )

/** The first instant from one on at which any list stands below itself or too deep, by a look at each then. */
const firstBad = (lists: ReadonlyMap<string, StoredPriceList>, from: number) =>
  [0, 1, 2, 3, 4, 5, 6]
    .filter((at) => at >= from)
    .find((at) =>
      keys.some((key) => {
        const chain = listChain(lists, key, at)
        return chain.length > 8 || new Set(chain).size < chain.length
      }),
    )

it("a list may stand where no list ever stands below itself or too deep, wherever others move", () => {
  let [allowed, refused] = [0, 0]
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...keys), anyPlacement), { minLength: 12, maxLength: 60 }),
      (moves) => {
        let lists: ReadonlyMap<string, StoredPriceList> = new Map(
          keys.map((price_list) => [
            price_list,
            { price_list, name: "", currency: "EUR", tags: {}, created: null, placements: [] },
          ]),
        )
        for (const [key, placement] of moves) {
          const list = lists.get(key)!
          const after = new Map(lists).set(key, placed(list, placement))
          const bad = firstBad(after, placement.effective_at)
          const refusal = placementRefusal(lists, list, placement)
          expect(refusal && "from" in refusal && instantOf(refusal.from)).toBe(bad)
          if (bad === undefined) {
            lists = after
            allowed++
          } else refused++
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(Math.min(allowed, refused)).toBeGreaterThan(100)
})
