import type { Instant } from "../../kernel/Instant.ts"
import { type PriceRecord, saysSame } from "../../prices/PriceRecord.ts"

/** A published batch that takes another one back; `reverted_at`: when that one was published. */
export interface TakeBack {
  readonly key: string
  readonly reverts: string
  readonly published_at: Instant
  readonly reverted_at: Instant
}

/** The batch that is to be taken back. */
export interface Reverted {
  readonly key: string
  readonly published_at: Instant
  /** All of the organization, by key. */
  readonly take_backs: ReadonlyMap<string, TakeBack>
}

/** The batch that is to be taken back, among the take-backs of its organization. */
export const revertedBatch = (
  key: string,
  published_at: Instant,
  takeBacks: ReadonlyArray<TakeBack>,
): Reverted => ({ key, published_at, take_backs: new Map(takeBacks.map((each) => [each.key, each])) })

/**
 * What of a pair is a batch's, and what it took away, whichever batches have set it again; `records` by `priceOrder`.
 *
 * What a batch has done is done by it and by each one that took back what had taken it back: all of these are as good as taken back.
 */
export const takenApart = (
  records: ReadonlyArray<PriceRecord>,
  withdrawing: ReadonlySet<string>,
  { key, published_at, take_backs }: Reverted,
) => {
  const isOwn = (batch: string | null): boolean => {
    const above = take_backs.get(take_backs.get(batch ?? "")?.reverts ?? "")
    return batch === key || (above !== undefined && isOwn(above.reverts))
  }
  const takeBacksOf = (batch: string | null) =>
    [...take_backs.values()].filter(({ reverts }) => reverts === batch)
  /** Whether nothing that stands takes the batch back then. */
  const stands = (batch: string | null): boolean =>
    !(isOwn(batch) || takeBacksOf(batch).some((each) => stands(each.key)))
  const again = records.filter(
    ({ status, batch_key, returns_from }) =>
      status === "active" && returns_from === undefined && take_backs.has(batch_key ?? ""),
  )
  /** By what was taken away what was set in its place as that was taken back. */
  const next = new Map<PriceRecord, PriceRecord>()
  for (const gone of records) {
    const { withdrawn, taken_back } = gone
    const after = again.find((record) => {
      const by = take_backs.get(record.batch_key!)!
      return (
        (taken_back?.by === by.reverts || withdrawn?.at === by.reverted_at) &&
        // what is taken back of a batch is none of its own prices
        ![record.batch_key, by.reverts].includes(gone.batch_key) &&
        record.sequence > gone.sequence &&
        record.effective_at >= gone.effective_at &&
        saysSame(record, gone)
      )
    })
    if (after !== undefined) next.set(gone, after)
  }
  const before = Map.groupBy(next.keys(), (gone) => next.get(gone)!)
  const isTaken = ({ record_key, withdrawn }: PriceRecord) =>
    withdrawing.has(record_key) && withdrawn?.at === published_at
  const isEnded = ({ taken_back }: PriceRecord) => taken_back !== undefined && isOwn(taken_back.by)
  /** Withdrawn as what had taken the batch back was taken back. */
  const isUndone = ({ batch_key, withdrawn }: PriceRecord) =>
    withdrawn !== undefined &&
    take_backs.has(batch_key ?? "") &&
    takeBacksOf(batch_key).some((each) => each.published_at === withdrawn.at && isOwn(each.key))
  const isSet = (record: PriceRecord): boolean =>
    record.status === "active" && (isOwn(record.batch_key) || before.get(record)?.some(isSet) === true)
  /** Whether whatever set it, and what it is in the place of, stands without the batch. */
  const isWanted = (record: PriceRecord): boolean =>
    stands(record.batch_key) && before.get(record)?.some(isWanted) !== false
  const lastOf = (record: PriceRecord): PriceRecord => {
    const after = next.get(record)
    return after === undefined ? record : lastOf(after)
  }
  return {
    isSet,
    isTaken,
    isEnded,
    /** What comes back: what is set again already is there, or another has taken that away since. */
    isLost: (record: PriceRecord) =>
      (isTaken(record) || isUndone(record) || isEnded(record)) && !next.has(record) && isWanted(record),
    /** The record, or what was set in its place last. */
    lastOf,
  }
}
