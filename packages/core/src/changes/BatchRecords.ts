import * as Schema from "effect/Schema"
import { PageLimit, PlaceText, pageSchema } from "../kernel/Listing.ts"
import { orNull, withDefault } from "../kernel/withDefault.ts"
import { otherList } from "../prices/ColorwayPreview.ts"
import { amountOrEnds, PriceStatus } from "../prices/PriceRecord.ts"

/** An open batch takes records; a published one takes none any more. */
export const BatchStatus = Schema.Literals(["open", "published"])
export type BatchStatus = typeof BatchStatus.Type

/** A set of price records handled together. */
export const Batch = Schema.Struct({ key: Schema.String, status: BatchStatus })
export interface Batch extends Schema.Schema.Type<typeof Batch> {}

/** Also `withdrawn`: a batch that is open no more keeps what it held. */
export const BatchRecordStatus = Schema.Literals([...PriceStatus.literals, "withdrawn"])
export type BatchRecordStatus = typeof BatchRecordStatus.Type

/** A price that a batch holds, copied from the price record `record_key`. */
export const BatchRecord = Schema.Struct({
  record_key: Schema.String,
  variant_key: Schema.String,
  variant_name: Schema.NullOr(Schema.String),
  price_type: Schema.String,
  ...otherList,
  ...amountOrEnds,
  effective_from: Schema.String,
  status: BatchRecordStatus,
}).annotate({ identifier: "BatchRecord" })
export interface BatchRecord extends Schema.Schema.Type<typeof BatchRecord> {}

/** Order of a batch's records: by variant key, then price type. */
export const SortDirection = Schema.Literals(["asc", "desc"])
export type SortDirection = typeof SortDirection.Type

/** Where a record stands in the order of a batch's records; every record is one. */
export const BatchRecordPlace = Schema.Struct({
  variant_key: PlaceText,
  price_type: PlaceText,
  record_key: PlaceText,
})
export interface BatchRecordPlace extends Schema.Schema.Type<typeof BatchRecordPlace> {}

/**
 * A page asked for; `search` is a case-insensitive substring of variant key, variant name or price type, null: all.
 *
 * `offset` counts from the record `after`, or from the beginning. A reader who names the last record of each page
 * meets every record once, even while others are added; by `offset` alone, what is added in front moves the rest.
 */
export const BatchRecordsQuery = Schema.Struct({
  offset: withDefault(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), 0),
  limit: withDefault(PageLimit, 50),
  search: orNull(Schema.String.check(Schema.isMaxCodePoints(200))),
  sort: withDefault(SortDirection, "asc"),
  /** Those of one list; null: of all. */
  price_list: orNull(Schema.String),
  after: orNull(BatchRecordPlace),
})
export interface BatchRecordsQuery extends Schema.Schema.Type<typeof BatchRecordsQuery> {}

/** A page in the total order of variant key, price type, record key. */
export const BatchRecordPage = Schema.Struct({
  items: Schema.Array(BatchRecord),
  total: Schema.Int,
  offset: Schema.Int,
  limit: Schema.Int,
}).annotate({ identifier: "BatchRecordPage" })
export interface BatchRecordPage extends Schema.Schema.Type<typeof BatchRecordPage> {}
/** The page, with the record that the next one comes `after`; null where it is not full. */
export class BatchRecordsPage extends Schema.Opaque<BatchRecordsPage>()(
  pageSchema(BatchRecordPage, BatchRecordPlace),
) {}
