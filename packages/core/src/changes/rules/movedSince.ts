import type { Instant } from "../../kernel/Instant.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import { basisToken } from "../../prices/rules/basisToken.ts"
import type { ListedType } from "../../prices/rules/pairName.ts"
import { isWithdrawn, recordInForce } from "../../prices/rules/priceInForce.ts"
import type { MovedPair } from "../PriceChange.ts"
import type { ColorwayFound } from "./ColorwayFound.ts"
import { movedPair, type PairFound, pairBasis } from "./pairBasis.ts"

/** How far is looked back: moments, writes, and names of records that are compared in all. */
const atMost = { moments: 8, writes: 200, names: 200_000 } as const

/** The colorway's token if it was this moment, and it had these variants. */
const tokenAt = (variant_keys: ReadonlyArray<string>, pairs: ReadonlyArray<PairFound>, at: Instant) => {
  const known = new Set(variant_keys)
  const own = pairs.filter(({ variant_key }) => known.has(variant_key))
  return basisToken({
    variant_keys,
    inForce: own.flatMap(({ records }) => recordInForce(records, at) ?? []),
    future: own.flatMap(({ records }) =>
      records.filter((record) => record.effective_at > at && !isWithdrawn(record, at)),
    ),
  })
}

/** The moments between which nothing begins, is withdrawn or goes, the last first. */
const moments = (
  records: ReadonlyArray<PriceRecord>,
  gone: ReadonlyArray<Instant>,
  now: Instant,
): ReadonlyArray<Instant> => {
  const events = records.flatMap(({ effective_at, withdrawn }) => [effective_at, withdrawn?.at ?? now + 1])
  const before = [...new Set([...events, ...gone])].filter((at) => at <= now).sort((a, b) => b - a)
  return [now, ...before.map((at) => at - 1)].slice(0, atMost.moments)
}

/** What was written at once, or published, the last first: records of a batch together, those of imports one by one. */
const writes = (records: ReadonlyArray<PriceRecord>): ReadonlyArray<ReadonlyArray<PriceRecord>> => {
  const all: Array<Array<PriceRecord>> = []
  for (const record of records.toSorted((a, b) => b.sequence - a.sequence)) {
    const last = all.at(-1)
    const isOfLast =
      record.batch_key !== null &&
      last?.[0]?.batch_key === record.batch_key &&
      last[0].made_at === record.made_at
    if (isOfLast) last.push(record)
    else all.push([record])
  }
  return all
}

/** The variants that have records. */
const priced = (pairs: ReadonlyArray<PairFound>): ReadonlySet<string> =>
  new Set(pairs.flatMap(({ variant_key, records }) => (records.length === 0 ? [] : variant_key)))

/** Who of the variants may have come: those whose records are all undone, those that have none, or both. */
const mayHaveCome = (
  keys: ReadonlyArray<string>,
  has: ReadonlySet<string>,
  undone: ReadonlyArray<PairFound>,
): ReadonlyArray<ReadonlySet<string>> => {
  const had = priced(undone)
  const undoneOnes = keys.filter((key) => has.has(key) && !had.has(key))
  const bare = keys.filter((key) => !has.has(key))
  const some = [undoneOnes, bare].filter((each) => each.length > 0)
  return [[], ...some, ...(some.length === 2 ? [some.flat()] : [])].map((each) => new Set(each))
}

/**
 * What has moved in a colorway since it had a basis of which only the token is known: what came last is undone, record by
 * record and moment by moment, until the colorway has that token; then the two are compared as `movedPair` does.
 *
 * A record of a batch may have been written since, or only been published; one of both is supposed for all. `found` has
 * all records there ever were, and variants that are gone. A variant that has come or gone is told by its prices, one
 * without any by the price types that the caller is about. Empty where only time has passed; undefined where nothing of this
 * gives the token. Drafts of the batch that is filled move nothing.
 */
