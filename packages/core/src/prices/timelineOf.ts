import * as Effect from "effect/Effect"
import { inColorwayOrder } from "../catalog/rules/compareSizes.ts"
import { instantToText } from "../kernel/Instant.ts"
import { momentIn, momentRefused } from "../kernel/momentIn.ts"
import type { Principal } from "../kernel/Principal.ts"
import type { HistoryOf } from "./PriceHistory.ts"
import type { PriceRecord } from "./PriceRecord.ts"
import type { PriceTimeline, TimelineQuery } from "./PriceTimeline.ts"
import { readRecords } from "./readRecords.ts"
import { pricesByPair } from "./rules/pricesByPair.ts"
import { instantTexts, priceSegments, timelineDrafts } from "./rules/priceTimeline.ts"

const boundOf = (timeZone: string, name: string, text: string | null) =>
  text === null ? Effect.succeed(null) : momentIn(timeZone, name, text)

/** What variants cost over time: for each of their price types consecutive segments, with the drafts beside them. */
export const timelineOf = Effect.fnUntraced(function* (
  principal: Principal,
  of: HistoryOf,
  query: TimelineQuery,
) {
  const { time_zone, variants, records, now } = yield* readRecords(principal, of, query, query.known_at)
  const from = yield* boundOf(time_zone, "from", query.from)
  const until = yield* boundOf(time_zone, "until", query.until)
  if (from !== null && until !== null && until <= from)
    return yield* momentRefused("until", query.until!, "until should be after from")
  const variant_keys = inColorwayOrder(variants).map(({ variant_key }) => variant_key)
  const places = new Map(variant_keys.map((key, place) => [key, place]))
  const placeOf = (pair: ReadonlyArray<PriceRecord>) => places.get(pair[0]!.variant_key)!
  const pairs = pricesByPair(records).pairs.toSorted((a, b) => placeOf(a) - placeOf(b))
  const textOf = instantTexts()
  const timeline: PriceTimeline = {
    as_of: instantToText(now),
    variant_keys,
    pairs: pairs.map((pair) => ({
      variant_key: pair[0]!.variant_key,
      price_type: pair[0]!.price_type,
      price_list: pair[0]!.price_list,
      segments: priceSegments(pair, { from, until }, now, textOf),
      drafts: timelineDrafts(pair, { from, until }, textOf),
    })),
  }
  return timeline
})
