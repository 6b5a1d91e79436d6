import type { Instant } from "../../kernel/Instant.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import { writtenAt } from "../../kernel/rules/effectiveInstant.ts"
import { asAnswered, type PriceRecord, saysSame } from "../../prices/PriceRecord.ts"
import { asPair, type Pair } from "../../prices/rules/pairs.ts"
import { isWithdrawn, recordInForce } from "../../prices/rules/priceInForce.ts"
import type { BasisRecord, MovedPair } from "../PriceChange.ts"
import type { VariantMove } from "./variantMoves.ts"

/** What a batch was judged by for one variant and price type of a list; its keeper stores it and gives it back as it was. */
export interface PairBasis {
  readonly variant_key: string
  readonly price_type: string
  readonly price_list: string
  /** The moment that it was judged at. */
  readonly at: Instant
  /** The key of the record in force then. */
  readonly incumbent: string | null
  /** Keys and statuses of the draft and active records later than that, but for the batch's own drafts. */
  readonly future: ReadonlyArray<string>
  /** The instants at which drafts of the batch end temporary prices. */
  readonly returns: ReadonlyArray<Instant>
  /** The lines that the batch was asked for, as `heldLine` writes them, and the instants of what else it was judged for. */
  readonly lines: ReadonlyArray<string>
  /** Where the first of the lines begins, or it was judged, if that was earlier. */
  readonly since: Instant
}

/** One variant and price type of a list as a change finds it. */
export interface PairFound {
  readonly variant_key: string
  readonly price_type: string
  readonly price_list: string
  /** Withdrawn ones too: those in force at the moment asked for, and all later ones, at least. */
  readonly records: ReadonlyArray<PriceRecord>
  /** The keys of those that the batch withdraws, or withdrew. */
  readonly withdrawing: ReadonlySet<string>
  /** What the batch was judged by, if it holds anything of the pair. */
  readonly basis: PairBasis | null
}

const statusOf = (name: string) => (name.endsWith(" draft") ? "draft" : "active")

const basisRecord = (
  { record_key, effective_from, effective_at, status, batch_key, ...record }: PriceRecord,
  timeZone: string,
): BasisRecord => ({
  record_key,
  ...asAnswered(record),
  status,
  batch_key,
  effective_from: writtenAt(effective_from, effective_at, timeZone),
})

/** What has moved in a pair, from one record to another. */
export const movedTo = (
  pair: Pair,
  what: MovedPair["what"],
  was: PriceRecord | undefined,
  is: PriceRecord | undefined,
  timeZone: string,
): MovedPair => ({
  ...asPair(pair),
  was: was === undefined ? null : basisRecord(was, timeZone),
  is: is === undefined ? null : basisRecord(is, timeZone),
  what,
})

/**
 * What has taken the place of a price that a batch for republishing was filled with; nothing where another of its amount
 * has its instant, which filling again would not replace either.
 */
export const movedFilling = (
  filled: PriceRecord,
  inForce: PriceRecord | undefined,
  timeZone: string,
): ReadonlyArray<MovedPair> =>
  inForce?.effective_at === filled.effective_at && saysSame(inForce, filled)
    ? []
    : [movedTo(filled, "incumbent", filled, inForce, timeZone)]

/** A record as a basis names it: a draft that was published since is another. */
const futureName = ({ record_key, status }: Pick<PriceRecord, "record_key" | "status">) =>
  `${record_key} ${status}`

/**
 * What a pair is judged by at a moment, as it is `now`; without it all that was withdrawn counts, also by another whose
 * clock is ahead, or who had an earlier turn.
 */
export const pairBasis = (
  { variant_key, price_type, price_list, records }: Pick<PairFound, keyof Pair | "records">,
  batchKey: string,
  at: Instant,
  now: Instant = Number.POSITIVE_INFINITY,
): Omit<PairBasis, "returns" | "lines" | "since"> => {
  const inForce = recordInForce(records, at)
  return {
    variant_key,
    price_type,
    price_list,
    at,
    incumbent: inForce === undefined || isWithdrawn(inForce, now) ? null : inForce.record_key,
    future: records
      .filter(
        (record) =>
          record.effective_at > at &&
          !isWithdrawn(record, now) &&
          !(record.status === "draft" && record.batch_key === batchKey),
      )
      .map(futureName)
      .sort(compareText),
  }
}

/**
 * What is another now than the batch was judged by: the time that has passed alone moves nothing.
 *
 * A record that the batch is to withdraw and that has begun has moved too: it cannot be withdrawn any more. Of a
 * variant that has come or gone nothing else is listed; one without a basis that has gone moves nothing, since the batch
 * holds nothing of it.
 */
export const movedPair = (
  pair: PairFound,
  batchKey: string,
  now: Instant,
  timeZone: string,
  { hasCome, hasGone }: Pick<VariantMove, "hasCome" | "hasGone"> = { hasCome: false, hasGone: false },
): Array<MovedPair> => {
  const { basis: was, records, withdrawing } = pair
  const byKey = new Map(records.map((record) => [record.record_key, record]))
  const moved = (what: MovedPair["what"], before: string | null, after: string | null): MovedPair =>
    movedTo(pair, what, byKey.get(before ?? ""), byKey.get(after ?? ""), timeZone)
  if (hasCome) return [moved("variant", was?.incumbent ?? null, pairBasis(pair, batchKey, now).incumbent)]
  if (was === null) return []
  if (hasGone) return [moved("variant", was.incumbent, null)]
  const is = pairBasis(pair, batchKey, was.at)
  const keyOf = (name: string) => name.slice(0, name.lastIndexOf(" "))
  const [before, after] = [new Set(was.future), new Set(is.future)]
  const gone = new Map(
    was.future.flatMap((name) => (after.has(name) ? [] : [[keyOf(name), statusOf(name)] as const])),
  )
  const come = new Set(is.future.filter((name) => !before.has(name)).map(keyOf))
  const begun = records.filter(
    (record) =>
      withdrawing.has(record.record_key) && record.effective_at <= now && record.withdrawn === undefined,
  )
  return [
    ...(was.incumbent === is.incumbent ? [] : [moved("incumbent", was.incumbent, is.incumbent)]),
    // a draft that was published since is both
    ...[...gone].map(([key, status]) => {
      const each = moved("future", key, come.has(key) ? key : null)
      return { ...each, was: each.was && { ...each.was, status } }
    }),
    ...[...come].filter((key) => !gone.has(key)).map((key) => moved("future", null, key)),
    ...begun.map(({ record_key }) => moved("incumbent", null, record_key)),
  ]
}
