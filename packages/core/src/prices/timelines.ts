import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { inColorwayOrder } from "../catalog/rules/compareSizes.ts"
import { currentInstant } from "../kernel/currentInstant.ts"
import { NotFound } from "../kernel/errors.ts"
import { instantToExactText, instantToText } from "../kernel/Instant.ts"
import { momentIn, momentRefused } from "../kernel/momentIn.ts"
import type { Principal } from "../kernel/Principal.ts"
import { requirePermission } from "../kernel/requirePermission.ts"
import { readWithin } from "../kernel/requireWithin.ts"
import { type HistoryOf, PriceHistory } from "./PriceHistory.ts"
import type { PriceRecord } from "./PriceRecord.ts"
import type { PriceExplanation, PriceTimeline, TimelineQuery } from "./PriceTimeline.ts"
import { explainPrice } from "./rules/explainPrice.ts"
import { pricesByPair } from "./rules/pricesByPair.ts"
import { instantTexts, priceSegments, timelineDrafts } from "./rules/priceTimeline.ts"

const boundOf = (timeZone: string, name: string, text: string | null) =>
  text === null ? Effect.succeed(null) : momentIn(timeZone, name, text)

const readRecords = Effect.fnUntraced(function* (
  organization: string,
  of: HistoryOf,
  price_type: string | null,
) {
  const { records } = yield* PriceHistory
  const found = yield* readWithin(
    "timeline_records",
    (limit) => records(organization, of, { price_type, limit }),
    Option.match({
      onNone: () => 0,
      onSome: ({ count, variants }) => Math.max(count, variants.length),
    }),
  )
  if (Option.isNone(found)) {
    return yield* "variant_key" in of
      ? new NotFound({ resource: "variant", key: of.variant_key })
      : new NotFound({ resource: "product", key: of.product_key })
  }
  return found.value
})

/**
 * What variants cost over time: for each of their price types consecutive segments, with the drafts beside them.
 *
 * Fails with `NotFound` for an unknown variant or product, with `InvalidRequest` for what is no date, and with
 * `LimitExceeded` (`timeline_records`). Needs `price:read`.
 */
export const priceTimeline = Effect.fn("priceTimeline")(function* (
  principal: Principal,
  of: HistoryOf,
  query: TimelineQuery,
) {
  yield* requirePermission(principal, "price:read")
  const { time_zone, variants, records } = yield* readRecords(principal.organization, of, query.price_type)
  const from = yield* boundOf(time_zone, "from", query.from)
  const until = yield* boundOf(time_zone, "until", query.until)
  if (from !== null && until !== null && until <= from)
    return yield* momentRefused("until", query.until!, "until should be after from")
  const now = yield* currentInstant
  const variant_keys = inColorwayOrder(variants).map(({ variant_key }) => variant_key)
  const places = new Map(variant_keys.map((key, place) => [key, place]))
  const placeOf = (pair: ReadonlyArray<PriceRecord>) => places.get(pair[0]!.variant_key)!
  const pairs = pricesByPair(records).pairs.sort((a, b) => placeOf(a) - placeOf(b))
  const textOf = instantTexts()
  const timeline: PriceTimeline = {
    as_of: instantToText(now),
    variant_keys,
    pairs: pairs.map((pair) => ({
      variant_key: pair[0]!.variant_key,
      price_type: pair[0]!.price_type,
      segments: priceSegments(pair, { from, until }, now, textOf),
      drafts: timelineDrafts(pair, { from, until }, textOf),
    })),
  }
  return timeline
})

/**
 * Why a price of a variant is in force at a moment (default: now), or why there is none.
 *
 * Fails with `NotFound` for an unknown variant, with `InvalidRequest` for what is no date, and with `LimitExceeded`
 * (`timeline_records`). Needs `price:read`.
 */
export const explainVariantPrice = Effect.fn("explainVariantPrice")(function* (
  principal: Principal,
  variant_key: string,
  query: { readonly price_type: string; readonly at: string | null },
) {
  yield* requirePermission(principal, "price:read")
  const { price_type } = query
  const { time_zone, records } = yield* readRecords(principal.organization, { variant_key }, price_type)
  const at = query.at === null ? yield* currentInstant : yield* momentIn(time_zone, "at", query.at)
  const explanation: PriceExplanation = {
    variant_key,
    price_type,
    at: instantToExactText(at),
    ...explainPrice(records, at),
  }
  return explanation
})
