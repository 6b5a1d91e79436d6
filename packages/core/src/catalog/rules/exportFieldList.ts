import type { AttributeField, BuiltInField, ExportFields } from "../ExportFields.ts"
import type { ValueKind } from "./attributeKind.ts"
import { attributePrefix, priceFields, productFields, variantFields } from "./exportFields.ts"

/** How an organization's products and variants use an attribute key. */
export interface AttributeUse {
  readonly attribute_key: string
  /** Null where none was given. */
  readonly label: string | null
  /** Kinds of its values, in any order; none where all are null. */
  readonly kinds: ReadonlyArray<ValueKind>
  /** Members of its records, by name. */
  readonly members: ReadonlyArray<string>
  /** Products that carry it in any version or variant. */
  readonly products: number
}

const types: Readonly<Record<string, BuiltInField["type"]>> = {
  version: "number",
  labels: "list",
  updated_at: "date-time",
  price: "number",
  price_effective_from: "date",
}

const labelOf = (field: string) => field[0]!.toUpperCase() + field.slice(1).replaceAll("_", " ")

const builtIn = (group: BuiltInField["group"], names: ReadonlyArray<string>): Array<BuiltInField> =>
  names.map((source_field) => ({
    source_field,
    group,
    type: types[source_field] ?? "text",
    label: labelOf(source_field),
    sub_field: group === "price" ? "price_type" : null,
  }))

const fields: ReadonlyArray<BuiltInField> = [
  ...builtIn("product", productFields),
  ...builtIn("variant", variantFields),
  ...builtIn("price", priceFields),
]
const builtInNames = new Set(fields.map((field) => field.source_field))

const attributeField = ({
  attribute_key,
  label,
  kinds,
  members,
  products,
}: AttributeUse): AttributeField => ({
  source_field: builtInNames.has(attribute_key) ? attributePrefix + attribute_key : attribute_key,
  attribute_key,
  label: label || attribute_key,
  type: kinds.length > 1 ? "mixed" : (kinds[0] ?? "text"),
  sub_fields: members,
  products,
})

/** What a column mapping may name in an organization whose attributes are used like this. */
export const exportFieldList = (uses: ReadonlyArray<AttributeUse>): ExportFields => ({
  fields,
  attributes: uses.map(attributeField),
})
