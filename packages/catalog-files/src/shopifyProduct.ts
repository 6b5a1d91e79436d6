import { Amount, basePriceList, type ShopPriceEntry, type ShopVariantEntry } from "@hangtag/core"
import { Schema } from "effect"
import type { EntryOf } from "./CatalogEntry.ts"
import { priceCellFault } from "./cells/priceCellFault.ts"
import { isSheetError, isShortened } from "./cells/sheetError.ts"
import { type ImportItem, type ShopProductEntry, withheld } from "./ImportItem.ts"
import { localAmount } from "./localAmount.ts"
import { columnName, columnText } from "./markets/pricedColumn.ts"
import type { SheetRow } from "./SheetRow.ts"
import type { ShownProduct } from "./ShopContents.ts"
import type { ShopifyColumns } from "./shopifyColumns.ts"
import {
  cellText,
  emptiedBy,
  namesVariants,
  rowAttributes,
  type ShopifyChoices,
  shopifyVariant,
} from "./shopifyVariant.ts"
import { slug } from "./slug.ts"

const isAmount: (text: string) => boolean = Schema.is(Amount)

/** What a Shopify file says of one product: its entry and faults, in the order of its rows. */
export interface ShopifyProduct {
  readonly line: number
  /** None where the rows say too little to tell which product they are of. */
  readonly shown?: ShownProduct
  readonly brand?: Pick<EntryOf<"brand">, "brand_key" | "name">
  /** Keys and labels of options that became attributes. */
  readonly options: ReadonlyMap<string, string>
  readonly optionNames: ReadonlyArray<string>
  readonly entry?: ShopProductEntry
  readonly faults: ReadonlyArray<ImportItem>
  readonly prices: ReadonlyArray<ImportItem>
  /** Variant keys that its own rows repeat. */
  readonly repeated: ReadonlyArray<string>
  /** How many of its rows repeat the handle and options of another. */
  readonly repeatedOptions: number
}

const rowFault = (row: SheetRow, { headers, handle, sku }: ShopifyColumns): string | undefined => {
  if (row.fault !== undefined) return row.fault
  if (row.cells.slice(headers.length).some((text) => text !== ""))
    return `has ${row.cells.length} cells where the first row names ${headers.length} columns; look for a comma or quote too many`
  for (const [index, text] of row.cells.entries()) {
    if (text.includes("\uFFFD")) return "is not UTF-8; save the file as CSV UTF-8"
    if (isSheetError(text))
      return `has ${text.trim()} in column ${headers[index]}, an error of its spreadsheet; write the value there, and save it again`
    if (isShortened(text))
      return `has ${text.trim()} in column ${headers[index]}, a number that its spreadsheet has shortened; write all of its digits there, as a text, and save it again`
  }
  const date = [handle, sku].find(
    (index) => index !== undefined && row.shown?.get(index)?.shown_as === "date",
  )
  if (date !== undefined)
    return `has the date ${row.cells[date]} in column ${headers[date]}, which spreadsheets make of keys such as 1-2; write the key there, as a text, and save it again`
  return undefined
}

const isVariant = (row: SheetRow, { options, sku, prices }: ShopifyColumns): boolean =>
  [sku, ...options.map((option) => option.value), ...prices.map((price) => price.index)].some(
    (index) => cellText(row, index) !== "",
  )

/** The prices of a variant's row, and its cells that are not empty. */
const variantPrices = (
  row: SheetRow,
  columns: ShopifyColumns,
  key: Pick<ShopPriceEntry, "product_key" | "variant_key" | "effective_from">,
  { amounts, currencyOf }: ShopifyChoices,
) => {
  const prices = new Map<string, string>()
  const items: Array<ImportItem> = []
  for (const { index, ...column } of columns.prices) {
    const text = cellText(row, index)
    const amount = amounts === undefined ? text : localAmount(text, amounts)
    if (text === "") continue
    prices.set(columnName(column), amount ?? text)
    const currency = currencyOf?.(column.price_list ?? basePriceList) ?? null
    const meant = priceCellFault(text, row.shown?.get(index), currency)
    if (meant !== undefined) {
      const fault = `has ${text.slice(0, 40)} in column ${columns.headers[index]}, ${meant}`
      items.push({ line: row.line, kind: "price", fault })
    } else if (amount !== undefined && isAmount(amount)) {
      items.push({ line: row.line, entry: { kind: "shop_price", ...key, ...column, amount } })
    } else {
      const fault = `${columnText(column)} of ${key.variant_key} must be ${amounts === undefined ? "a plain amount such as 1299.95" : `an amount such as 1299${amounts.decimal}95`}, found ${text.slice(0, 40)}`
      items.push({ line: row.line, kind: "price", fault })
    }
  }
  return { prices, items }
}

const nothing = {
  options: new Map<string, string>(),
  optionNames: [],
  prices: [],
  repeated: [],
  repeatedOptions: 0,
}

