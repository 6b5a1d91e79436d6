import type { CatalogEntry } from "@hangtag/catalog-files"
import { demoPrices } from "./demoPrices.ts"
import { type DemoSize, demoBrand, demoProduct, demoVersions } from "./demoProduct.ts"
import { demoAttributeLabels } from "./demoWords.ts"
import { ridgeBootFoundations, ridgeBootPrices, ridgeBootProducts, ridgeBootVariants } from "./ridgeBoot.ts"

/** Three brands, 250 products and 3,000 variants, the Ridge Boot among them. */
export const demoSize: DemoSize = { brands: 3, products: 249, variants: 3_000 - ridgeBootVariants }

function* foundations(size: DemoSize): Generator<CatalogEntry> {
  for (let brand = 0; brand < size.brands; brand++) yield { kind: "brand", ...demoBrand(brand) }
  for (const [attribute_key, label] of Object.entries(demoAttributeLabels)) {
    yield { kind: "attribute", attribute_key, label }
  }
  for (const key of ["REPUB-FALL", "DRAFT-SPRING", "DRAFT-LAUNCH"])
    yield { kind: "batch", key, status: "open" }
  yield { kind: "batch", key: "SPRING-2025", status: "published" }
  for (let n = 1; n <= 24; n++) {
    const { product_key, name } = demoProduct(size, n % size.products)
    yield {
      kind: "crawl_discovery",
      job_id: "CRAWL-DEMO",
      discovery_id: `D${String(n).padStart(2, "0")}`,
      url: `https://shop.example/${product_key.toLowerCase()}?ref=${n}`,
      title: n % 8 === 0 ? null : name,
      selected: n % 3 === 0,
    }
  }
}

/**
 * A catalog of any size, one entry at a time, each kind after those that it refers to.
 *
 * The same for the same size and `today` (an ISO date), around which its prices lie.
 */
export function* generateCatalog(size: DemoSize, today: string): Generator<CatalogEntry> {
  yield* foundations(size)
  for (let index = 0; index < size.products; index++) yield* demoVersions(demoProduct(size, index))
  for (let index = 0; index < size.products; index++) {
    yield* demoPrices(size, demoProduct(size, index), today)
  }
}

/**
 * The demo catalog, in the order in which it can be written, the Ridge Boot's prices last (`loadDemoOnce` looks
 * for them). `today` is an ISO date.
 */
export function* demoCatalog(today: string): Generator<CatalogEntry> {
  let founded = false
  for (const entry of generateCatalog(demoSize, today)) {
    if (!founded && entry.kind === "product") {
      yield* ridgeBootFoundations
      yield* ridgeBootProducts
      founded = true
    }
    yield entry
  }
  yield* ridgeBootPrices
}
