import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { beginHeavy, few, fewRecords, readWithin } from "../kernel/beginHeavyWork.ts"
import { CallLimits } from "../kernel/CallLimits.ts"
import { currentInstant } from "../kernel/currentInstant.ts"
import { NotFound } from "../kernel/errors.ts"
import { instantToText } from "../kernel/Instant.ts"
import { instantNamed, momentIn, momentRefused } from "../kernel/momentIn.ts"
import type { Principal } from "../kernel/Principal.ts"
import { requirePermission } from "../kernel/requirePermission.ts"
import { PriceSchedule } from "./PriceSchedule.ts"
import { upcomingPrices } from "./rules/upcomingPrices.ts"
import type { UpcomingPage, UpcomingPlace, UpcomingPrices, UpcomingQuery } from "./UpcomingPrices.ts"

/** A page looks no further after so many records: where they change few prices, the next one goes on. */
const enough = 10_000

/**
 * What goes live next: each instant, batch and colorway in which prices change, with how many and how.
 *
 * Without `from` it begins just after now. A page looks at so many price records (`upcoming_records`); where few of
 * them change a price it may be short: `next` tells whether there is more. Fails with `NotFound` for an unknown brand,
 * with `InvalidRequest` for what is no date, and for one without offset where no brand says in which zone; with
 * `LimitExceeded` where that many rows have more records. Needs `price:read`.
 */
export const listUpcomingPrices = Effect.fn("listUpcomingPrices")(function* (
  principal: Principal,
  query: UpcomingQuery,
) {
  yield* requirePermission(principal, "price:read")
  const { organization } = principal
  const { brand_key, limit } = query
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
  const from = query.from === null ? now + 1 : yield* instant("from", query.from)
  const until = query.until === null ? null : yield* instant("until", query.until)
  if (query.from !== null && until !== null && until <= from)
    return yield* momentRefused("until", query.until!, "until should be after from")

  const { upcoming_records } = yield* CallLimits
  const items: Array<UpcomingPrices> = []
  let after: UpcomingPlace | null = query.after ?? null
  const read = (most: number) =>
    schedule.moments(organization, {
      ...{ from, until, brand_key, after },
      rows: limit - items.length,
      most,
    })
  for (let seen = 0; ; ) {
    // what the first piece does not hold waits for a place, and comes in larger ones
    if (seen > 0) yield* beginHeavy
    const { moments, records, next } = yield* readWithin("upcoming_records", read, ({ records }) => records, {
      loc: ["limit"],
      atOnce: seen === 0 ? fewRecords : few,
    })
    items.push(...upcomingPrices(moments))
    seen += records
    after = next
    if (next === null || items.length >= limit || seen >= Math.min(enough, upcoming_records)) {
      const page: UpcomingPage = { as_of: instantToText(now), items, next }
      return page
    }
  }
})
