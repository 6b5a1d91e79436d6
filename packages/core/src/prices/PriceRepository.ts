import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Unavailable } from "../kernel/errors.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import type { StoredPriceList } from "../lists/PriceList.ts"
import type { PriceRecord } from "./PriceRecord.ts"

/** The prices of some variants around a moment. */
export interface PricesAround {
  /** `recordInForce` of every variant, price type and list that has one, by `pairOrder`. */
  readonly inForce: ReadonlyArray<PriceRecord>
  /** Draft and active records strictly later that are not withdrawn then, by `priceOrderByPair`. */
  readonly future: ReadonlyArray<PriceRecord>
  /**
   * Asked for what is in force alone: the lists that were looked in, of the same moment. Not there: the adapter keeps none, and
   * `PriceListRepository` is asked for them.
   */
  readonly lists?: ReadonlyArray<StoredPriceList>
}

/**
 * What lists show is asked for: what is in force alone, of the lists that are named and of every one that any placement puts above one of
 * them; of a record what tells when it ends, or came from where, may be missing, and the order is any. `knownAt`: as the catalog had it then (`asKnown`), with no write of before missing.
 */
export interface InForceOnly {
  readonly knownAt: BrandedInstant | null
}

/**
 * Reads the price records of one organization.
 *
 * Promises: nothing of another organization is ever seen; both lists are read at one moment; unknown variant
 * keys and lists, and duplicates, change nothing; of other lists than those that are named nothing is read; amounts and `effective_from` come back as they were given; of more records than
 * `most` in both lists together it reads one more and no further.
 */
export class PriceRepository extends Context.Service<
  PriceRepository,
  {
    /**
     * What is in force of the variants at the moment (microseconds since 1970), and what is to come, in these price lists, `base`
     * unless given; `most` bounds both together. `inForce` asks for what is in force alone, of the lists above them too.
     */
    readonly pricesAround: (
      organization: string,
      variantKeys: ReadonlyArray<string>,
      at: BrandedInstant,
      most?: number,
      priceLists?: ReadonlyArray<string>,
      inForce?: InForceOnly,
    ) => Effect.Effect<PricesAround, Unavailable>
  }
>()("@hangtag/core/ports/PriceRepository") {}
