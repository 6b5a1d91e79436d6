import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Brand } from "../catalog/Catalog.ts"
import type { Unavailable } from "../kernel/errors.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import type { Ending, PriceStatus } from "../prices/PriceRecord.ts"
import type { ListedType } from "../prices/rules/pairs.ts"
import type { ProductEntry, ShopProductEntry } from "./ProductEntry.ts"

/** A price record to save; `effective_from` is ISO 8601, in the brand's time zone where it has no offset. */
export interface PriceEntry {
  readonly variant_key: string
  readonly price_type: string
  /** `base` where it is left out. */
  readonly price_list?: string
  /** Null of an ending, of which `ending` says what is shown from then on. */
  readonly amount: string | null
  readonly ending?: Ending
  readonly effective_from: string
  readonly status: PriceStatus
  readonly batch_key: string | null
}

/** What a shop shows now: the amount of a product's variant, to hold from `effective_from`, else from now on. */
export interface ShopPriceEntry {
  readonly product_key: string
  readonly variant_key: string
  readonly price_type: string
  /** `base` where it is left out. */
  readonly price_list?: string
  readonly amount: string
  readonly effective_from: string | null
}

/** A product that the catalog has, with its variants and what they have a price in force of. */
export interface CatalogContent {
  readonly product_key: string
  readonly variants: ReadonlyArray<{
    readonly variant_key: string
    /** Of `base`. */
    readonly price_types: ReadonlyArray<string>
    /** Of other lists, where the question names some. */
    readonly list_prices?: ReadonlyArray<ListedType>
  }>
}

/** What a shop no longer shows. */
export interface Retirement {
  readonly products: ReadonlyArray<string>
  readonly variants: ReadonlyArray<string>
  /** Of `base` where no list is named. */
  readonly prices: ReadonlyArray<{
    readonly variant_key: string
    readonly price_type: string
    readonly price_list?: string
  }>
}

/** A batch to save, without its records. */
export interface BatchEntry {
  readonly key: string
  readonly status: "open" | "published"
}

/** A URL that a crawl job found, to save. */
export interface CrawlDiscoveryEntry {
  readonly job_id: string
  readonly discovery_id: string
  readonly url: string
  readonly title: string | null
  readonly selected: boolean
}

/** An attribute's key and what it is called in exports; null is as its key. */
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

/** What becomes of prices whose brand has another time zone. */
export interface ZoneChange {
  /** What has begun by then stays; now where left out. */
  readonly at?: BrandedInstant
  /** Moves the instants of prices that are to come; they stay where left out. */
  readonly movesToCome?: boolean
}

/** Also the prices to come that another time zone moves, or would, brand by brand: those that begin, or end, at another instant. */
export interface BrandWriteResult extends WriteResult {
  readonly to_come: ReadonlyArray<{
    readonly brand_key: string
    readonly records: number
    /** Open batches that hold some of them, the first hundred by key. */
    readonly batch_keys: ReadonlyArray<string>
  }>
}

/** Also by index, in words, what was another brand's or product's until then, and what values there were. */
export interface ShopWriteResult extends BrandWriteResult {
  readonly moved: ReadonlyArray<{ readonly index: number; readonly what: string }>
  readonly emptied: ReadonlyArray<{ readonly index: number; readonly what: string }>
  /** Entries among the rejected that wait for their brand only. */
  readonly brandless: ReadonlyArray<number>
}

/**
 * Loads a catalog into one organization; every call is atomic, and repeating one changes nothing.
 *
 * Promises: entries of one call apply in their order (a later one of the same key wins); another
 * organization's keys are neither seen nor changed, though they be the same text; an entry is rejected alone,
 * with a reason that names what is wrong, and so is one with a text that cannot be stored (U+0000, half a
 * surrogate pair), and one with a control character in a key (`keyFault`); any other text is kept as it is.
 * What a call dates is dated at no moment before the last publication of the organization.
 */
