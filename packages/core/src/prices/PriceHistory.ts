import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Variant } from "../catalog/Catalog.ts"
import type { Unavailable } from "../kernel/errors.ts"
import type { Instant } from "../kernel/Instant.ts"
import type { PriceRecord } from "./PriceRecord.ts"

/** One variant, or those of a product, all of them or those of one color. */
export type HistoryOf =
  | { readonly variant_key: string }
  | { readonly product_key: string; readonly color: string | null }

/** Where a variant belonged until a moment, after which it came elsewhere. */
export interface FormerPlace extends Pick<Variant, "product_key" | "color" | "size"> {
  readonly until: Instant
}

/** A variant of a history: where it belongs now. */
export interface HistoryVariant extends Pick<Variant, "variant_key" | "product_key" | "color" | "size"> {
  /** When it came into the catalog; not there where that was not noted. */
  readonly known_at?: Instant
  /** Since when it is retired; not there: it is not. */
  readonly retired_at?: Instant
  /** Where it belonged before, the earliest first; read for what was known only. */
  readonly former?: ReadonlyArray<FormerPlace>
}

/** The records of a variant, or of a product's variants, and what their days go by. */
export interface PriceRecords {
  /** The brand's, for days. */
  readonly time_zone: string
  /** By key; retired ones too: they have a history. */
  readonly variants: ReadonlyArray<HistoryVariant>
  /** How many records there are, counted no further than one more than the limit. */
  readonly count: number
  /**
   * Every record ever written for them in the price lists, withdrawn ones and drafts too, by `priceOrderByPair`; where there
   * are more than the limit none of them counts, and an adapter had better read none.
   */
  readonly records: ReadonlyArray<PriceRecord>
}

/**
 * Reads all price records that there ever were of an organization's variants.
 *
 * Promises: nothing of another organization is ever seen; keys, colors and types are compared exactly; all is read at
 * one moment.
 */
export class PriceHistory extends Context.Service<
  PriceHistory,
  {
    /**
     * None where the variant or product is unknown. `wasKnown` asks for what is needed to tell what was known at moments that are
     * past: also variants that belonged to the product or color before, and nothing that is being written may be missing then.
     */
    readonly records: (
      organization: string,
      of: HistoryOf,
      query: {
        readonly price_type: string | null
        /** `base` unless given. */
        readonly price_lists?: ReadonlyArray<string>
        readonly limit: number
        readonly wasKnown?: boolean
      },
    ) => Effect.Effect<Option.Option<PriceRecords>, Unavailable>
  }
>()("@hangtag/core/ports/PriceHistory") {}
