import { aBrand, aPriceEntry, aProductEntry, aVariantEntry } from "../builders/index.ts"
import { scenario } from "./Scenario.ts"

const price = (amount: string, effective_from: string) =>
  aPriceEntry({ variant_key: "HAT-RED", amount, effective_from })

/** Prices that follow each other without a gap, one of them replaced at its own instant. */
export const backToBackPrices = scenario({
  about: "30 until June 1, 31 for a microsecond, then 32, and from June 2 on 34, which was written after 33.",
  brands: [aBrand()],
  products: [
    aProductEntry({
      product_key: "HAT",
      variants: [aVariantEntry({ variant_key: "HAT-RED", color: "Red" })],
    }),
  ],
  prices: [
    price("30", "2026-05-01"),
    price("32", "2026-06-01T00:00:00.000001Z"),
    price("31", "2026-06-01"),
    price("33", "2026-06-02"),
    price("34", "2026-06-02T02:00:00+02:00"),
  ],
  moments: {
    thirty: "2026-05-31T23:59:59.999Z",
    thirtyOne: "2026-06-01T00:00:00.000Z",
    thirtyTwo: "2026-06-01T00:00:00.001Z",
    thirtyFour: "2026-06-02T00:00:00.000Z",
  },
})
