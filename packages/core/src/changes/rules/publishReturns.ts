import type { PriceRecord } from "../../prices/PriceRecord.ts"
import { judgeReturns, type NewReturn } from "../../prices/rules/judgeReturns.ts"
import { activated, type OpenBatch } from "./asPublished.ts"

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
