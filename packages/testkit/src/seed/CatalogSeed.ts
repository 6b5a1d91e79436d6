import type {
  AttributeEntry,
  BatchEntry,
  Brand,
  CrawlDiscoveryEntry,
  PriceEntry,
  ProductEntry,
} from "@hangtag/core"

/** A catalog to start a test with; what is left out is empty. */
export interface CatalogSeed {
  readonly brands?: ReadonlyArray<Brand>
  readonly products?: ReadonlyArray<ProductEntry>
  readonly attributes?: ReadonlyArray<AttributeEntry>
  readonly batches?: ReadonlyArray<BatchEntry>
  readonly prices?: ReadonlyArray<PriceEntry>
  readonly discoveries?: ReadonlyArray<CrawlDiscoveryEntry>
}
