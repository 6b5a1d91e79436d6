import { basePriceList } from "../../kernel/basePriceList.ts"
import { type Instant, instantFromMicros, instantToExactText } from "../../kernel/Instant.ts"
import { type PriceRecord, said, saysSame } from "../../prices/PriceRecord.ts"
import { judgeReturns } from "../../prices/rules/judgeReturns.ts"
import { asPair } from "../../prices/rules/pairs.ts"
import { isWithdrawn, lastBegun, overAt, priceOrder, recordInForce } from "../../prices/rules/priceInForce.ts"
import { endsOf, standingAt, standingOf } from "../../prices/rules/standing.ts"
import type { RevertOutcome } from "../PriceBatch.ts"
import { activeRecord } from "./asPublished.ts"
import type { NewDraft } from "./colorwayWrites.ts"
import type { PairFound } from "./pairBasis.ts"
import { type Reverted, takenApart } from "./takeBacks.ts"

export interface RevertPlan {
  readonly drafts: ReadonlyArray<NewDraft>
  readonly withdrawals: ReadonlyArray<PriceRecord>
  /** Prices of the batch that have begun: they are over, so that what holds beneath them is in force again. */
  readonly ended: ReadonlyArray<PriceRecord>
  /** One for every record of the pair that the batch set, then for each that it withdrew, by `priceOrder`. */
  readonly outcomes: ReadonlyArray<{ readonly record: PriceRecord; readonly outcome: RevertOutcome }>
}

export const notWithdrawn = ({ withdrawn: _, ...record }: PriceRecord): PriceRecord => record
export const notTakenBack = ({ taken_back: _, ...record }: PriceRecord): PriceRecord => record

/** A price to be set once more, as it was or from another instant on. */
const again = (
  record: PriceRecord,
  at: Instant = record.effective_at,
  from = record.effective_from,
): NewDraft => ({
  ...asPair(record),
  ...said(record),
  effective_from: from,
  effective_at: at,
  sets_again: record.record_key,
  ...(record.ends !== undefined && { ends: record.ends }),
})

/** The records of a pair once what takes a batch back is published. */
export const takenBack = (
  records: ReadonlyArray<PriceRecord>,
  { drafts, withdrawals, ended }: Omit<RevertPlan, "outcomes">,
  now: Instant,
): ReadonlyArray<PriceRecord> => {
  const at = instantFromMicros(now)
  const gone = new Set(withdrawals)
  const over = new Set(ended)
  return [
    ...records
      .filter((record) => !gone.has(record))
      .map((record) => (over.has(record) ? { ...record, taken_back: { at, by: "" } } : record)),
    ...drafts.map((draft) => activeRecord(draft)),
  ]
}

/** A pair as it is now, and as it would be now without the batch. */
const comparedWithout = ({ records: all }: Pick<PairFound, "records">, reverted: Reverted, now: Instant) => {
  const records = all.toSorted(priceOrder)
  const { isSet, isLost, lastOf } = takenApart(records, reverted)
  const lost = new Map(records.filter(isLost).map((record) => [record.record_key, record]))
  /** A return at the end that the batch gave it: without the batch it is not over then. */
  const isOfEnded = ({ returns_from }: PriceRecord) => returns_from !== undefined && lost.has(returns_from)
  const standing = standingOf(
    records.flatMap((record) => {
      if (isSet(record) || isOfEnded(record)) return []
      return lost.has(record.record_key) ? notTakenBack(notWithdrawn(record)) : record
    }),
  )
  const last = lastBegun(records, now)
  const inForce = recordInForce(records, now)
  // what a shop has withdrawn while it was in force would be gone without the batch too
  const isLeft = last !== undefined && isSet(last) && isWithdrawn(last, now)
  const earlier = isLeft ? undefined : standingAt(standing, now)
  const differs = !saysSame(inForce, earlier)
  const isSame = !differs && inForce?.ends?.at === earlier?.ends?.at
  /** Other lists fall back where they had no price before. */
  const isBound = earlier === undefined && differs && records[0]?.price_list === basePriceList
  return {
    records,
    isSet,
    /** What it withdrew or took back, but for returns, which follow from other prices. */
    lost: [...lost.values()].filter(({ returns_from }) => returns_from === undefined),
    lastOf,
    /** What there is without it. */
    standing,
    inForce,
    /** What would be in force. */
    earlier,
    differs,
    isBound,
    /** What is in force is as it would be and temporary: it stays, and nothing that the batch set beneath it. */
    uncovers: !isLeft && isSame && inForce?.ends !== undefined,
    /** What is in force stays so. */
    stays: isLeft || (inForce !== undefined && (isBound || (isSet(inForce) && isSame))),
    /** The price by itself that is in force, also where a return says so. */
    held: standingAt(standingOf(records), now),
  }
}

type Compared = ReturnType<typeof comparedWithout>

