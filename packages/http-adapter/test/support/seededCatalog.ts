import { decimalNumber } from "@hangtag/core"
import {
  aBrand,
  aCrawlDiscoveryEntry,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  type CatalogSeed,
} from "@hangtag/testkit"

/** A small catalog; every key in it ends in `suffix`, so that two organizations can have their own. */
export const seededCatalog = (suffix = ""): CatalogSeed => {
  const [brand, product, variant] = [`B1${suffix}`, `P1${suffix}`, `P1-BLK-9${suffix}`]
  return {
    brands: [aBrand({ brand_key: brand })],
    products: [
      aProductEntry({
        brand_key: brand,
        product_key: product,
        variants: [
          aVariantEntry({ variant_key: variant }),
          aVariantEntry({
            variant_key: `P1-BLK-10${suffix}`,
            attributes: { weight: decimalNumber("6.10")! },
          }),
        ],
      }),
    ],
    batches: [
      { key: `OPEN${suffix}`, status: "open" },
      { key: `DONE${suffix}`, status: "published" },
      { key: `DRAFT${suffix}`, status: "open" },
      { key: `IDLE${suffix}`, status: "open" },
    ],
    prices: [
      aPriceEntry({ variant_key: variant, amount: "149.95", effective_from: "2020-01-01" }),
      aPriceEntry({ variant_key: variant, amount: "139.05", effective_from: "2999-01-01", status: "draft" }),
      aPriceEntry({
        variant_key: variant,
        effective_from: "2999-02-01",
        status: "draft",
        batch_key: `DRAFT${suffix}`,
      }),
    ],
    discoveries: [aCrawlDiscoveryEntry({ job_id: `CRAWL-1${suffix}`, discovery_id: `D1${suffix}` })],
  }
}
