import { assert, describe, it } from "@effect/vitest"
import { changeTally } from "../../src/changes/changeTally.ts"
import type { ColorwayPlan } from "../../src/changes/rules/changeColorway.ts"
import { noWrites } from "../../src/changes/rules/colorwayWrites.ts"

const collisions = Array.from({ length: 100 }, (_, index) => ({
  record_key: `R${index}`,
  variant_key: "V".repeat(1_000),
  price_type: "MAP",
})) as unknown as ColorwayPlan["collisions"]

/** A colorway that meets as many records as an answer lists. */
const plan = {
  ...{ writes: noWrites, basis: "b1.1.then", basisWithDrafts: () => "b1.1.then" },
  ...{ asked: 1, created: 1, returns: 0, collisions },
  ...{ warnings: [], blocked: [], noReturn: [], unmeant: [], movedReturns: [] },
} as unknown as ColorwayPlan

const colorway = (index: number) => ({ product_key: `P${index}`, color: "Black" })

describe("the sum of a change", () => {
  it("lists what became of the colorways of a later page as of the first", () => {
    const tally = changeTally()
    const shown = Array.from({ length: 300 }, (_, index) =>
      tally.add(colorway(index), plan, { basis: null, isShown: index >= 200 }),
    )
    assert.deepStrictEqual(
      shown.map((each) => each.collisions.length),
      shown.map((_, index) => (index < 200 || index > 283 ? 0 : 100)),
    )
    assert.strictEqual(tally.counts.created, 300)
  })

  it("names the first hundred stale colorways, and knows all of them", () => {
    const tally = changeTally()
    for (let index = 0; index < 150; index++) tally.add(colorway(index), plan, { basis: "b1.1.before" })
    const { refusal } = tally.refusal()!
    assert.strictEqual(refusal.reason === "stale" && refusal.stale.length, 100)
    assert.strictEqual(tally.stale.length, 150)
  })
})
