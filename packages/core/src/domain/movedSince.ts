import type { Instant } from "../contract/Instant.ts"
import type { MovedPair } from "../contract/PriceChange.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import { basisToken } from "./basisToken.ts"
import type { ColorwayFound } from "./changeColorway.ts"
import { movedPair, type PairFound, pairBasis } from "./pairBasis.ts"
import { isWithdrawn, priceInForce } from "./priceInForce.ts"

/** How far is looked back: moments, written records, and names of records that are compared in all. */
const atMost = { moments: 8, records: 200, names: 200_000 }

/** The colorway's token if it was this moment, and these were its records. */
const tokenAt = (variant_keys: ReadonlyArray<string>, pairs: ReadonlyArray<PairFound>, at: Instant) =>
  basisToken({
    variant_keys,
    inForce: pairs.flatMap(({ records }) => priceInForce(records, at) ?? []),
    future: pairs.flatMap(({ records }) =>
      records.filter((record) => record.effective_at > at && !isWithdrawn(record, at)),
    ),
  })

/** The moments between which nothing begins or is withdrawn, the last first. */
const moments = (records: ReadonlyArray<PriceRecord>, now: Instant): ReadonlyArray<Instant> => {
  const events = records.flatMap(({ effective_at, withdrawn }) => [effective_at, withdrawn?.at ?? now + 1])
  const before = [...new Set(events)].filter((at) => at <= now).sort((a, b) => b - a)
  return [now, ...before.map((at) => at - 1)].slice(0, atMost.moments)
}

/** The variants whose records, of which they have some, are all undone: perhaps they were not there. */
const comeSince = (
  pairs: ReadonlyArray<PairFound>,
  undone: ReadonlyArray<PairFound>,
): ReadonlySet<string> => {
  const keysOf = (found: ReadonlyArray<PairFound>) =>
    found.flatMap(({ variant_key, records }) => (records.length === 0 ? [] : variant_key))
  const known = new Set(keysOf(undone))
  return new Set(keysOf(pairs).filter((key) => !known.has(key)))
}

/**
 * What has moved in a colorway since it had a basis of which only the token is known: what came last is undone, record by
 * record and moment by moment, until the colorway has that token; then the two are compared as `movedPair` does.
 *
 * A record of a batch may have been written since, or only been published; one of both is supposed for all. `found` has
 * all records there ever were. A variant that has come is told by its prices. Empty where nothing of this gives the token, as
 * when a variant has gone, or come without a price. Drafts of the batch that is filled move nothing.
 */
export const movedSince = (
  found: ColorwayFound,
  token: string,
  now: Instant,
  batchKey = "",
): ReadonlyArray<MovedPair> => {
  const { variant_keys, pairs } = found
  const records = pairs.flatMap((pair) => pair.records)
  const latest = records.toSorted((a, b) => b.sequence - a.sequence)
  const looks = moments(records, now)
  const most = Math.min(
    atMost.records,
    records.length,
    Math.floor(atMost.names / (2 * looks.length * Math.max(1, records.length))),
  )
  for (let count = 0; count <= most; count++) {
    const since = new Set(latest.slice(0, count).map(({ record_key }) => record_key))
    for (const wereDrafts of count === 0 ? [false] : [false, true]) {
      const undone = pairs.map((pair) => ({
        ...pair,
        records: pair.records.flatMap((record): ReadonlyArray<PriceRecord> => {
          if (!since.has(record.record_key)) return [record]
          return wereDrafts && record.batch_key !== null ? [{ ...record, status: "draft" }] : []
        }),
      }))
      const come = comeSince(pairs, undone)
      const others = variant_keys.filter((key) => !come.has(key))
      for (const at of looks) {
        const isOfOld = tokenAt(variant_keys, undone, at) === token
        if (!isOfOld && (come.size === 0 || tokenAt(others, undone, at) !== token)) continue
        return pairs.flatMap((pair, index) => {
          const basis = { ...pairBasis(undone[index]!, batchKey, at, at), returns: [], lines: [], since: at }
          const moved = movedPair({ ...pair, basis, withdrawing: new Set() }, batchKey, now)
          return isOfOld || !come.has(pair.variant_key)
            ? moved
            : moved.slice(0, 1).map((each) => ({ ...each, what: "variant" as const }))
        })
      }
    }
  }
  return []
}
