import { type Instant, instantFromMicros } from "../../kernel/Instant.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import type { HistoryOf, PriceRecords } from "../../prices/PriceHistory.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import { historyAsKnown } from "../../prices/rules/asKnown.ts"
import { isSameBasis } from "../../prices/rules/basisToken.ts"
import { asPair, type ListedType, pricesByPair } from "../../prices/rules/pairs.ts"
import type { MovedPair } from "../PriceChange.ts"
import { isDraftOf } from "./asPublished.ts"
import { tokenOf } from "./ColorwayFound.ts"
import { movedPair, pairBasis } from "./pairBasis.ts"

/** A colorway as the catalog had it at a moment. */
const knownAt = (history: PriceRecords, of: HistoryOf, at: Instant) => {
  const known = historyAsKnown(history, of, at)
  const variants = known.variants.filter(({ retired_at = Number.POSITIVE_INFINITY }) => retired_at > at)
  const variant_keys = variants.map(({ variant_key }) => variant_key).sort(compareText)
  const keys = new Set(variant_keys)
  return {
    variant_keys,
    keys,
    prices: pricesByPair(known.records.filter(({ variant_key }) => keys.has(variant_key))),
  }
}

/** The token of a colorway as the catalog had it at a moment; drafts of a batch may be in no one's way. */
export const tokenKnownAt = (
  history: PriceRecords,
  of: HistoryOf,
  at: Instant,
  counts: (record: PriceRecord) => boolean = () => true,
): string => {
  const { variant_keys, prices } = knownAt(history, of, at)
  return tokenOf({ variant_keys, pairs: prices.pairs.map((records) => ({ records })) }, at, counts)
}

/** How many records are looked through at most to find the history that a token was made of: in some 50 ms. */
const mostLooks = 20_000

/** How many writes of the very moment of a basis are looked through. */
const mostTies = 100

/** A moment that is just after another one. */
const after = (at: Instant) => instantFromMicros(at + 1)

/** A history in which some records came, or were published, after a moment that they have, and what ended at it ended after it. */
const asLater = (
  { variants, records, ...history }: PriceRecords,
  at: Instant,
  later: ReadonlySet<PriceRecord>,
  { wereDrafts, endsLater }: { readonly wereDrafts: boolean; readonly endsLater: boolean },
): PriceRecords => ({
  ...history,
  variants: variants.map((each) =>
    endsLater && each.retired_at === at ? { ...each, retired_at: after(at) } : each,
  ),
  records: records.map((record) => {
    const { known_at, made_at, withdrawn } = record
    const isKnown = known_at !== undefined
    return {
      ...record,
      ...(later.has(record) && isKnown && { known_at: after(at) }),
      ...(later.has(record) && made_at === at && !(wereDrafts && isKnown) && { made_at: after(at) }),
      ...(endsLater && withdrawn?.at === at && { withdrawn: { ...withdrawn, at: after(at) } }),
    }
  }),
})

/**
 * The history as it was when a token was made. Clocks have milliseconds, and in tests they stand: of what was written at the very
 * moment of the token the last writes are taken for later ones, one by one, until the colorway has the token. Undefined where it
 * never has: a write had its moment before others could read it, or the token is none of this colorway's; and where a long history would
 * be looked through too often.
 */
export const historyOfToken = (
  history: PriceRecords,
  of: HistoryOf,
  token: string,
  at: Instant,
  batchKey: string | null,
): PriceRecords | undefined => {
  const isTie = ({ known_at, made_at }: PriceRecord) => known_at === at || made_at === at
  const ties = history.records
    .filter(isTie)
    .sort((a, b) => b.sequence - a.sequence)
    .slice(0, mostTies)
  const every = () => true
  const counting = batchKey === null ? [every] : [(each: PriceRecord) => !isDraftOf(each, batchKey), every]
  let looks = 0
  for (let count = 0; count <= ties.length; count++) {
    const later = new Set(ties.slice(0, count))
    for (const endsLater of [false, true])
      for (const wereDrafts of count === 0 ? [false] : [false, true]) {
        if (looks > mostLooks) return undefined
        looks += history.records.length * counting.length
        const found = asLater(history, at, later, { wereDrafts, endsLater })
        if (counting.some((counts) => isSameBasis(token, tokenKnownAt(found, of, at, counts)))) return found
      }
  }
  return undefined
}

/**
 * What has moved in a colorway since a moment: the difference between what was known then (`then`: the history as it was) and what is
 * known now, whole and exact. Time that has passed moves nothing, nor do drafts of the batch that is filled. A variant that has come or gone is named by its
 * prices, one without any by the price types that the caller is about.
 */
export const movedSince = (
  history: PriceRecords,
  of: HistoryOf,
  {
    since,
    now,
    then = history,
  }: { readonly since: Instant; readonly now: Instant; readonly then?: PriceRecords },
  types: ReadonlyArray<ListedType>,
  batchKey: string | null,
): Array<MovedPair> => {
  const [before, after] = [knownAt(then, of, since), knownAt(history, of, now)]
  const counts = (records: ReadonlyArray<PriceRecord>) =>
    records.filter((record) => !isDraftOf(record, batchKey ?? ""))
  const all = new Set([...before.variant_keys, ...after.variant_keys])
  const byVariant = Map.groupBy(pricesByPair(history.records).pairs, ([first]) => first!.variant_key)
  return [...all].sort(compareText).flatMap((variant_key) => {
    const [hadIt, hasIt] = [before.keys.has(variant_key), after.keys.has(variant_key)]
    const moved = (byVariant.get(variant_key) ?? []).flatMap((records) => {
      const pair = asPair(records[0]!)
      const was = { ...pair, records: before.prices.of(variant_key, pair.price_type, pair.price_list) }
      const basis = { ...pairBasis(was, batchKey ?? "", since, since), returns: [], lines: [], since }
      const found = { ...pair, records: counts(records), withdrawing: new Set<string>(), basis }
      return movedPair(found, batchKey ?? "", now, history.time_zone, { hasCome: !hadIt, hasGone: !hasIt })
    })
    if (moved.length > 0 || hadIt === hasIt) return moved
    return types.map((type) => ({ variant_key, ...type, was: null, is: null, what: "variant" as const }))
  })
}
