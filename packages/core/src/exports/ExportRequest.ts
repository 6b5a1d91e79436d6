import * as Schema from "effect/Schema"
import { EffectiveFrom } from "../kernel/EffectiveFrom.ts"
import { orNull, withDefault } from "../kernel/withDefault.ts"

// Product export: input, then what comes back.

/**
 * A column of an export: its name, and the field that it reads. `listExportFields` tells the fields that
 * there are. `price_list`, of price fields alone: what that list shows, its own price or one of a list above it; null: `base`.
 * `attribute_rows` has those alone that name a list, each a row of every variant with such a price; they add the column `price_list`.
 */
export const ColumnMapping = Schema.Struct({
  column_name: Schema.String,
  source_field: Schema.String,
  sub_field: orNull(Schema.String),
  price_list: Schema.optionalKey(Schema.NullOr(Schema.String)),
  use_label: withDefault(Schema.Boolean, false),
}).annotate({ identifier: "ColumnMapping" })
export interface ColumnMapping extends Schema.Schema.Type<typeof ColumnMapping> {}

/** Kinds of export files. */
export const ExportFormat = Schema.Literals(["xlsx", "csv"])
export type ExportFormat = typeof ExportFormat.Type
/**
 * `column_based`: the columns asked for, a row for each variant or product version. `attribute_rows`: a row
 * for each property.
 */
export const ExportMode = Schema.Literals(["column_based", "attribute_rows"])
export type ExportMode = typeof ExportMode.Type

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** What may stand between the cells of csv. */
export const csvDelimiters = [",", ";", "\t", "|"] as const
/** What may stand before the fraction of a number in csv. */
export const csvDecimals = [".", ","] as const

/** How the file is written; null is as absent. What a format has no use for is refused (`fileOptionFaults`). */
export const FileOptions = Schema.Struct({
  /** Between the cells of csv. Default comma. */
  csv_delimiter: optional(Schema.Literals(csvDelimiters)),
  /** The decimal sign of numbers in csv. Default point. */
  csv_decimal: optional(Schema.Literals(csvDecimals)),
  /** Whether csv begins with a byte order mark, by which Excel tells UTF-8. Default as the worker is set up. */
  csv_bom: optional(Schema.Boolean),
  /** Whether an apostrophe comes before texts in csv that a spreadsheet would run. Default as the worker is set up. */
  csv_formula_guard: optional(Schema.Boolean),
  /** Between the items of a list in one cell. Default `; `. */
  list_separator: optional(Schema.String),
  /** Whether csv is compressed. Default false. */
  gzip: optional(Schema.Boolean),
  /** How the file is called; its extension is added, or put right. */
  file_name: optional(Schema.String),
  /** Whether a last sheet of xlsx tells of the export: when, filters, counts. Default false. */
  about_sheet: optional(Schema.Boolean),
}).annotate({ identifier: "FileOptions" })
export interface FileOptions extends Schema.Schema.Type<typeof FileOptions> {}

/** Which products an export writes, and how. */
export const ExportRequest = Schema.Struct({
  /** Empty: every product of the organization that passes the filters. */
  product_keys: Schema.Array(Schema.String),
  column_mappings: orNull(Schema.Array(ColumnMapping)),
  export_format: withDefault(ExportFormat, "xlsx"),
  export_mode: withDefault(ExportMode, "column_based"),
  filter_by_label: withDefault(Schema.Boolean, false),
  filter_latest_version: withDefault(Schema.Boolean, false),
  label_keys: orNull(Schema.Array(Schema.String)),
  source_filter: orNull(Schema.Array(Schema.String)),
  file_options: optional(FileOptions),
  /** Prices in force at this instant, a future one too: a date-time with offset. Null: when the export was asked for. */
  price_as_of: optional(EffectiveFrom),
  /** Prices as the catalog would have said them at this moment, a date-time with offset: by default those in force then. Null: as it says them now. */
  price_known_at: optional(EffectiveFrom),
}).annotate({ identifier: "ExportRequest" })
export interface ExportRequest extends Schema.Schema.Type<typeof ExportRequest> {}

/** `total` is the number of product versions selected, or of changes in a batch; the job's `processed` counts the same. */
export class ExportQueued extends Schema.Opaque<ExportQueued>()(
  Schema.Struct({
    job_id: Schema.String,
    message: Schema.String,
    total: Schema.Int,
  }).annotate({ identifier: "ExportQueued" }),
) {}
