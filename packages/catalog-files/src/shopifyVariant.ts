import { type AttributeValue, decimalNumber, type ShopVariantEntry } from "@hangtag/core"
import type { CurrencyOf } from "./ImportItem.ts"
import type { AmountForm } from "./localAmount.ts"
import type { ShopMarket } from "./markets/ShopMarket.ts"
import { type OptionField, type OptionNames, optionFields } from "./optionWords.ts"
import type { SheetRow } from "./SheetRow.ts"
import type { AttributeColumn, ShopifyColumns } from "./shopifyColumns.ts"
import { slug } from "./slug.ts"

const number = /^-?(0|[1-9]\d*)(\.\d+)?$/
const boolean = /^(true|false)$/i
/** An apostrophe before digits keeps spreadsheets from taking a code for a number. */
const textMark = /^'(?=\d)/

/** `="00123"`, by which a csv file has a spreadsheet take a code for a text. */
const formulaText = /^="((?:[^"]|"")*)"$/

/** The trimmed text of a cell; empty where the file lacks the column. */
export const cellText = (row: SheetRow, index: number | undefined): string => {
  const text = index === undefined ? "" : (row.cells[index]?.trim() ?? "")
  const [, said] = (text.startsWith('="') && formulaText.exec(text)) || []
  return said === undefined ? text : said.replaceAll('""', '"').trim()
}

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

/** Keys of the columns' attributes that a row has none of. */
export const emptiedBy = (
  columns: ReadonlyArray<AttributeColumn>,
  attributes: ReadonlyMap<string, AttributeValue>,
): ReadonlyArray<string> => columns.map(({ key }) => key).filter((key) => !attributes.has(key))

/** Whether the file says of its variants what they are, or what they cost. */
export const namesVariants = ({ sku, options, prices }: ShopifyColumns): boolean =>
  sku !== undefined || prices.length > 0 || options.some(({ value }) => value !== undefined)

export interface ShopifyVariant {
  readonly variant: ShopVariantEntry
  /** Keys and labels of what became attributes without a column of their own. */
  readonly options: ReadonlyMap<string, string>
  /** What handle and options call it, whatever its key is. */
  readonly optionKey: string
  /** Its key is that, and the file has no SKUs, or not all options. */
  readonly isMade: boolean
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
  /** The sheet of a workbook that is read. */
  readonly sheet?: string | undefined
  /** How amounts of csv files are written. */
  readonly amounts?: AmountForm | undefined
  /** The currency of a price list, where it has one: known once the lists of all files are written. */
  readonly currencyOf?: CurrencyOf | undefined
  /** Markets whose columns are prices of lists. */
  readonly markets?: ReadonlyArray<ShopMarket> | undefined
}

/**
 * Reads a variant's row. Options that are neither color nor size nor width become attributes, and so does an SKU that
 * is not the key. The option `Title`, of the value `Default Title`, of a product without options is none.
 */
export const shopifyVariant = (
  row: SheetRow,
  columns: ShopifyColumns,
  { handle, title, optionNames, choices }: VariantContext,
): ShopifyVariant => {
  const given = columns.options.map((option) => cellText(row, option.value))
  const isDefault =
    given[0]?.toLowerCase() === "default title" &&
    (columns.options[0]?.name === undefined || optionNames[0]?.toLowerCase() === "title")
  const named = (isGiven: boolean) =>
    optionFields(
      given.map((value, index) =>
        columns.options[index]?.value === undefined || (isGiven && value === "")
          ? ""
          : (optionNames[index] ?? ""),
      ),
      choices.optionNames,
    )
  const fieldOf = named(true)
  const attributes = rowAttributes(columns.variantAttributes, row)
  const emptied = new Set(emptiedBy(columns.variantAttributes, attributes))
  // with all three there is no option that the file does not speak of
  const isWhole = columns.options.every(({ value }) => value !== undefined)
  const spoken = isWhole ? (["color", "size", "width"] as const) : [...named(false).values()]
  const fields: Partial<Record<OptionField, string>> = Object.fromEntries(spoken.map((field) => [field, ""]))
  const options = new Map<string, string>()
  const values: Array<string> = []
  for (const [index, value] of isDefault ? [] : given.entries()) {
    const name = optionNames[index] || `Option ${index + 1}`
    const plain = slug(name, "_") || `option_${index + 1}`
    if (value === "") {
      if (columns.options[index]?.value !== undefined && !attributes.has(plain)) emptied.add(plain)
      continue
    }
    values.push(value)
    const field = fieldOf.get(index)
    if (field !== undefined) fields[field] = value
    else {
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
  const optionKey = [handle, ...values.map((value) => slug(value, "-"))].join("-")
  const isNamed = isBySku && sku !== ""
  const variant = {
    variant_key: isNamed ? sku : optionKey,
    [isWhole ? "name" : "new_name"]: values.length === 0 ? title : `${title} - ${values.join(" / ")}`,
    ...fields,
    attributes: Object.fromEntries(attributes),
    emptied: [...emptied].filter((key) => !attributes.has(key)),
  }
  return {
    variant,
    options,
    optionKey,
    isMade: !isNamed && !(isWhole && (!isBySku || columns.sku !== undefined)),
  }
}
