import { assert, it } from "@effect/vitest"
import { aPriceRecord, instantOf } from "@hangtag/testkit"
import { planRevert } from "../../src/changes/rules/planRevert.ts"
import { revertedBatch } from "../../src/changes/rules/takeBacks.ts"

const price = (record_key: string, date: string) =>
  aPriceRecord({ record_key, effective_from: date, effective_at: instantOf(date), batch_key: null })
const published_at = instantOf("2026-11-01")

it("no older price comes back where the batch's own was withdrawn while it was in force", () => {
  const january = price("JANUARY", "2026-01-01")
  const own = { ...price("OWN", "2026-11-10"), amount: "80", sequence: 2, batch_key: "X" }
  const taken = {
    ...price("TAKEN", "2026-11-25"),
    withdrawn: { at: published_at, by: "ann" },
    withdrawn_in: "X",
  }
  const gone = { ...own, withdrawn: { at: instantOf("2026-11-20"), by: "shop" } }
  const reverted = (records: ReadonlyArray<typeof january>) => {
    const pair = {
      variant_key: "V",
      price_type: "MAP",
      records,
      withdrawing: new Set<string>(),
      basis: null,
    }
    const { drafts, outcomes } = planRevert(pair, revertedBatch("X", []), instantOf("2026-12-01"))
    return [drafts.length, ...outcomes.map(({ record, outcome }) => `${record.record_key} ${outcome}`)]
  }
  assert.deepStrictEqual(reverted([january, own]), [1, "OWN returned"])
  assert.deepStrictEqual(reverted([january, gone]), [0, "OWN already_withdrawn"])
  assert.deepStrictEqual(reverted([january, gone, taken]), [0, "OWN already_withdrawn", "TAKEN superseded"])
})