export class CatalogWriter extends Context.Service<
  CatalogWriter,
  {
    /**
     * A changed time zone moves no price that has begun, and one to come that depends on it only with `movesToCome`, which also
     * moves what an earlier change has left; those that would move, or do, are counted. Rejects an unknown zone.
     */
    readonly saveBrands: (
      organization: string,
      entries: ReadonlyArray<Brand>,
      zones?: ZoneChange,
    ) => Effect.Effect<BrandWriteResult, Unavailable>
    /**
     * Rejects an entry whose brand is unknown, whose product belongs to another brand, or one of whose variants
     * belongs to another product, as a whole. A variant keeps the fields of the greatest version that lists it.
     */
    readonly saveProducts: (
      organization: string,
      entries: ReadonlyArray<ProductEntry>,
      at: BrandedInstant,
    ) => Effect.Effect<WriteResult, Unavailable>
    /**
     * The same for what a shop shows now: a product that is another brand's is moved, and so is a variant that is
     * another product's, each with its prices; where that gives them another time zone, as `saveBrands` does.
     *
     * What an entry does not speak of stays, as `shownProduct` says; rejects what `strangeVariants` names.
     *
     * A brand that a product is moved from has become the one that it is moved to, until an entry is of it again.
     */
    readonly saveShopProducts: (
      organization: string,
      entries: ReadonlyArray<ShopProductEntry>,
      at: BrandedInstant,
      movesToCome?: boolean,
    ) => Effect.Effect<ShopWriteResult, Unavailable>
    /** Appends prices with growing sequence; one that is there already in every field is `unchanged`, whatever brought it, and so is a draft that its batch has published. Rejects unknown variants, batches and price lists, and what is no amount or `effective_from`. An archived list takes them: they are its history. */
    readonly savePrices: (
      organization: string,
      entries: ReadonlyArray<PriceEntry>,
    ) => Effect.Effect<WriteResult, Unavailable>
    /**
     * Appends an active price where `shopPrice` says so; the others are `unchanged`. Rejects what `savePrices`
     * rejects, and a variant that is not the product's.
     */
    readonly saveShopPrices: (
      organization: string,
      entries: ReadonlyArray<ShopPriceEntry>,
      at: BrandedInstant,
    ) => Effect.Effect<WriteResult, Unavailable>
    /** The products of the brands, and of those that became them, by key, the first `limit` after `after`, retired ones and variants aside. */
    readonly contents: (
      organization: string,
      query: {
        readonly brand_keys: ReadonlyArray<string>
        readonly price_types: ReadonlyArray<string>
        /** Also these, of other lists than `base`. */
        readonly list_prices?: ReadonlyArray<ListedType>
        readonly at: BrandedInstant
        readonly after: string | null
        readonly limit: number
      },
    ) => Effect.Effect<ReadonlyArray<CatalogContent>, Unavailable>
    /**
     * Retires products with all their variants, and variants: until they are saved again nothing reads them but by
     * their history. Withdraws each pair's price in force and its active ones for later, as of `at`; drafts stay.
     * Tells how many products, variants and pairs changed; a key that is unknown, or retired, does not.
     */
    readonly retire: (
      organization: string,
      retirement: Retirement,
      at: BrandedInstant,
      by: string,
    ) => Effect.Effect<Readonly<Record<keyof Retirement, number>>, Unavailable>
    /** Whether anything was ever written of the organization: a brand, a price list, a batch, a label, a discovery, a job. */
    readonly isKnown: (organization: string) => Effect.Effect<boolean, Unavailable>
    /**
     * An open batch may become published, never the reverse: an entry that would open it again is rejected, as is a new
     * one of a key that no URL could name (`batchKeyFault`).
     */
    readonly saveBatches: (
      organization: string,
      entries: ReadonlyArray<BatchEntry>,
    ) => Effect.Effect<WriteResult, Unavailable>
    /**
     * A discovery that exists keeps its `selected`: it may have been chosen since. One that comes, or comes to another
     * URL, is not selected where that URL was deselected last (`CrawlDiscoveryRepository`), whatever the entry says.
     */
    readonly saveCrawlDiscoveries: (
      organization: string,
      entries: ReadonlyArray<CrawlDiscoveryEntry>,
      at: BrandedInstant,
    ) => Effect.Effect<WriteResult, Unavailable>
    /** Sets the labels of attributes. */
    readonly saveAttributes: (
      organization: string,
      entries: ReadonlyArray<AttributeEntry>,
    ) => Effect.Effect<WriteResult, Unavailable>
  }
>()("@hangtag/core/ports/CatalogWriter") {}
