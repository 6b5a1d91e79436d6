import { type Instant, instantFromMicros } from "../../kernel/Instant.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import { judgeReturns, type NewReturn } from "../../prices/rules/judgeReturns.ts"
import { priceOrder } from "../../prices/rules/priceInForce.ts"
import type { NewDraft } from "./colorwayWrites.ts"

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

/** A draft as it is once it is published, later than all others of its instant; it has no key yet. */
export const activeRecord = (
  { ends, returns_from, ...draft }: NewDraft | NewReturn,
  batch_key: string | null = null,
): PriceRecord => ({
  ...draft,
  ...(ends !== undefined && { ends: { ...ends, at: instantFromMicros(ends.at) } }),
  ...(typeof returns_from === "string" && { returns_from }),
  effective_at: instantFromMicros(draft.effective_at),
  record_key: "",
  status: "active",
  sequence: Number.MAX_SAFE_INTEGER,
  batch_key,
})

/** The records with returns as they have to be (`judgeReturns`): those that are written have no key yet. */
const withReturns = (
  records: ReadonlyArray<PriceRecord>,
  { batch_key, now }: OpenBatch,
): ReadonlyArray<PriceRecord> => {
  const { drafts, withdrawals } = judgeReturns(records, now)
  if (drafts.length + withdrawals.length === 0) return records
  const gone = new Set(withdrawals)
  return [
    ...records.filter((record) => !gone.has(record)),
    ...drafts.map((draft) => activeRecord(draft, batch_key)),
  ]
}

/**
 * The records of one variant and price type as if the batch were published: without those to come that it withdraws, its
 * drafts active, and later than all others of their instants, and returns judged anew. The same list where it has none of
 * the pair.
 */
export const asPublished = (
  records: ReadonlyArray<PriceRecord>,
  batch: OpenBatch,
): ReadonlyArray<PriceRecord> => {
  const published = activated(records, batch)
  return published === records ? records : withReturns(published, batch)
}

/** The same with returns as they are. */
export const activated = (
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

/** What becomes of the returns of one variant and price type as a batch is published. */
export interface ReturnsWritten {
  readonly drafts: ReadonlyArray<NewReturn>
  /** Returns to come that are another amount then, or none. */
  readonly withdrawals: ReadonlyArray<PriceRecord>
  /** Drafts of the batch that are so. */
  readonly replaced: ReadonlyArray<PriceRecord>
}

/**
 * For who keeps price changes: the returns that a batch has to write and withdraw so that every temporary price ends as it
 * should once the batch is published (`judgeReturns`). `records` are all of the pair.
 */
export const publishReturns = (records: ReadonlyArray<PriceRecord>, batch: OpenBatch): ReturnsWritten => {
  const { drafts, withdrawals } = judgeReturns(activated(records, batch), batch.now)
  const gone = new Set(withdrawals.map(({ record_key }) => record_key))
  const ending = records.filter(({ record_key }) => gone.has(record_key))
  return {
    drafts,
    withdrawals: ending.filter(({ status }) => status === "active"),
    replaced: ending.filter(({ status }) => status === "draft"),
  }
}
