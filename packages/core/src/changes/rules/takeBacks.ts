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
  /** All of the organization. */
  readonly take_backs: ReadonlyArray<TakeBack>
}

/**
 * What a batch has done is done by it and by each batch that took back what had taken it back (`own`); all of that is as good as
 * taken back. Whether another batch stands then: nothing that stands takes it back.
 */
const sidesOf = ({ key, take_backs }: Reverted) => {
  const byReverted = Map.groupBy(take_backs, ({ reverts }) => reverts)
  const above = (keys: ReadonlyArray<string>) => keys.flatMap((each) => byReverted.get(each) ?? [])
  const own = new Map<string, TakeBack | undefined>([[key, undefined]])
  for (let keys = [key]; keys.length > 0; ) {
    const again = above(above(keys).map((each) => each.key))
    for (const each of again) own.set(each.key, each)
    keys = again.map((each) => each.key)
  }
  const known = new Map<string, boolean>()
  const stands = (batch: string): boolean => {
    const found = known.get(batch) ?? (!own.has(batch) && !above([batch]).some((each) => stands(each.key)))
    known.set(batch, found)
    return found
  }
  return { own, byKey: new Map(take_backs.map((each) => [each.key, each])), stands }
}

const sides = new WeakMap<Reverted, ReturnType<typeof sidesOf>>()

/** What of a pair is a batch's, and what it took away, whichever batches have set it again; `records` by `priceOrder`. */
export const takenApart = (
  records: ReadonlyArray<PriceRecord>,
  withdrawing: ReadonlySet<string>,
  reverted: Reverted,
) => {
  const { own, byKey, stands } = sides.get(reverted) ?? sidesOf(reverted)
  if (!sides.has(reverted)) sides.set(reverted, { own, byKey, stands })
  const again = records.flatMap((record) => {
    const by = byKey.get(record.batch_key ?? "")
    return by === undefined || record.status === "draft" || record.returns_from !== undefined
      ? []
      : [{ record, by }]
  })
  /** By what was taken away what was set in its place as that was taken back. */
  const next = new Map(
    records.flatMap((gone) => {
      if (gone.withdrawn === undefined && gone.taken_back === undefined) return []
      const found = again.find(
        ({ record, by }) =>
          record.sequence > gone.sequence &&
          record.effective_at >= gone.effective_at &&
          (gone.taken_back?.by === by.reverts || gone.withdrawn?.at === by.reverted_at) &&
          saysSame(record, gone),
      )
      return found === undefined ? [] : [[gone, found.record] as const]
    }),
  )
  const before = Map.groupBy(next.keys(), (gone) => next.get(gone)!)
  const isTaken = ({ record_key, withdrawn }: PriceRecord) =>
    withdrawing.has(record_key) && withdrawn?.at === reverted.published_at
  const isEnded = ({ taken_back }: PriceRecord) => taken_back !== undefined && own.has(taken_back.by)
  /** Withdrawn as what had taken the batch back was taken back. */
  const isUndone = ({ batch_key, withdrawn }: PriceRecord) =>
    withdrawn !== undefined &&
    [...own.values()].some((each) => each?.reverts === batch_key && each?.published_at === withdrawn.at)
  const isSet = (record: PriceRecord): boolean =>
    record.status === "active" &&
    ((record.batch_key !== null && own.has(record.batch_key)) || before.get(record)?.some(isSet) === true)
  /** Whether whatever set it, and what it is in the place of, stands without the batch. */
  const isWanted = (record: PriceRecord): boolean =>
    (record.batch_key === null || stands(record.batch_key)) && before.get(record)?.some(isWanted) !== false
  return {
    isSet,
    isTaken,
    isEnded,
    /** What comes back: what is set again already is there, or another has taken that away since. */
    isLost: (record: PriceRecord) =>
      (isTaken(record) || isUndone(record) || isEnded(record)) && !next.has(record) && isWanted(record),
    /** The record, or what was set in its place last. */
    lastOf: (record: PriceRecord): PriceRecord => {
      let last = record
      for (let after = next.get(last); after !== undefined; after = next.get(last)) last = after
      return last
    },
  }
}
