import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Unavailable } from "../kernel/errors.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import type { PricedColorways, PricedColorwaysQuery } from "./ColorwayPrices.ts"
import type { PriceMoment } from "./rules/priceMoments.ts"
import type { UpcomingPlace } from "./UpcomingPrices.ts"

/** Which moments: from an instant, inclusive, until another one, exclusive, of one brand or of all, in one price list. */
export interface MomentsQuery {
  readonly from: BrandedInstant
  readonly until: BrandedInstant | null
  readonly brand_key: string | null
  readonly price_list: string
  /** Only those of rows after this one. */
  readonly after: UpcomingPlace | null
  /** Only those of the first N rows, or of fewer. */
  readonly rows: number
  /** Only those of rows that have no more records together, or of the first row. */
  readonly most: number
  /** Rows of an instant and a colorway, whichever batches they are of: `batch_key` is null of each. */
  readonly batchless?: boolean
}

/** Moments of the first rows. */
export interface Moments {
  readonly moments: ReadonlyArray<PriceMoment>
  /**
   * The records that begin or are withdrawn in these rows, also where another one of the same instant comes last. More
   * than `most` where the first row alone has more: then its moments need not be whole.
   */
  readonly records: number
  /** The last of these rows, which others come after; null: none do. */
  readonly next: UpcomingPlace | null
}

/**
 * Reads when an organization's prices may change.
 *
 * Promises: nothing of another organization is ever seen, nor of retired products and variants; every moment of
 * `priceMoments` is given once, in `momentOrder`; a row's moments are given together; all is read at one moment.
 */
export class PriceSchedule extends Context.Service<
  PriceSchedule,
  {
    /** The brand's time zone; none where the brand is unknown. */
    readonly timeZone: (
      organization: string,
      brandKey: string,
    ) => Effect.Effect<Option.Option<string>, Unavailable>
    /** A page of what begins or ends within the time that is asked for. */
    readonly moments: (organization: string, query: MomentsQuery) => Effect.Effect<Moments, Unavailable>
    /**
     * A page of colorways by what is asked of their products, variants and prices, in the order that is asked for: by value, those
     * without one last, then by product and color. The value of a product or color is its own text, of amounts the lowest of the
     * type in force, of changes the microseconds of the first after `at` at which a price of the type, or of a column, is another one.
     */
    readonly colorways: (
      organization: string,
      query: PricedColorwaysQuery,
    ) => Effect.Effect<PricedColorways, Unavailable>
  }
>()("@hangtag/core/ports/PriceSchedule") {}
