import type { PriceRecord } from "../../prices/PriceRecord.ts"

/** A published batch that takes another one back. */
export interface TakeBack {
  readonly key: string
  readonly reverts: string
}

/** The batch that is to be taken back. */
export interface Reverted {
  readonly key: string
  /** All of the organization, by the batch that they take back. */
  readonly take_backs: ReadonlyMap<string, ReadonlyArray<TakeBack>>
  /** Their keys. */
  readonly taking: ReadonlySet<string>
}

/** The batch that is to be taken back, among the take-backs of its organization. */
export const revertedBatch = (key: string, takeBacks: ReadonlyArray<TakeBack>): Reverted => ({
  key,
  take_backs: Map.groupBy(takeBacks, ({ reverts }) => reverts),
  taking: new Set(takeBacks.map((each) => each.key)),
})

/**
 * What of a pair is there because of a batch, and what is not, whichever batches have set it again; `records` by `priceOrder`.
 *
 * A price is to be there while what set it first stands and nothing that has withdrawn it does, but for batches that take
 * others back: what these do follows from which of the others stand.
 */
export const takenApart = (records: ReadonlyArray<PriceRecord>, { key, take_backs, taking }: Reverted) => {
  /** Whether nothing that stands takes the batch back; `but` is not there. */
  const stands = (batch: string | null, but?: string): boolean =>
    batch !== but && take_backs.get(batch ?? "")?.some((each) => stands(each.key, but)) !== true
  const byKey = new Map(records.map((record) => [record.record_key, record]))
  const next = new Map(
    records.flatMap((record) => (record.status === "active" ? [[record.sets_again, record]] : [])),
  )
  const isWanted = ({ batch_key, withdrawn_in: by, sets_again = "" }: PriceRecord, but?: string): boolean => {
    if (by !== undefined && !taking.has(by) && stands(by, but)) return false
    const before = byKey.get(sets_again)
    return before === undefined ? stands(batch_key, but) : isWanted(before, but)
  }
  const lastOf = (record: PriceRecord): PriceRecord => {
    const after = next.get(record.record_key)
    return after === undefined ? record : lastOf(after)
  }
  return {
    /** What is there, or was, and is not to be without the batch. */
    isSet: (record: PriceRecord) => record.status === "active" && !isWanted(record, key) && isWanted(record),
    /** What comes back without it, and is not set again already. */
    isLost: (record: PriceRecord) =>
      (record.withdrawn_in ?? record.taken_back) !== undefined &&
      !next.has(record.record_key) &&
      isWanted(record, key) &&
      !isWanted(record),
    /** The record, or what was set in its place last. */
    lastOf,
  }
}
