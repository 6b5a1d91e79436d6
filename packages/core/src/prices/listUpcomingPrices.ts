import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { basePriceList } from "../kernel/basePriceList.ts"
import { readWithin } from "../kernel/CallLimits.ts"
import { LimitExceeded, NotFound } from "../kernel/errors.ts"
import { invalidValue } from "../kernel/faults.ts"
import { currentInstant, instantFromMicros, instantToText } from "../kernel/Instant.ts"
import { instantNamed, momentIn } from "../kernel/momentIn.ts"
import { operation } from "../kernel/operation.ts"
import type { Principal } from "../kernel/Principal.ts"
import { readFresh, readLate } from "../kernel/StaleReads.ts"
import { fallenBackMoments } from "./fallenBackMoments.ts"
import { PriceSchedule } from "./PriceSchedule.ts"
import { requireLists } from "./readLists.ts"
import { upcomingPrices } from "./rules/upcomingPrices.ts"
import { UpcomingPage, UpcomingQuery } from "./UpcomingPrices.ts"

const upcoming = Effect.fnUntraced(function* (principal: Principal, query: UpcomingQuery) {
  const { organization } = principal
  const { brand_key, limit, price_list } = query
  yield* requireLists(principal, [{ loc: ["price_list"], price_list }])
  const schedule = yield* PriceSchedule
  const zone = brand_key === null ? Option.none() : yield* schedule.timeZone(organization, brand_key)
  if (brand_key !== null && Option.isNone(zone))
    return yield* new NotFound({ resource: "brand", key: brand_key })
  const instant = (name: "from" | "until", text: string) =>
    Option.match(zone, {
      onNone: () => instantNamed(name, text, "or name the brand whose days are meant"),
      onSome: (timeZone) => momentIn(timeZone, name, text),
    })
  const now = yield* currentInstant
  const from = query.from === null ? instantFromMicros(now + 1) : yield* instant("from", query.from)
  const until = query.until === null ? null : yield* instant("until", query.until)
  if (query.from !== null && until !== null && until <= from)
    return yield* invalidValue("until", query.until!, "until should be after from")

  const { moments, next } = yield* readWithin(
    "upcoming_records",
    (most) =>
      schedule.moments(organization, {
        from,
        until,
        brand_key,
        price_list: price_list ?? basePriceList,
        after: query.after,
        rows: limit,
        most,
        batchless: principal.priceLists !== undefined,
      }),
    ({ records }) => records,
    ["limit"],
  )
  const shown = yield* fallenBackMoments(organization, price_list ?? basePriceList, moments)
  return { as_of: instantToText(now), items: upcomingPrices(shown.moments), next: shown.next ?? next }
})

/**
 * What goes live next: each instant, batch and colorway in which prices change, with how many and how.
 *
 * Of a price list these are changes of its own prices: the end of one uncovers what the list falls back to. What changes in the lists
 * above it is theirs. Without `from` it begins just after now. A page looks at `upcoming_records` price records at most; where few of
 * them change a price, or of another list where they would be compared with more, it may be short: `next` says whether there is more. Only what goes live in `base` may be stale: of another list
 * moments are looked at with where lists stand, which is of now. Fails with `NotFound` for an unknown brand,
 * with `InvalidRequest` for what is no date, and for one without offset where no brand says in which zone; with
 * `LimitExceeded` where one row has more. Needs `price:read`.
 */
export const listUpcomingPrices = operation({
  name: "listUpcomingPrices",
  permission: "price:read",
  input: UpcomingQuery,
  output: UpcomingPage,
  errors: [NotFound, LimitExceeded],
  ports: [PriceSchedule],
  limits: ["upcoming_records"],
  effect: "read",
  mayBeStale: readLate,
  forBound: true,
  run: (principal, query) =>
    (query.price_list ?? basePriceList) === basePriceList
      ? upcoming(principal, query)
      : readFresh(upcoming(principal, query)),
})
