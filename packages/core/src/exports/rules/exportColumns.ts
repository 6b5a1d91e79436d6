import {
  attributePrefix,
  type PriceField,
  type ProductField,
  priceFields,
  productFields,
  type VariantField,
  variantFields,
} from "../../catalog/rules/exportFields.ts"
import { mostFaults } from "../../kernel/CallLimits.ts"
import type { InvalidField } from "../../kernel/errors.ts"
import type { ColumnMapping } from "../ExportRequest.ts"

/** Where a column's cells come from. */
export type ExportSource =
  | { readonly kind: "product"; readonly field: ProductField }
  | { readonly kind: "variant"; readonly field: VariantField }
  | { readonly kind: "price"; readonly field: PriceField; readonly price_type: string }
  | { readonly kind: "attribute"; readonly key: string; readonly sub_field: string | null }

/** A column_based column: its header, as given, and what it reads. */
export interface ExportColumn {
  readonly name: string
  readonly source: ExportSource
  readonly use_label: boolean
}

const includes = <A extends string>(names: ReadonlyArray<A>, name: string): name is A =>
  (names as ReadonlyArray<string>).includes(name)

/** The attribute key that a `source_field` names when it is no built-in field. */
export const attributeKeyOf = (sourceField: string): string =>
  sourceField.startsWith(attributePrefix) ? sourceField.slice(attributePrefix.length) : sourceField

/** A name as a message tells it, however long it is. */
export const shortened = (name: string): string =>
  name.length > 80 ? `${name.slice(0, 80).toWellFormed()}…` : name

/** Different price types in one export: planning a statement takes a second with so many, and 10 s with 300. */
export const mostPriceTypes = 200

/**
 * Resolves mappings to columns, in their order; an unreadable mapping becomes a fault at its place instead.
 *
 * A built-in field wins over an attribute of the same name (`attributes.KEY` reaches the attribute), and a key
 * that itself begins with `attributes.` is found by its whole name first. `knownAttributes` are the
 * organization's attribute keys. Stops at the `mostFaults`th fault.
 */
export const exportColumns = (
  mappings: ReadonlyArray<ColumnMapping>,
  knownAttributes: ReadonlySet<string>,
): { readonly columns: ReadonlyArray<ExportColumn>; readonly faults: ReadonlyArray<InvalidField> } => {
  const columns: Array<ExportColumn> = []
  const faults: Array<InvalidField> = []
  const priceTypes = new Set<string>()
  for (const [index, { column_name, source_field, sub_field, use_label }] of mappings.entries()) {
    if (faults.length === mostFaults) break
    const fault = (field: string, type: string, msg: string, input: unknown) =>
      faults.push({ loc: ["column_mappings", index, field], type, msg, input })
    const column = (source: ExportSource) => columns.push({ name: column_name, source, use_label })
    if (includes(productFields, source_field)) column({ kind: "product", field: source_field })
    else if (includes(variantFields, source_field)) column({ kind: "variant", field: source_field })
    else if (includes(priceFields, source_field)) {
      if (sub_field === null || sub_field === "") {
        fault("sub_field", "missing", `Field required: the price type that ${source_field} reads`, sub_field)
      } else {
        const isNew = priceTypes.size < priceTypes.add(sub_field).size
        if (isNew && priceTypes.size === mostPriceTypes + 1) {
          fault(
            "sub_field",
            "value_error",
            `Value error, an export reads at most ${mostPriceTypes} different price types: map fewer, or export them in parts`,
            sub_field,
          )
        }
        column({ kind: "price", field: source_field, price_type: sub_field })
      }
    } else {
      const key = knownAttributes.has(source_field) ? source_field : attributeKeyOf(source_field)
      if (knownAttributes.has(key)) column({ kind: "attribute", key, sub_field })
      else
        fault(
          "source_field",
          "value_error",
          `Value error, unknown field '${shortened(source_field)}': use a product, variant or price field, or an attribute key of your catalog`,
          source_field,
        )
    }
  }
  return { columns, faults }
}

/** Tells whether the export has one row per variant rather than one per product. */
export const isPerVariant = (columns: ReadonlyArray<ExportColumn>): boolean =>
  columns.some(({ source }) => source.kind === "variant" || source.kind === "price")

/** The price types that the columns read. */
export const exportPriceTypes = (columns: ReadonlyArray<ExportColumn>): ReadonlyArray<string> => [
  ...new Set(columns.flatMap(({ source }) => (source.kind === "price" ? [source.price_type] : []))),
]
