import type { Instant } from "../contract/Instant.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import { priceOrder } from "./priceOrder.ts"

/** What a batch holds and withdraws at a moment. */
export interface OpenBatch {
  readonly batch_key: string
  /** The keys of the records that publishing it withdraws. */
  readonly withdrawing: ReadonlySet<string>
  readonly now: Instant
}

/** Whether the record is a draft that the batch holds. */
export const isDraftOf = ({ status, batch_key, withdrawn }: PriceRecord, batchKey: string): boolean =>
  status === "draft" && batch_key === batchKey && withdrawn === undefined

/**
 * The records of one variant and price type as if the batch were published: without those to come that it withdraws, its
 * drafts active, and later than all others of their instants. The same list where it has none of the pair.
 */
export const asPublished = (
  records: ReadonlyArray<PriceRecord>,
  { batch_key, withdrawing, now }: OpenBatch,
): ReadonlyArray<PriceRecord> => {
  const isGone = ({ record_key, effective_at }: PriceRecord) =>
    withdrawing.has(record_key) && effective_at > now
  if (!records.some((record) => isDraftOf(record, batch_key) || isGone(record))) return records
  const drafts = records.filter((record) => isDraftOf(record, batch_key))
  const first = Number.MAX_SAFE_INTEGER - drafts.length
  return [
    ...records.filter((record) => !isDraftOf(record, batch_key) && !isGone(record)),
    ...drafts
      .sort(priceOrder)
      .map((record, index): PriceRecord => ({ ...record, status: "active", sequence: first + index })),
  ]
}
