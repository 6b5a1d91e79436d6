import * as Schema from "effect/Schema"

// Product export: input, then what comes back.

export const ColumnMapping = Schema.Struct({
  column_name: Schema.String,
  source_field: Schema.String,
  sub_field: Schema.NullOr(Schema.String),
  use_label: Schema.Boolean,
}).annotate({ identifier: "ColumnMapping" })
export type ColumnMapping = typeof ColumnMapping.Type

export const ExportFormat = Schema.Literals(["xlsx", "csv"])
export type ExportFormat = typeof ExportFormat.Type
export const ExportMode = Schema.Literals(["column_based", "attribute_rows"])
export type ExportMode = typeof ExportMode.Type

export const ExportRequest = Schema.Struct({
  /** Empty: every product of the organization that passes the filters. */
  product_keys: Schema.Array(Schema.String),
  column_mappings: Schema.NullOr(Schema.Array(ColumnMapping)),
  export_format: ExportFormat,
  export_mode: ExportMode,
  filter_by_label: Schema.Boolean,
  filter_latest_version: Schema.Boolean,
  label_keys: Schema.NullOr(Schema.Array(Schema.String)),
  source_filter: Schema.NullOr(Schema.Array(Schema.String)),
}).annotate({ identifier: "ExportRequest" })
export type ExportRequest = typeof ExportRequest.Type

/** `total` is the number of product versions selected, the unit in which the job's `processed` counts too. */
export const ExportQueued = Schema.Struct({
  job_id: Schema.String,
  message: Schema.String,
  total: Schema.Int,
}).annotate({ identifier: "ExportQueued" })
export type ExportQueued = typeof ExportQueued.Type
