import {
  attributePrefix,
  type PriceField,
  type ProductField,
  priceFields,
  productFields,
  type VariantField,
  variantFields,
} from "../../catalog/rules/exportFields.ts"
import { basePriceList } from "../../kernel/basePriceList.ts"
import { mostFaults } from "../../kernel/CallLimits.ts"
import type { InvalidField } from "../../kernel/errors.ts"
import { valueFault } from "../../kernel/faults.ts"
import { eachType, type ListedType, typeName } from "../../prices/rules/pairs.ts"
import type { ColumnMapping, ExportMode, ExportRequest } from "../ExportRequest.ts"

/** Where a column's cells come from. */
export type ExportSource =
  | { readonly kind: "product"; readonly field: ProductField }
  | { readonly kind: "variant"; readonly field: VariantField }
  | {
      readonly kind: "price"
      readonly field: PriceField
      readonly price_type: string
      /** Where the mapping names one. */
      readonly price_list?: string
      /** The lists that it is looked for in, the one whose column it is first; `base` alone where left out. */
      readonly lists?: ReadonlyArray<string>
    }
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

/** Different price types in one export: planning a statement takes a second with this many, and 10 s with 300. */
export const mostPriceTypes = 200

/** The lists that the prices of one are looked for in, it first; undefined where there is no such list. */
export type ListsOf = (price_list: string) => ReadonlyArray<string> | undefined

const noLists: ListsOf = () => undefined

/** Whether a mapping names another list than `base`. */
export const namesList = ({ price_list = null }: Pick<ColumnMapping, "price_list">): boolean =>
  price_list !== null && price_list !== basePriceList

/** Whether the file has what a mapping asks for: of `attribute_rows`, which has rows of its own, a price of a list that it names. */
export const isRead = (mode: ExportMode, { price_list = null }: Pick<ColumnMapping, "price_list">): boolean =>
  mode === "column_based" || price_list !== null

/** Tells of column mappings that the mode has no use for; undefined where there are none. */
export const ignoredMappings = ({
  export_mode,
  column_mappings,
}: Pick<ExportRequest, "export_mode" | "column_mappings">): string | undefined => {
  const count = column_mappings?.filter((each) => !isRead(export_mode, each)).length ?? 0
  return count === 0
    ? undefined
    : `Ignored ${count} column mapping${count === 1 ? "" : "s"}: attribute_rows has columns of its own`
}

/**
 * Resolves the mappings that the mode reads to columns, in their order; an unreadable mapping becomes a fault at its place instead.
 *
 * A built-in field wins over an attribute of the same name (`attributes.KEY` reaches the attribute), and a key
 * that itself begins with `attributes.` is found by its whole name first. `knownAttributes` are the
 * organization's attribute keys. Stops at the `mostFaults`th fault.
 */
export const exportColumns = (
  mappings: ReadonlyArray<ColumnMapping>,
  knownAttributes: ReadonlySet<string>,
  listsOf: ListsOf = noLists,
  mode: ExportMode = "column_based",
): { readonly columns: ReadonlyArray<ExportColumn>; readonly faults: ReadonlyArray<InvalidField> } => {
  const columns: Array<ExportColumn> = []
  const faults: Array<InvalidField> = []
  const priceTypes = new Set<string>()
  for (const [index, mapping] of mappings.entries()) {
    const { column_name, source_field, sub_field, price_list = null, use_label } = mapping
    if (faults.length === mostFaults) break
    if (!isRead(mode, mapping)) continue
    const refuse = (field: "source_field" | "sub_field" | "price_list", problem: string) =>
      faults.push(valueFault(["column_mappings", index, field], mapping[field], problem))
    const column = (source: ExportSource) => columns.push({ name: column_name, source, use_label })
    if (price_list !== null && !includes(priceFields, source_field))
      refuse("price_list", "only price fields are of a price list")
    else if (includes(productFields, source_field)) column({ kind: "product", field: source_field })
    else if (includes(variantFields, source_field)) column({ kind: "variant", field: source_field })
    else if (!includes(priceFields, source_field)) {
      const key = knownAttributes.has(source_field) ? source_field : attributeKeyOf(source_field)
      if (knownAttributes.has(key)) column({ kind: "attribute", key, sub_field })
      else
        refuse(
          "source_field",
          `unknown field '${shortened(source_field)}': use a product, variant or price field, or an attribute key of your catalog`,
        )
    } else if (sub_field === null || sub_field === "")
      faults.push({
        loc: ["column_mappings", index, "sub_field"],
        type: "missing",
        msg: `Field required: the price type that ${source_field} reads`,
        input: sub_field,
      })
    else {
      const lists = namesList(mapping) ? listsOf(price_list!) : []
      const named = typeName({ price_type: sub_field, price_list: price_list ?? basePriceList })
      const isNew = priceTypes.size < priceTypes.add(named).size
      if (isNew && priceTypes.size === mostPriceTypes + 1)
        refuse(
          "sub_field",
          `an export reads at most ${mostPriceTypes} different price types: map fewer, or export them in parts`,
        )
      if (lists === undefined) refuse("price_list", "there is no such price list")
      else
        column({
          kind: "price",
          field: source_field,
          price_type: sub_field,
          ...(price_list !== null && { price_list }),
          ...(namesList(mapping) && { lists }),
        })
    }
  }
  return { columns, faults }
}

/** Tells whether the export has one row per variant rather than one per product. */
export const isPerVariant = (columns: ReadonlyArray<ExportColumn>): boolean =>
  columns.some(({ source }) => source.kind === "variant" || source.kind === "price")

/** The prices that the columns read: of each type, in each list that it is looked for in. */
export const exportListedTypes = (columns: ReadonlyArray<ExportColumn>): ReadonlyArray<ListedType> =>
  eachType(
    columns.flatMap(({ source }) =>
      source.kind === "price"
        ? (source.lists ?? [basePriceList]).map((price_list) => ({
            price_type: source.price_type,
            price_list,
          }))
        : [],
    ),
  )

/** The price types that the columns read. */
export const exportPriceTypes = (columns: ReadonlyArray<ExportColumn>): ReadonlyArray<string> => [
  ...new Set(columns.flatMap(({ source }) => (source.kind === "price" ? [source.price_type] : []))),
]
