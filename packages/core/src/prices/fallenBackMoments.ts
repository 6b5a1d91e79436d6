import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Amount } from "../kernel/Amount.ts"
import { basePriceList } from "../kernel/basePriceList.ts"
import { CallLimits, readWithin } from "../kernel/CallLimits.ts"
import type { LimitExceeded, Unavailable } from "../kernel/errors.ts"
import { type BrandedInstant, instantFromMicros } from "../kernel/Instant.ts"
import { savedLists } from "../lists/readPriceLists.ts"
import { listSpans, listsEverAbove } from "../lists/rules/listSpans.ts"
import { listsLookedIn, openLists } from "../lists/rules/listsLookedIn.ts"
import { withBase } from "../lists/rules/shownList.ts"
import { PriceRepository } from "./PriceRepository.ts"
import { PairMap } from "./rules/pairs.ts"
import { isSameRow, type PriceMoment, placeOfMoment } from "./rules/priceMoments.ts"
import { resolvedPrices } from "./rules/resolvedPrices.ts"
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
 * the rows whose prices, in the list and those above it, are no more than `upcoming_records` from then on. Of one row that has more, what is in force right before
 * it and then is enough.
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
  for (let rows = ends.length; rows > 0; rows = rows >> 1) {
    const page = moments.slice(0, ends[rows - 1])
    const { inForce, future } = yield* pricesAround(organization, variantsOf(page), from, most, lists)
    if (inForce.length + future.length > most) continue
    const shown = resolvedMoments(page, listSpans(all, key), inForce.concat(future))
    return { moments: shown, ...(rows < ends.length && { next: placeOfMoment(page.at(-1)!) }) }
  }
  const row = moments.slice(0, ends[0])
  const shownAt = Effect.fnUntraced(function* (at: BrandedInstant) {
    const { inForce } = yield* readWithin(
      "upcoming_records",
      (most) =>
        pricesAround(organization, variantsOf(row), at, most * lists.length, [key], { knownAt: null }),
      (found) => Math.ceil(found.inForce.length / lists.length),
      ["limit"],
    )
    const amounts = new PairMap<Amount>()
    for (const { variant_key, price_type, amount } of resolvedPrices(
      openLists(listsLookedIn(all, key, at)),
      inForce,
    ))
      amounts.set(variant_key, price_type, key, amount)
    return ({ variant_key, price_type }: PriceMoment) => amounts.get(variant_key, price_type, key) ?? null
  })
  const [before, after] = [yield* shownAt(from), yield* shownAt(row[0]!.at)]
  return {
    moments: row.map((moment) => ({ ...moment, before: before(moment), amount: after(moment) })),
    ...(ends.length > 1 && { next: placeOfMoment(row[0]!) }),
  }
})
