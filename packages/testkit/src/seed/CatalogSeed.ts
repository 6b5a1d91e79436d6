import type {
  AttributeEntry,
  BatchEntry,
  Brand,
  CrawlDiscoveryEntry,
  PriceEntry,
  PriceListEntry,
  ProductEntry,
} from "@hangtag/core"

/** A catalog to start a test with; what is left out is empty. */
export interface CatalogSeed {
  /** Those that are not here, and that `prices` name, are made too: in EUR, below none. */
  readonly price_lists?: ReadonlyArray<PriceListEntry>
  readonly brands?: ReadonlyArray<Brand>
  readonly products?: ReadonlyArray<ProductEntry>
  readonly attributes?: ReadonlyArray<AttributeEntry>
  readonly batches?: ReadonlyArray<BatchEntry>
  readonly prices?: ReadonlyArray<PriceEntry>
  readonly discoveries?: ReadonlyArray<CrawlDiscoveryEntry>
}
