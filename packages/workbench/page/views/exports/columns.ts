import type { ColumnMapping, ExportFields } from "@hangtag/client"
import { addressPart, textsIn } from "../../format/addressParts.ts"

/** A column of an export, as the address holds it. */
export interface Column {
  readonly name: string
  readonly field: string
  readonly sub: string
  readonly useLabel: boolean
  /** Of a price: whose; nothing is base. */
  readonly list?: string
}

export const columnText = ({ name, field, sub, useLabel, list = "" }: Column): string =>
  addressPart([name, field, sub, useLabel ? "label" : "", list])

export const columnOf = (text: string): Column => {
  const [name = "", field = "", sub = "", label, list = ""] = textsIn(text)
  return { name, field, sub, useLabel: label === "label", list }
}

export const mappingOf = ({ name, field, sub, useLabel, list }: Column): ColumnMapping => ({
  column_name: name,
  source_field: field,
  ...(sub && { sub_field: sub }),
  ...(list && { price_list: list }),
  use_label: useLabel,
})

/** Something that a column can be made of. */
export interface Source {
  readonly key: string
  readonly group: string
  readonly column: Column
}

/** The price list that columns of prices are picked of. */
export interface PricesOf {
  /** Empty: base. */
  readonly key: string
  readonly name: string
}

const inBase: PricesOf = { key: "", name: "" }

/** Everything that columns can read, in groups: a price for each type, options by their label. */
export const sourcesOf = (
  { fields, attributes }: ExportFields,
  types: ReadonlyArray<string>,
  list = inBase,
): ReadonlyArray<Source> => [
  ...fields.flatMap(({ source_field, label, group, sub_field }): Array<Source> => {
    const subs = sub_field === "price_type" ? types : [""]
    const of = showsPrices({ field: source_field }) ? list : undefined
    return subs.map((sub) => ({
      key: `${source_field} ${sub}`,
      group: { product: "Product", variant: "Variant", price: "Price" }[group],
      column: {
        name: [label, sub, of?.name].filter(Boolean).join(" "),
        field: source_field,
        sub,
        useLabel: false,
        ...(of?.key && { list: of.key }),
      },
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

/** What an export begins with, with the price of one type in a list. */
export const usualColumns = (type: string, list = inBase): ReadonlyArray<Column> => [
  { name: "SKU", field: "variant_key", sub: "", useLabel: false },
  { name: "Name", field: "variant_name", sub: "", useLabel: false },
  { name: "Color", field: "color", sub: "", useLabel: false },
  { name: "Size", field: "size", sub: "", useLabel: false },
  {
    name: [type, list.name].filter(Boolean).join(" "),
    field: "price",
    sub: type,
    useLabel: false,
    list: list.key,
  },
]

/** Whether a column shows prices, which callers may not all see. */
export const showsPrices = ({ field }: Pick<Column, "field">): boolean =>
  field === "price" || field === "price_effective_from"

/** A list with one of its elements at another place. */
export const moved = <A>(list: ReadonlyArray<A>, from: number, to: number): ReadonlyArray<A> => {
  const rest = list.filter((_, at) => at !== from)
  return from === to || list[from] === undefined
    ? list
    : [...rest.slice(0, to), list[from], ...rest.slice(to)]
}
