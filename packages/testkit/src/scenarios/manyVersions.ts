import { aBrand, anAttributeEntry, aPriceEntry, aProductEntry, aVariantEntry } from "../builders/index.ts"
import { scenario } from "./Scenario.ts"

const version = (version: number) =>
  aProductEntry({
    product_key: "JACKET",
    version,
    name: `Jacket ${version}`,
    source: version % 2 === 0 ? "scraper" : "merchant_input",
    labels: version > 8 ? ["current"] : ["archive", `v${version}`],
    attributes: { material: { key: `m${version}`, label: `Material ${version}` }, revision: version },
    // each version lists two variants: its own, and that of the version before
    variants: [version - 1, version]
      .filter((number) => number > 0)
      .map((number) =>
        aVariantEntry({
          variant_key: `JACKET-${String(number).padStart(2, "0")}`,
          size: `listed by ${version}`,
        }),
      ),
  })

/** A product with twelve versions, written out of order, each variant listed by two of them. */
export const manyVersions = scenario({
  about: "Version 12 is the latest, though 9 was written last; a variant is as the newest version lists it.",
  brands: [aBrand()],
  products: [1, 12, 2, 11, 3, 10, 4, 8, 5, 7, 6, 9].map(version),
  attributes: [anAttributeEntry()],
  prices: [
    aPriceEntry({ variant_key: "JACKET-01", amount: "240.00" }),
    aPriceEntry({ variant_key: "JACKET-12", amount: "260.00" }),
  ],
  moments: { now: "2026-06-01T00:00:00Z" },
})
