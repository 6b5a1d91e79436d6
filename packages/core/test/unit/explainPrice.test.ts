import { aPriceRecord } from "@hangtag/testkit"
import { describe, expect, it } from "vitest"
import { explainPrice } from "../../src/prices/rules/explainPrice.ts"

describe("why there is no price", () => {
  const now = aPriceRecord({ effective_from: "2026-01-01" }).effective_at
  const toCome = [aPriceRecord({ effective_from: "2027-01-01" })]

  it("is said of all prices in base, and of a list's own in another, which may show one from above", () => {
    expect(explainPrice(toCome, now).sentence).toBe("No price is in force: no active record has begun")
    expect(explainPrice(toCome, now, "EU").sentence).toBe(
      "No price of EU itself is in force: no active record has begun",
    )
  })
})
