import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { basePriceList } from "../kernel/basePriceList.ts"
import { readWithin } from "../kernel/CallLimits.ts"
import { currentInstant, type Instant, instantFromMicros } from "../kernel/Instant.ts"
import { mostListed } from "../kernel/Listing.ts"
import type { Principal } from "../kernel/Principal.ts"
import { PriceHistory } from "../prices/PriceHistory.ts"
import type { PriceRecord } from "../prices/PriceRecord.ts"
import { momentOfBasis } from "../prices/rules/basisToken.ts"
import { eachType, listsOf } from "../prices/rules/pairs.ts"
import type { ColorwayChange, MovedPair, PriceChangeRequest, StaleColorway } from "./PriceChange.ts"
import { isDraftOf } from "./rules/asPublished.ts"
import { colorwayName } from "./rules/ColorwayFound.ts"
import { historyOfToken, movedSince, tokenKnownAt } from "./rules/movedSince.ts"

/** How long a write may take to be seen, in microseconds. */
const unseen = 60_000_000

/** What there ever was of a colorway in these lists, within what a timeline may read. */
const historyOf = Effect.fnUntraced(function* (
  organization: string,
  of: { readonly product_key: string; readonly color: string },
  price_lists: ReadonlyArray<string>,
) {
  const { records } = yield* PriceHistory
  const found = yield* readWithin(
    "timeline_records",
    (limit) => records(organization, of, { price_type: null, price_lists, limit, wasKnown: true }),
    Option.match({ onNone: () => 0, onSome: ({ count }) => count }),
  )
  return Option.getOrUndefined(found)
})

/** What has moved in one colorway, and its token of now. */
const movedIn = Effect.fnUntraced(function* (
  organization: string,
  colorway: ColorwayChange,
  batchKey: string | null,
  now: Instant,
) {
  const { product_key, color, lines, basis } = colorway
  const of = { product_key, color }
  const types = eachType(lines.map((line) => ({ price_list: basePriceList, ...line })))
  const history = yield* historyOf(organization, of, listsOf(types))
  const at = momentOfBasis(basis!)
  if (history === undefined || at === undefined || at > now) return undefined
  const then = historyOfToken(history, of, basis!, at, batchKey)
  // a write may have its moment a little before others can read it
  const seen = then === undefined ? { since: instantFromMicros(at - unseen) } : { since: at, then }
  const moved = movedSince(history, of, { ...seen, now }, types, batchKey)
  if (then === undefined && moved.length === 0) return undefined
  const counts = (record: PriceRecord) => batchKey === null || !isDraftOf(record, batchKey)
  return { moved, basis: tokenKnownAt(history, of, now, counts) }
})

/**
 * What has moved in the colorways whose bases are stale. Where only time has passed since, the request with bases of `now`.
 * Nothing is named where a basis is none of ours, or where a colorway has more records than a timeline may read.
 */
export const whatMoved = Effect.fnUntraced(function* (
  { organization }: Principal,
  request: PriceChangeRequest,
  refused: ReadonlyArray<StaleColorway>,
) {
  const { batch_key, replaces = null } = request
  const names = new Set(refused.map(colorwayName))
  const moved: Array<MovedPair> = []
  const colorways: Array<ColorwayChange> = []
  const now = yield* currentInstant
  let isUnknown = false
  for (const colorway of request.colorways) {
    const found = names.has(colorwayName(colorway))
      ? yield* Effect.catchTag(
          movedIn(organization, colorway, batch_key ?? replaces, now),
          "LimitExceeded",
          () => Effect.succeed(undefined),
        )
      : { moved: [], basis: colorway.basis }
    isUnknown ||= found === undefined
    moved.push(...(found?.moved ?? []))
    colorways.push({ ...colorway, basis: found?.basis ?? colorway.basis })
    if (moved.length >= mostListed) break
  }
  const isTime = !isUnknown && moved.length === 0
  return {
    moved: moved.slice(0, mostListed),
    now: isTime ? { ...request, colorways } : undefined,
  }
})
