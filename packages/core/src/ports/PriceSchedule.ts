import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Unavailable } from "../contract/errors.ts"
import type { Instant } from "../contract/Instant.ts"
import type { UpcomingPlace } from "../contract/UpcomingPrices.ts"
import type { PriceMoment } from "../domain/priceMoments.ts"

/** Which moments: from an instant, inclusive, until another one, exclusive, of one brand or of all. */
export interface MomentsQuery {
  readonly from: Instant
  readonly until: Instant | null
  readonly brand_key: string | null
  /** Only those of rows after this one. */
  readonly after: UpcomingPlace | null
  /** Only those of the first so many rows, or of fewer: whoever wants more goes on after these. */
  readonly rows: number
  /** Of more moments than these it gives one more and no further. */
  readonly most: number
}

/**
 * Reads when an organization's prices may change.
 *
 * Promises: nothing of another organization is ever seen, nor of retired products and variants; every moment of
 * `priceMoments` is given once, in `momentOrder`; a row's moments are given together, unless they are more than `most`;
 * all is read at one moment.
 */
export class PriceSchedule extends Context.Service<
  PriceSchedule,
  {
    /** The brand's time zone; none where the brand is unknown. */
    readonly timeZone: (
      organization: string,
      brandKey: string,
    ) => Effect.Effect<Option.Option<string>, Unavailable>
    /** `isEnd`: no row comes after these. */
    readonly moments: (
      organization: string,
      query: MomentsQuery,
    ) => Effect.Effect<{ readonly moments: ReadonlyArray<PriceMoment>; readonly isEnd: boolean }, Unavailable>
  }
>()("@hangtag/core/ports/PriceSchedule") {}
