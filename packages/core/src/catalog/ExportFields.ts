import * as Schema from "effect/Schema"

/** What values an attribute has: `mixed` where they are of several kinds. Lists are joined, records have sub-fields. */
export const AttributeKind = Schema.Literals([
  "text",
  "number",
  "boolean",
  "date",
  "option",
  "list",
  "record",
  "mixed",
])
export type AttributeKind = typeof AttributeKind.Type

/** A field that every catalog has. */
export const BuiltInField = Schema.Struct({
  /** What a column mapping names. */
  source_field: Schema.String,
  /** A variant or price field makes the export one row per variant. */
  group: Schema.Literals(["product", "variant", "price"]),
  type: Schema.Literals(["text", "number", "date", "date-time", "list"]),
  label: Schema.String,
  /** What `sub_field` has to name; null where it is not read. */
  sub_field: Schema.NullOr(Schema.Literal("price_type")),
}).annotate({ identifier: "BuiltInField" })
export interface BuiltInField extends Schema.Schema.Type<typeof BuiltInField> {}

/** An attribute that products or variants of the organization carry. */
export const AttributeField = Schema.Struct({
  /** What a column mapping names: the key, with `attributes.` before it where a built-in field has its name. */
  source_field: Schema.String,
  attribute_key: Schema.String,
  label: Schema.String,
  type: AttributeKind,
  /** Members of its records, any of which `sub_field` may name. */
  sub_fields: Schema.Array(Schema.String),
  /** Products that have it in one of their versions or variants. */
  products: Schema.Int,
}).annotate({ identifier: "AttributeField" })
export interface AttributeField extends Schema.Schema.Type<typeof AttributeField> {}

/** Everything that a column mapping may name. */
export class ExportFields extends Schema.Opaque<ExportFields>()(
  Schema.Struct({
    fields: Schema.Array(BuiltInField),
    attributes: Schema.Array(AttributeField),
  }).annotate({ identifier: "ExportFields" }),
) {}