/** Rows that are no product, and why: the first of them, with which the others are left out. */
const unreadable = (
  [first, ...others]: readonly [SheetRow, ...ReadonlyArray<SheetRow>],
  columns: ShopifyColumns,
  choices: ShopifyChoices,
  fault: string,
  product_key: string,
): ShopifyProduct => {
  const { line } = first
  const last = others.at(-1)
  const along =
    last === undefined ? "" : `; with it the rows of its product up to line ${last.line} are left out`
  const faults: Array<ImportItem> = [{ line, kind: "product", fault: fault + along }]
  const prices: Array<ImportItem> = []
  for (const row of others) {
    const own = rowFault(row, columns)
    if (own !== undefined) faults.push({ line: row.line, kind: "line", fault: own })
    else {
      const key = { product_key, variant_key: cellText(row, columns.sku), effective_from: null }
      prices.push(...variantPrices(row, columns, key, choices).items.map(withheld))
    }
  }
  return {
    ...nothing,
    line,
    faults,
    prices,
    ...(product_key !== "" && {
      shown: { product_key, line, brand_key: null, variants: [], isFaulty: true, isUnread: true },
    }),
  }
}

/**
 * Reads the rows of one handle. Version 1, source `merchant_input`.
 *
 * The first row is a variant, and each further one with an option value, SKU or price; others bring images.
 */
export const shopifyProduct = (
  rows: readonly [SheetRow, ...ReadonlyArray<SheetRow>],
  columns: ShopifyColumns,
  effective_from: string | null,
  choices: ShopifyChoices,
): ShopifyProduct => {
  const [first] = rows
  const handle = cellText(first, columns.handle)
  const title = cellText(first, columns.title)
  const misread = rowFault(first, columns)
  // whose rows they are is then not reported either
  if (misread !== undefined) return unreadable(rows, columns, choices, misread, "")
  if (handle === "") {
    return unreadable(
      rows,
      columns,
      choices,
      "has no Handle; write the product's handle on each of its rows",
      "",
    )
  }
  if (title === "") {
    const fault = `has no Title; the rows of ${handle} must stand together, the first of them with the Title`
    return unreadable(rows, columns, choices, fault, handle)
  }

  const optionNames = columns.options.map((option) => cellText(first, option.name))
  const options = new Map<string, string>()
  const variants = new Map<string, ShopVariantEntry>()
  const listed: Array<ShownProduct["variants"][number]> = []
  const faults: Array<ImportItem> = []
  const repeated: Array<string> = []
  const prices: Array<ImportItem> = []
  const images: Array<string> = []
  const imageTexts: Array<string> = []
  const optionKeys = new Set<string>()
  const made = new Set<string>()
  let repeatedOptions = 0
  const hasVariants = namesVariants(columns)
  // of what variants it has then nothing is known
  let isFaulty = !hasVariants
  for (const row of rows) {
    const fault = rowFault(row, columns)
    if (fault !== undefined) {
      isFaulty = true
      faults.push({ line: row.line, kind: "line", fault })
      continue
    }
    images.push(cellText(row, columns.image))
    imageTexts.push(cellText(row, columns.imageAlt))
    if (!hasVariants || (row !== first && !isVariant(row, columns))) continue
    const read = shopifyVariant(row, columns, { handle, title, optionNames, choices })
    const { variant_key } = read.variant
    if (optionKeys.has(read.optionKey)) repeatedOptions++
    optionKeys.add(read.optionKey)
    if (variants.has(variant_key)) {
      const advice =
        choices.variantKey === "sku"
          ? "give every variant a Variant SKU of its own, or name variants by their options (handle-options)"
          : "give its variants different option values"
      const fault = `repeats the variant ${variant_key} of ${handle}; ${advice}`
      faults.push({ line: row.line, kind: "line", fault })
      repeated.push(variant_key)
      continue
    }
    variants.set(variant_key, read.variant)
    if (read.isMade) made.add(variant_key)
    for (const [key, label] of read.options) options.set(key, label)
    const priced = variantPrices(row, columns, { product_key: handle, variant_key, effective_from }, choices)
    prices.push(...priced.items)
    listed.push({ variant_key, line: row.line, prices: priced.prices })
  }

  const attributes = rowAttributes(columns.productAttributes, first)
  const emptied = [...emptiedBy(columns.productAttributes, attributes)]
  for (const [key, column, texts] of [
    ["images", columns.image, images],
    ["image_alt_texts", columns.imageAlt, imageTexts],
  ] as const) {
    const list = texts.filter((text) => text !== "")
    if (list.length > 0) attributes.set(key, list)
    else if (column !== undefined) emptied.push(key)
  }
  const hasVendor = columns.vendor !== undefined
  const vendor = cellText(first, columns.vendor) || "Unbranded"
  const brand = { brand_key: slug(vendor, "-") || vendor, name: vendor }
  const tags = cellText(first, columns.tags).split(",")
  return {
    line: first.line,
    shown: {
      product_key: handle,
      line: first.line,
      brand_key: hasVendor ? brand.brand_key : null,
      variants: listed,
      isFaulty,
    },
    ...(hasVendor && { brand }),
    options,
    optionNames,
    entry: {
      kind: "shop_product",
      brand_key: brand.brand_key,
      product_key: handle,
      version: 1,
      name: title,
      source: "merchant_input",
      ...(columns.tags !== undefined && {
        labels: [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => tag !== ""),
      }),
      attributes: Object.fromEntries(attributes),
      emptied,
      variants: [...variants.values()],
      keeps_brand: !hasVendor,
      made_keys: [...made],
    },
    faults,
    prices,
    repeated,
    repeatedOptions,
  }
}
