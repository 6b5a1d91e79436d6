import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Attributes, Brand, Variant } from "../contract/Catalog.ts"
import type { Unavailable } from "../contract/errors.ts"
import type { Instant } from "../contract/Instant.ts"
import type { PriceStatus } from "../contract/PriceRecord.ts"

/** A product version as a catalog file gives it, with the variants it lists. */
export interface ProductEntry {
  readonly product_key: string
  readonly brand_key: string
  readonly version: number
  readonly name: string
  readonly source: string
  readonly labels: ReadonlyArray<string>
  readonly attributes: Attributes
  readonly variants: ReadonlyArray<Omit<Variant, "product_key">>
}

export interface PriceEntry {
  readonly variant_key: string
  readonly price_type: string
  readonly amount: string
  readonly effective_from: string
  readonly status: PriceStatus
  readonly batch_key: string | null
}

export interface BatchEntry {
  readonly key: string
  readonly status: "open" | "published"
}

export interface CrawlDiscoveryEntry {
  readonly job_id: string
  readonly discovery_id: string
  readonly url: string
  readonly title: string | null
  readonly selected: boolean
}

export interface AttributeEntry {
  readonly attribute_key: string
  readonly label: string | null
}

/** What became of the entries, by their index in the call; what is not `rejected` is stored. */
export interface WriteResult {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: ReadonlyArray<{ readonly index: number; readonly reason: string }>
}

/**
 * Loads a catalog into one organization; every call is atomic, and repeating one changes nothing.
 *
 * Promises: entries of one call apply in their order (a later one of the same key wins); another
 * organization's keys are neither seen nor changed, though they be the same text; an entry is rejected alone,
 * with a reason that names what is wrong, and so is one with a text that cannot be stored (U+0000, half a
 * surrogate pair); any other text is kept as it is.
 */
export class CatalogWriter extends Context.Service<
  CatalogWriter,
  {
    /** A changed time zone moves the instants of the brand's prices that depend on it. Rejects an unknown zone. */
    readonly saveBrands: (
      organization: string,
      entries: ReadonlyArray<Brand>,
    ) => Effect.Effect<WriteResult, Unavailable>
    /**
     * Rejects an entry whose brand is unknown, whose product belongs to another brand, or one of whose variants
     * belongs to another product, as a whole. A variant keeps the fields of the greatest version that lists it.
     */
    readonly saveProducts: (
      organization: string,
      entries: ReadonlyArray<ProductEntry>,
      at: Instant,
    ) => Effect.Effect<WriteResult, Unavailable>
    /** Appends prices with growing sequence; one that is there already in every field is `unchanged`. Rejects unknown variants and batches, and what is no amount or `effective_from`. */
    readonly savePrices: (
      organization: string,
      entries: ReadonlyArray<PriceEntry>,
    ) => Effect.Effect<WriteResult, Unavailable>
    /** An open batch may become published, never the reverse: an entry that would open it again is rejected. */
    readonly saveBatches: (
      organization: string,
      entries: ReadonlyArray<BatchEntry>,
    ) => Effect.Effect<WriteResult, Unavailable>
    /** A discovery that exists keeps its `selected`: somebody may have chosen since. */
    readonly saveCrawlDiscoveries: (
      organization: string,
      entries: ReadonlyArray<CrawlDiscoveryEntry>,
      at: Instant,
    ) => Effect.Effect<WriteResult, Unavailable>
    readonly saveAttributes: (
      organization: string,
      entries: ReadonlyArray<AttributeEntry>,
    ) => Effect.Effect<WriteResult, Unavailable>
  }
>()("@hangtag/core/ports/CatalogWriter") {}
