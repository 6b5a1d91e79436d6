import { aBatchEntry, aBrand, aPriceEntry, aProductEntry, aVariantEntry } from "../builders/index.ts"
import { scenario } from "./Scenario.ts"

const keys = ["BOOT-BLK-8", "BOOT-BLK-9", "BOOT-BLK-10"]

/** A MAP of 149.95 that goes down to 119.95 for the holidays and comes back, each a batch of its own. */
export const holidayMarkdown = scenario({
  about: "In New York the markdown begins with Friday, November 27, and ends with Cyber Monday.",
  brands: [aBrand({ brand_key: "NORTH", time_zone: "America/New_York" })],
  products: [
    aProductEntry({
      brand_key: "NORTH",
      product_key: "BOOT",
      variants: keys.map((variant_key) => aVariantEntry({ variant_key, size: variant_key.split("-")[2]! })),
    }),
  ],
  batches: [
    aBatchEntry({ key: "HOLIDAY", status: "published" }),
    aBatchEntry({ key: "RETURN", status: "published" }),
    aBatchEntry({ key: "REPUB" }),
  ],
  prices: keys.flatMap((variant_key) => [
    aPriceEntry({ variant_key, amount: "149.95", effective_from: "2026-01-15" }),
    aPriceEntry({ variant_key, amount: "119.95", effective_from: "2026-11-27", batch_key: "HOLIDAY" }),
    aPriceEntry({ variant_key, amount: "149.95", effective_from: "2026-12-01", batch_key: "RETURN" }),
    aPriceEntry({ variant_key, price_type: "MSRP", amount: "169.95", effective_from: "2026-01-15" }),
  ]),
  moments: {
    before: "2026-11-27T04:59:59.999Z",
    begins: "2026-11-27T05:00:00Z",
    during: "2026-11-29T12:00:00Z",
    returns: "2026-12-01T05:00:00Z",
    after: "2026-12-24T12:00:00Z",
  },
})
