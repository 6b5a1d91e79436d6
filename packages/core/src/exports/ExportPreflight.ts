import * as Schema from "effect/Schema"

/** What people may want to know before an export is queued. */
export const ExportWarning = Schema.Struct({
  type: Schema.Literals([
    "no_rows",
    "unknown_products",
    "filtered_products",
    "rowless_products",
    "mixed_versions",
    "duplicate_column",
    "empty_column",
    "unknown_price_type",
    "ignored_mappings",
    "excel_rows",
    "excel_size",
    "excel_text",
    "excel_number",
  ]),
  message: Schema.String,
  /** The place of the column that it is about, from 0. */
  column: Schema.NullOr(Schema.Int),
}).annotate({ identifier: "ExportWarning" })
export interface ExportWarning extends Schema.Schema.Type<typeof ExportWarning> {}

/** What an export would give now, with nothing queued. */
export class ExportPreflight extends Schema.Opaque<ExportPreflight>()(
  Schema.Struct({
    /** Product versions, as an export's `total`. */
    total: Schema.Int,
    /** Without headers; exact unless `is_estimate`. */
    rows: Schema.Int,
    /** True where rows could only be counted by writing them, and were estimated from the first products. */
    is_estimate: Schema.Boolean,
    /** The header, in order. */
    columns: Schema.Array(Schema.String),
    /** Of an xlsx file; 1 of a csv. */
    sheets: Schema.Int,
    /** In bytes, from the first products. */
    estimated_size: Schema.Int,
    /** The first rows of the file, 10 at most: a text for each column, of which longer ones are cut. */
    sample_rows: Schema.Array(Schema.Array(Schema.String)),
    warnings: Schema.Array(ExportWarning),
  }).annotate({ identifier: "ExportPreflight" }),
) {}
