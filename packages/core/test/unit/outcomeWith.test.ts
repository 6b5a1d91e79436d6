import type { FillPlan } from "@hangtag/core"
import { mostMissing, noOutcome, outcomeWith } from "@hangtag/core/adapter"
import { describe, expect, it } from "vitest"

const plan = (missing: FillPlan["missing"]): FillPlan => ({
  requested: missing.length + 1,
  added: [],
  updated: [],
  unchanged: 1,
  missing,
})
const pairs = (count: number, reason: FillPlan["missing"][number]["reason"], key = "V") =>
  Array.from({ length: count }, () => ({ variant_key: key, price_type: "MAP", reason }))
const outcomeOf = (...parts: ReadonlyArray<FillPlan>) => parts.reduce(outcomeWith, noOutcome)

describe("what parts of a fill come to", () => {
  it("is their sum, with every pair that is missing in their order", () => {
    expect(outcomeOf(plan(pairs(1, "no_active_price")), plan(pairs(2, "unknown_variant")))).toEqual({
      requested: 5,
      added: 0,
      updated: 0,
      unchanged: 2,
      missing: [...pairs(1, "no_active_price"), ...pairs(2, "unknown_variant")],
    })
  })

  it("lists as many missing pairs as may be listed, and counts nothing besides", () => {
    const outcome = outcomeOf(plan(pairs(mostMissing.pairs, "no_active_price")))
    expect(outcome.missing.length).toBe(mostMissing.pairs)
    expect(outcome).not.toHaveProperty("missing_counts")
  })

  it("counts all of more by reason, and lists the first", () => {
    const { requested, unchanged, missing, missing_counts } = outcomeOf(
      plan(pairs(mostMissing.pairs - 1, "no_active_price")),
      plan([...pairs(1, "only_future_price"), ...pairs(4, "unknown_variant")]),
      plan(pairs(3, "unknown_variant")),
    )
    expect(missing.length).toBe(mostMissing.pairs)
    expect(missing.at(-1)?.reason).toBe("only_future_price")
    expect(missing_counts).toEqual({
      no_active_price: mostMissing.pairs - 1,
      only_future_price: 1,
      unknown_variant: 7,
    })
    expect(requested).toBe(unchanged + mostMissing.pairs - 1 + 1 + 7)
  })

  it("lists fewer of long keys", () => {
    const key = "x".repeat(mostMissing.characters / 10)
    const { missing, missing_counts } = outcomeOf(plan(pairs(20, "unknown_variant", key)))
    expect(missing.length).toBe(9)
    expect(missing_counts?.unknown_variant).toBe(20)
  })
})
