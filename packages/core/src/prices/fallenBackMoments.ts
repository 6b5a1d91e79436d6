import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { basePriceList } from "../kernel/basePriceList.ts"
import { CallLimits, requireWithin } from "../kernel/CallLimits.ts"
import type { LimitExceeded, Unavailable } from "../kernel/errors.ts"
import { type BrandedInstant, instantFromMicros } from "../kernel/Instant.ts"
import { savedLists } from "../lists/readPriceLists.ts"
import { listSpans, listsEverAbove } from "../lists/rules/listSpans.ts"
import { withBase } from "../lists/rules/shownList.ts"
import { PriceRepository } from "./PriceRepository.ts"
import { isSameRow, type PriceMoment, placeOfMoment } from "./rules/priceMoments.ts"
import { resolvedMoments } from "./rules/resolvedSpans.ts"
import type { UpcomingPlace } from "./UpcomingPrices.ts"

interface ShownMoments {
  readonly moments: ReadonlyArray<PriceMoment>
  /** The last row, where some were left to the next page. */
  readonly next?: UpcomingPlace
}

/** Just before; far in the future a number does not tell one microsecond from the next. */
const justBefore = (at: number): BrandedInstant =>
  instantFromMicros(Number.isSafeInteger(at) ? at - 1 : at - 1000)

const variantsOf = (moments: ReadonlyArray<PriceMoment>) => [
  ...new Set(moments.map(({ variant_key }) => variant_key)),
]

/** Where each row ends among moments in their order. */
const rowEnds = (moments: ReadonlyArray<PriceMoment>): ReadonlyArray<number> =>
  moments.flatMap((moment, index) => {
    const next = moments[index + 1]
    return next !== undefined && isSameRow(moment, next) ? [] : [index + 1]
  })

/**
 * The moments with what the list shows before and after them where it has no price of its own; `base` falls back to none. Of these only
 * the rows whose prices, in the list and those above it, are no more than `upcoming_records` from then on;
 * fails with `LimitExceeded` where one row has more.
 */
export const fallenBackMoments = Effect.fnUntraced(function* (
  organization: string,
  key: string,
  moments: ReadonlyArray<PriceMoment>,
): Effect.fn.Return<ShownMoments, LimitExceeded | Unavailable> {
  const prices = yield* Effect.serviceOption(PriceRepository)
  if (moments.length === 0 || key === basePriceList || Option.isNone(prices)) return { moments }
  const { pricesAround } = prices.value
  const { upcoming_records: most } = yield* CallLimits
  const all = withBase(yield* savedLists(organization, key))
  const lists = [...listsEverAbove(all, key)]
  const from = justBefore(moments[0]!.at)
  const ends = rowEnds(moments)
  for (let rows = ends.length; ; rows = rows >> 1) {
    const page = moments.slice(0, ends[rows - 1])
    const { inForce, future } = yield* pricesAround(organization, variantsOf(page), from, most, lists)
    const asked = inForce.length + future.length
    if (asked > most && rows > 1) continue
    yield* requireWithin("upcoming_records", asked, ["limit"])
    const shown = resolvedMoments(page, listSpans(all, key), inForce.concat(future))
    return { moments: shown, ...(rows < ends.length && { next: placeOfMoment(page.at(-1)!) }) }
  }
})