/** Of what the batch withdrew or took back what is set once more: from its own instant on, or from the first end on that uncovers it. */
const setLater = (
  { lost, standing, earlier }: Compared,
  now: Instant,
): ReadonlyMap<PriceRecord, NewDraft> => {
  const ends = [...endsOf(standing)].filter(({ at }) => at > now)
  const drafts = lost.flatMap((record) => {
    const isIt = (other: PriceRecord | undefined) => other?.record_key === record.record_key
    if (record.effective_at > now && isIt(standingAt(standing, record.effective_at)))
      return [[record, again(record)] as const]
    const end = ends.find(({ to }) => isIt(to))
    return end === undefined || isIt(earlier) ? [] : [[record, again(record, end.at, end.until)] as const]
  })
  return new Map(drafts)
}

/** Drafts with the returns that follow from them (`judgeReturns`), and what the pair says from now on then, until when. */
const withReturns = (records: ReadonlyArray<PriceRecord>, own: ReadonlyArray<NewDraft>, now: Instant) => {
  const set = new Map(own.map((draft, index) => [`set ${index}`, draft]))
  const found = [
    ...records,
    ...[...set].map(([record_key, draft]) => ({ ...activeRecord(draft), record_key })),
  ]
  const { drafts: returns, withdrawals: gone } = judgeReturns(found, now)
  const back = returns.find(({ effective_at }) => effective_at === now)
  const held = recordInForce(found, now)
  return {
    drafts: [
      ...own,
      ...returns.map((draft) => ({
        ...draft,
        returns_from: set.get(draft.returns_from) ?? draft.returns_from,
      })),
    ],
    gone,
    says: back ?? held,
    until: back === undefined ? held && overAt(held) : back.ends?.at,
  }
}

/**
 * What takes a published batch back for one variant and price type of a list, of which `records` are all that there ever were.
 *
 * What it set and is to come is withdrawn, what it withdrew and is to come is set again, and what it set and has begun is
 * over from now on, as a temporary price is: what holds beneath is in force again, and so is whatever other temporary prices
 * return to (`judgeReturns`). What it took back, or withdrew and would have begun by now, is set again from now on, or, where
 * a temporary price is over it, from the end of that on. So from the moment that this is published the prices are as if the batch had never been, but
 * where there was none before: a price cannot be made to never have been.
 */
export const planRevert = (
  pair: Pick<PairFound, "records">,
  reverted: Reverted,
  now: Instant,
): RevertPlan => {
  const compared = comparedWithout(pair, reverted, now)
  const { records, isSet, lastOf, inForce, held, earlier, differs, isBound, uncovers, stays } = compared
  const sets = records.filter(isSet)
  const withdrawals = sets.filter(
    ({ effective_at, withdrawn }) => effective_at > now && withdrawn === undefined,
  )
  const ended = sets.filter(
    (record) =>
      (!stays || (uncovers && record !== inForce)) &&
      record.effective_at <= now &&
      record.returns_from === undefined &&
      record.withdrawn === undefined &&
      (overAt(record) ?? Number.POSITIVE_INFINITY) > now,
  )
  const left = takenBack(records, { drafts: [], withdrawals, ended }, now)
  const later = setLater(compared, now)
  let planned = withReturns(left, [...later.values()], now)
  // what would have begun, or begun again, by now begins now, also where the same amount is over earlier
  const isThere = () => saysSame(planned.says, earlier) && planned.until === earlier?.ends?.at
  if (earlier !== undefined && !stays && !isThere())
    planned = withReturns(left, [again(earlier, now, instantToExactText(now)), ...later.values()], now)

  const setAt = new Set(planned.drafts.map(({ effective_at }) => effective_at))
  const outcomeOfSet = (record: PriceRecord): RevertOutcome => {
    if (record.withdrawn !== undefined) return "already_withdrawn"
    if (record.effective_at > now) return "withdrawn"
    if (record !== inForce && !(isBound && record === held)) return "superseded"
    return isBound ? "no_earlier_price" : differs ? "returned" : "unchanged"
  }
  const outcomeOfTaken = (record: PriceRecord): RevertOutcome => {
    if (later.has(record)) return "set_again"
    if (record.returns_from !== undefined && setAt.has(record.effective_at)) return "set_again"
    if (earlier?.record_key !== record.record_key) return "superseded"
    return differs ? "returned" : "unchanged"
  }
  return {
    drafts: planned.drafts,
    withdrawals: [...withdrawals, ...planned.gone],
    ended,
    outcomes: [
      ...records
        .filter(({ status, batch_key }) => status === "active" && batch_key === reverted.key)
        .map((record) => {
          const last = lastOf(record)
          return { record, outcome: outcomeOfSet(isSet(last) ? last : record) }
        }),
      ...records
        .filter(({ withdrawn_in }) => withdrawn_in === reverted.key)
        .map((record) => ({ record, outcome: outcomeOfTaken(lastOf(record)) })),
    ],
  }
}