export const movedSince = (
  found: ColorwayFound,
  token: string,
  types: ReadonlyArray<ListedType>,
  now: Instant,
  timeZone: string,
  batchKey = "",
  mostWrites: number = atMost.writes,
): ReadonlyArray<MovedPair> | undefined => {
  const { variant_keys, pairs, gone = new Map<string, Instant>() } = found
  const records = pairs.flatMap((pair) => pair.records)
  const latest = writes(records)
  const looks = moments(records, [...gone.values()], now)
  const has = priced(pairs)
  // of variants without a price there are four guesses who may have come
  const guesses = has.size < variant_keys.length ? 4 : 1
  const names = guesses * Math.max(1, records.length + variant_keys.length)
  const most = Math.min(mostWrites, latest.length, Math.floor(atMost.names / (2 * looks.length * names)))
  const isGone = (key: string, at: Instant) => (gone.get(key) ?? Number.POSITIVE_INFINITY) <= at
  const bare = (variant_key: string): ReadonlyArray<MovedPair> =>
    types.map((type) => ({ variant_key, ...type, was: null, is: null, what: "variant" }))
  for (let count = 0; count <= most; count++) {
    const since = new Set(latest.slice(0, count).flatMap((each) => each.map(({ record_key }) => record_key)))
    for (const wereDrafts of count === 0 ? [false] : [false, true]) {
      const undone = pairs.map((pair) => ({
        ...pair,
        records: pair.records.flatMap((record): ReadonlyArray<PriceRecord> => {
          if (!since.has(record.record_key)) return [record]
          return wereDrafts && record.batch_key !== null ? [{ ...record, status: "draft" }] : []
        }),
      }))
      for (const at of looks) {
        const there = variant_keys.filter((key) => !isGone(key, at))
        const come = mayHaveCome(there, has, undone).find(
          (some) =>
            tokenAt(
              there.filter((key) => !some.has(key)),
              undone,
              at,
            ) === token,
        )
        if (come === undefined) continue
        const isOther = (key: string) => come.has(key) || (gone.has(key) && !isGone(key, at))
        const known = new Set(there)
        return [
          ...pairs.flatMap((pair, index) => {
            const { variant_key } = pair
            if (!known.has(variant_key)) return []
            const basis = {
              ...pairBasis(undone[index]!, batchKey, at, at),
              returns: [],
              lines: [],
              since: at,
            }
            const hasGone = gone.has(variant_key) && !isGone(variant_key, at)
            const move = { hasCome: false, hasGone }
            const moved = movedPair({ ...pair, basis, withdrawing: new Set() }, batchKey, now, timeZone, move)
            return come.has(variant_key)
              ? moved.slice(0, 1).map((each) => ({ ...each, what: "variant" as const }))
              : moved
          }),
          ...there.filter((key) => isOther(key) && !has.has(key)).flatMap(bare),
        ].sort((a, b) => compareText(a.variant_key, b.variant_key))
      }
    }
  }
  return undefined
}

/**
 * What may have moved where `movedSince` finds no token: the pairs that were written last, with what was in force or to come
 * without that.
 */
export const movedLast = (
  { pairs, variant_keys }: ColorwayFound,
  types: ReadonlyArray<ListedType>,
  now: Instant,
  timeZone: string,
): ReadonlyArray<MovedPair> => {
  const last = new Set(
    writes(pairs.flatMap(({ records }) => records))[0]?.map(({ record_key }) => record_key),
  )
  const named = pairs.flatMap((pair) => {
    const records = pair.records.filter(({ record_key }) => !last.has(record_key))
    if (records.length === pair.records.length) return []
    const basis = { ...pairBasis({ ...pair, records }, "", now, now), returns: [], lines: [], since: now }
    return movedPair({ ...pair, basis, withdrawing: new Set() }, "", now, timeZone)
  })
  if (named.length > 0) return named
  return variant_keys
    .slice(0, 1)
    .flatMap((variant_key) =>
      types.map((type) => ({ variant_key, ...type, was: null, is: null, what: "variant" as const })),
    )
}
