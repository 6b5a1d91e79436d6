import { aBrand, aPrefillLine, aPriceEntry, aProductEntry, aVariantEntry } from "../builders/index.ts"
import { scenario } from "./Scenario.ts"

const sizes = ["S", "M", "L", "XL"]

/** A colorway whose sizes differ: 60 would be new to one, a change to another and nothing new to two. */
export const mixedColorway = scenario({
  about:
    "S has no MAP, M has 55, L has 60 and XL has 60.00, after a draft; the blue ones are another colorway.",
  brands: [aBrand()],
  products: [
    aProductEntry({
      product_key: "TEE",
      variants: ["Black", "Blue"].flatMap((color) =>
        sizes.map((size) =>
          aVariantEntry({ variant_key: `TEE-${color.slice(0, 3).toUpperCase()}-${size}`, color, size }),
        ),
      ),
    }),
  ],
  prices: [
    aPriceEntry({ variant_key: "TEE-BLA-S", price_type: "MSRP", amount: "60" }),
    aPriceEntry({ variant_key: "TEE-BLA-M", amount: "55" }),
    aPriceEntry({ variant_key: "TEE-BLA-L", amount: "60" }),
    aPriceEntry({ variant_key: "TEE-BLA-XL", amount: "60.00" }),
    aPriceEntry({ variant_key: "TEE-BLA-XL", amount: "65", effective_from: "2026-02-01", status: "draft" }),
    aPriceEntry({ variant_key: "TEE-BLU-S", amount: "10" }),
  ],
  moments: { now: "2026-06-01T00:00:00Z" },
})

/** The line that is an add, a change and nothing new at once. */
export const mixedLine = aPrefillLine({ amount: "60.0", effective_from: "2026-07-01" })
