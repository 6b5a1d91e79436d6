import type { ColumnMapping, ExportFields } from "@hangtag/client"
import { addressPart, textsIn } from "../../format/addressParts.ts"

/** A column of an export, as the address holds it. */
export interface Column {
  readonly name: string
  readonly field: string
  readonly sub: string
  readonly useLabel: boolean
}

export const columnText = ({ name, field, sub, useLabel }: Column): string =>
  addressPart([name, field, sub, useLabel ? "label" : ""])

export const columnOf = (text: string): Column => {
  const [name = "", field = "", sub = "", label] = textsIn(text)
  return { name, field, sub, useLabel: label === "label" }
}

export const mappingOf = ({ name, field, sub, useLabel }: Column): ColumnMapping => ({
  column_name: name,
  source_field: field,
  ...(sub && { sub_field: sub }),
  use_label: useLabel,
})

/** Something that a column can be made of. */
export interface Source {
  readonly key: string
  readonly group: string
  readonly column: Column
}

/** Everything that columns can read, in groups: a price for each type, options by their label. */
export const sourcesOf = (
  { fields, attributes }: ExportFields,
  types: ReadonlyArray<string>,
): ReadonlyArray<Source> => [
  ...fields.flatMap(({ source_field, label, group, sub_field }): Array<Source> => {
    const subs = sub_field === "price_type" ? types : [""]
    return subs.map((sub) => ({
      key: `${source_field} ${sub}`,
      group: { product: "Product", variant: "Variant", price: "Price" }[group],
      column: { name: sub === "" ? label : `${label} ${sub}`, field: source_field, sub, useLabel: false },
    }))
  }),
  ...attributes.flatMap(({ source_field, label, type, sub_fields }): Array<Source> => {
    const subs = type === "record" && sub_fields.length > 0 ? sub_fields : [""]
    return subs.map((sub) => ({
      key: `${source_field} ${sub}`,
      group: "Attributes",
      column: { name: sub === "" ? label : `${label} ${sub}`, field: source_field, sub, useLabel: true },
    }))
  }),
]

/** What an export begins with, with the price of one type. */
export const usualColumns = (type: string): ReadonlyArray<Column> => [
  { name: "SKU", field: "variant_key", sub: "", useLabel: false },
  { name: "Name", field: "variant_name", sub: "", useLabel: false },
  { name: "Color", field: "color", sub: "", useLabel: false },
  { name: "Size", field: "size", sub: "", useLabel: false },
  { name: type, field: "price", sub: type, useLabel: false },
]

/** Whether a column shows prices, which callers may not all see. */
export const showsPrices = ({ field }: Column): boolean =>
  field === "price" || field === "price_effective_from"

/** A list with one of its elements at another place. */
export const moved = <A>(list: ReadonlyArray<A>, from: number, to: number): ReadonlyArray<A> => {
  const rest = list.filter((_, at) => at !== from)
  return from === to || list[from] === undefined
    ? list
    : [...rest.slice(0, to), list[from], ...rest.slice(to)]
}
