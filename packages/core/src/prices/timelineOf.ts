import * as Effect from "effect/Effect"
import { inColorwayOrder } from "../catalog/rules/compareSizes.ts"
import { basePriceList } from "../kernel/basePriceList.ts"
import { invalidValue } from "../kernel/faults.ts"
import { instantToText } from "../kernel/Instant.ts"
import { momentIn } from "../kernel/momentIn.ts"
import type { Principal } from "../kernel/Principal.ts"
import { savedLists } from "../lists/readPriceLists.ts"
import { listSpans, listsEverAbove } from "../lists/rules/listSpans.ts"
import { withBase } from "../lists/rules/shownList.ts"
import type { HistoryOf } from "./PriceHistory.ts"
import type { PriceTimeline, TimelineQuery } from "./PriceTimeline.ts"
import { requireLists } from "./readLists.ts"
import { readRecords } from "./readRecords.ts"
import { pairName, pricesByPair } from "./rules/pairs.ts"
import { instantTexts, priceSegments, priceSpans, timelineDrafts } from "./rules/priceTimeline.ts"
import { resolvedSpans } from "./rules/resolvedSpans.ts"
import { sourceSeenBy } from "./seenBy.ts"

const boundOf = (timeZone: string, name: string, text: string | null) =>
  text === null ? Effect.succeed(null) : momentIn(timeZone, name, text)

/** The lists of the organization, of which those that ever stand above one; `base` stands below none. */
const listsFor = Effect.fnUntraced(function* (organization: string, key: string) {
  const lists = withBase(key === basePriceList ? [] : yield* savedLists(organization, key))
  return { lists, above: [...listsEverAbove(lists, key)] }
})

/** Records of a list and of all that ever stood above it, and where these stood. */
const readAll = Effect.fnUntraced(function* (
  principal: Principal,
  of: HistoryOf,
  { price_type, known_at }: TimelineQuery,
  key: string,
) {
  const read = ({ above }: { readonly above: ReadonlyArray<string> }) =>
    readRecords(principal, of, price_type, above, known_at)
  const before = yield* listsFor(principal.organization, key)
  const found = yield* read(before)
  if (known_at === null || key === basePriceList) return { ...found, ...before }
  // what was being written is known once the records are read
  const after = yield* listsFor(principal.organization, key)
  const isMore = after.above.some((each) => !before.above.includes(each))
  return { ...(isMore ? yield* read(after) : found), ...after }
})

/** What variants cost over time: for each of their price types consecutive segments, with the drafts beside them. */
export const timelineOf = Effect.fnUntraced(function* (
  principal: Principal,
  of: HistoryOf,
  query: TimelineQuery,
) {
  const { price_list, known_at } = query
  yield* requireLists(principal, [{ loc: ["price_list"], price_list }])
  const key = price_list ?? basePriceList
  const { time_zone, variants, records, now, lists } = yield* readAll(principal, of, query, key)
  const from = yield* boundOf(time_zone, "from", query.from)
  const until = yield* boundOf(time_zone, "until", query.until)
  if (from !== null && until !== null && until <= from)
    return yield* invalidValue("until", query.until!, "until should be after from")
  const variant_keys = inColorwayOrder(variants).map(({ variant_key }) => variant_key)
  const places = new Map(variant_keys.map((variant, place) => [variant, place]))
  const listed = listSpans(lists, key, known_at === null ? undefined : now)
  // what stands above a list of theirs leaves no trace where it shows no price
  const isBound = principal.priceLists !== undefined
  const isAlone = !isBound && listed.length === 1 && listed[0]!.lists.join() === key
  const { pairs, of: recordsOf } = pricesByPair(records)
  // a list that came to stand above later has a part in no answer of before, and one that was set elsewhere at once in none
  const looked = new Set([key, ...listed.flatMap(({ lists }) => lists)])
  const named = new Map(
    pairs
      .map(([first]) => first!)
      .filter(({ price_list }) => looked.has(price_list))
      .map((first) => [pairName({ ...first, price_list: key }), first]),
  )
  const textOf = instantTexts()
  const timeline: PriceTimeline = {
    as_of: instantToText(now),
    variant_keys,
    pairs: [...named.values()]
      .sort((a, b) => places.get(a.variant_key)! - places.get(b.variant_key)!)
      .flatMap(({ variant_key, price_type }) => {
        const ofList = (list: string) => recordsOf(variant_key, price_type, list)
        const spans = isAlone ? priceSpans(ofList(key)) : resolvedSpans(key, listed, ofList)
        const isShown = ofList(key).length > 0 || spans.some(({ record }) => record !== undefined)
        if (isBound && !isShown) return []
        return {
          variant_key,
          price_type,
          price_list: key,
          segments: priceSegments(spans, { from, until }, now, textOf).map(sourceSeenBy(principal)),
          drafts: timelineDrafts(ofList(key), { from, until }, textOf),
        }
      }),
  }
  return timeline
})
