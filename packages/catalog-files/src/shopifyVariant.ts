import { type AttributeValue, decimalNumber } from "@hangtag/core"
import type { EntryOf } from "./CatalogEntry.ts"
import { type OptionNames, optionFields } from "./optionWords.ts"
import type { SheetRow } from "./SheetRow.ts"
import type { AttributeColumn, ShopifyColumns } from "./shopifyColumns.ts"
import { slug } from "./slug.ts"

const number = /^-?(0|[1-9]\d*)(\.\d+)?$/
const boolean = /^(true|false)$/i
/** An apostrophe before digits keeps spreadsheets from taking a code for a number. */
const textMark = /^'(?=\d)/

/** The trimmed text of a cell; empty where the file lacks the column. */
export const cellText = (row: SheetRow, index: number | undefined): string =>
  index === undefined ? "" : (row.cells[index]?.trim() ?? "")

const attributeValue = (text: string, type: AttributeColumn["type"]): AttributeValue =>
  type === "number" && number.test(text)
    ? (decimalNumber(text) ?? text)
    : type === "boolean" && boolean.test(text)
      ? text.toLowerCase() === "true"
      : text.replace(textMark, "")

/** The attributes that a row's cells give, empty cells none. */
export const rowAttributes = (
  columns: ReadonlyArray<AttributeColumn>,
  row: SheetRow,
): Map<string, AttributeValue> => {
  const attributes = new Map<string, AttributeValue>()
  for (const { index, key, type } of columns) {
    const text = cellText(row, index)
    if (text !== "" && !attributes.has(key)) attributes.set(key, attributeValue(text, type))
  }
  return attributes
}

export interface ShopifyVariant {
  readonly variant: EntryOf<"product">["variants"][number]
  /** Keys and labels of what became attributes without a column of their own. */
  readonly options: ReadonlyMap<string, string>
}

/** What the variants of a product have in common: its option names stand on its first row only. */
export interface VariantContext {
  readonly handle: string
  readonly title: string
  readonly optionNames: ReadonlyArray<string>
  readonly choices: ShopifyChoices
}

/** How a Shopify file is to be read. */
export interface ShopifyChoices {
  /** What names a variant: its SKU, and handle and options where it has none, or those always. */
  readonly variantKey: "sku" | "handle-options"
  readonly optionNames: OptionNames
}

/**
 * Reads a variant's row. Options that are neither color nor size nor width become attributes, and so does an SKU that
 * is not the key. The option `Title` of a product without options is none.
 */
export const shopifyVariant = (
  row: SheetRow,
  columns: ShopifyColumns,
  { handle, title, optionNames, choices }: VariantContext,
): ShopifyVariant => {
  const given = columns.options.map((option) => cellText(row, option.value))
  const isDefault = optionNames[0]?.toLowerCase() === "title" && given[0]?.toLowerCase() === "default title"
  const fieldOf = optionFields(
    given.map((value, index) => (value === "" ? "" : (optionNames[index] ?? ""))),
    choices.optionNames,
  )
  const fields = { color: "", size: "", width: "" }
  const attributes = rowAttributes(columns.variantAttributes, row)
  const options = new Map<string, string>()
  const values: Array<string> = []
  for (const [index, value] of isDefault ? [] : given.entries()) {
    if (value === "") continue
    values.push(value)
    const name = optionNames[index] || `Option ${index + 1}`
    const field = fieldOf.get(index)
    if (field !== undefined) fields[field] = value
    else {
      const plain = slug(name, "_") || `option_${index + 1}`
      const key = attributes.has(plain) ? `option_${plain}` : plain
      attributes.set(key, value)
      options.set(key, name)
    }
  }
  const sku = cellText(row, columns.sku).replace(textMark, "")
  const isBySku = choices.variantKey === "sku"
  if (!isBySku && sku !== "" && !attributes.has("sku")) {
    attributes.set("sku", sku)
    options.set("sku", "SKU")
  }
  const variant = {
    variant_key: (isBySku && sku) || [handle, ...values.map((value) => slug(value, "-"))].join("-"),
    name: values.length === 0 ? title : `${title} - ${values.join(" / ")}`,
    ...fields,
    vendor_color_code: "",
    attributes: Object.fromEntries(attributes),
  }
  return { variant, options }
}
