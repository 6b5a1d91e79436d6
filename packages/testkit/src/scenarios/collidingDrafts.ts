import {
  aBatchEntry,
  aBrand,
  aPrefillLine,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
} from "../builders/index.ts"
import { scenario } from "./Scenario.ts"

const keys = ["BAG-TAN-S", "BAG-TAN-L"]
const draft = (variant_key: string, amount: string, effective_from: string, batch_key: string) =>
  aPriceEntry({ variant_key, amount, effective_from, status: "draft", batch_key })

/** Two open batches that both mean to change the same bags, and a published price between them. */
export const collidingDrafts = scenario({
  about:
    "A line for September 1 meets drafts before, at and after its instant, one of them the twin of an active price.",
  brands: [aBrand()],
  products: [
    aProductEntry({
      product_key: "BAG",
      variants: keys.map((variant_key) => aVariantEntry({ variant_key, color: "Tan" })),
    }),
  ],
  batches: [aBatchEntry({ key: "FALL" }), aBatchEntry({ key: "CLEARANCE" })],
  prices: [
    ...keys.map((variant_key) => aPriceEntry({ variant_key, amount: "80", effective_from: "2026-01-01" })),
    draft("BAG-TAN-S", "75", "2026-08-15", "FALL"),
    draft("BAG-TAN-S", "70", "2026-09-01", "CLEARANCE"),
    draft("BAG-TAN-L", "70", "2026-09-01", "FALL"),
    aPriceEntry({ variant_key: "BAG-TAN-L", amount: "70", effective_from: "2026-09-01" }),
    draft("BAG-TAN-L", "60", "2026-10-01", "CLEARANCE"),
  ],
  moments: { now: "2026-06-01T00:00:00Z", afterAll: "2026-11-01T00:00:00Z" },
})

/** The line that meets all of them. */
export const collidingLine = aPrefillLine({ amount: "70.00", effective_from: "2026-09-01" })
