import * as Schema from "effect/Schema"
import { Amount } from "./Amount.ts"
import { PriceStatus } from "./PriceRecord.ts"

export const BatchStatus = Schema.Literals(["open", "published"])
export type BatchStatus = typeof BatchStatus.Type

export const Batch = Schema.Struct({ key: Schema.String, status: BatchStatus })
export type Batch = typeof Batch.Type

/** A price that a batch holds, copied from the price record `record_key`. */
export const BatchRecord = Schema.Struct({
  record_key: Schema.String,
  variant_key: Schema.String,
  variant_name: Schema.NullOr(Schema.String),
  price_type: Schema.String,
  amount: Amount,
  effective_from: Schema.String,
  status: PriceStatus,
}).annotate({ identifier: "BatchRecord" })
export type BatchRecord = typeof BatchRecord.Type

export const SortDirection = Schema.Literals(["asc", "desc"])
export type SortDirection = typeof SortDirection.Type

export interface BatchRecordsQuery {
  /** At least 0. */
  readonly offset: number
  /** 1 to 200. */
  readonly limit: number
  /** Case-insensitive substring of variant key, variant name or price type; at most 200 characters; null: all. */
  readonly search: string | null
  readonly sort: SortDirection
}

/** A page in the total order of variant key, price type, record key. */
export const BatchRecordPage = Schema.Struct({
  items: Schema.Array(BatchRecord),
  total: Schema.Int,
  offset: Schema.Int,
  limit: Schema.Int,
}).annotate({ identifier: "BatchRecordPage" })
export type BatchRecordPage = typeof BatchRecordPage.Type
