import { Amount } from "@hangtag/core"
import { Schema } from "effect"
import type { EntryOf } from "./CatalogEntry.ts"
import type { ImportItem } from "./ImportItem.ts"
import type { SheetRow } from "./SheetRow.ts"
import type { ShopifyColumns } from "./shopifyColumns.ts"
import { cellText, rowAttributes, shopifyVariant } from "./shopifyVariant.ts"
import { slug } from "./slug.ts"

const isAmount: (text: string) => boolean = Schema.is(Amount)

/** What a Shopify file says of one product: its entries and faults, in the order of its rows. */
export interface ShopifyProduct {
  readonly brand?: Pick<EntryOf<"brand">, "brand_key" | "name">
  /** Keys and labels of options that are not color, size or width. */
  readonly options: ReadonlyMap<string, string>
  readonly product: ReadonlyArray<ImportItem>
  readonly prices: ReadonlyArray<ImportItem>
}

const rowFault = (row: SheetRow, columns: ShopifyColumns): string | undefined =>
  row.cells.slice(columns.width).some((text) => text !== "")
    ? `has ${row.cells.length} cells where the first row names ${columns.width} columns; look for a comma or quote too many`
    : row.cells.some((text) => text.includes("\uFFFD"))
      ? "is not UTF-8; save the file as CSV UTF-8"
      : undefined

const isVariant = (row: SheetRow, { options, sku, prices }: ShopifyColumns): boolean =>
  [sku, ...options.map((option) => option.value), ...prices.map((price) => price.index)].some(
    (index) => cellText(row, index) !== "",
  )

const variantPrices = (
  row: SheetRow,
  columns: ShopifyColumns,
  variant_key: string,
  effective_from: string,
): Array<ImportItem> =>
  columns.prices.flatMap(({ index, price_type }): Array<ImportItem> => {
    const amount = cellText(row, index)
    if (amount === "") return []
    if (!isAmount(amount)) {
      const fault = `${price_type} of ${variant_key} must be a plain amount such as 1299.95, found ${amount.slice(0, 40)}`
      return [{ line: row.line, kind: "price", fault }]
    }
    const price = { variant_key, price_type, amount, effective_from, status: "active" as const, batch: null }
    return [{ line: row.line, entry: { kind: "price", ...price } }]
  })

/**
 * Reads the rows of one handle. Version 1, source `merchant_input`; every price is active from `effectiveFrom` on.
 *
 * The first row is a variant, and each further one with an option value, SKU or price; others bring images.
 */
export const shopifyProduct = (
  rows: ReadonlyArray<SheetRow>,
  columns: ShopifyColumns,
  effectiveFrom: string,
): ShopifyProduct => {
  const options = new Map<string, string>()
  const [first] = rows
  if (first === undefined) return { options, product: [], prices: [] }
  const handle = cellText(first, columns.handle)
  const title = cellText(first, columns.title)
  const fault =
    rowFault(first, columns) ??
    (handle === ""
      ? "has no Handle; write the product's handle on each of its rows"
      : title === ""
        ? `has no Title; the rows of ${handle} must stand together, the first of them with the Title`
        : undefined)
  if (fault !== undefined) {
    return { options, product: [{ line: first.line, kind: "product", fault }], prices: [] }
  }

  const optionNames = columns.options.map((option) => cellText(first, option.name))
  const variants = new Map<string, EntryOf<"product">["variants"][number]>()
  const faults: Array<ImportItem> = []
  const prices: Array<ImportItem> = []
  const images: Array<string> = []
  const imageTexts: Array<string> = []
  for (const row of rows) {
    const fault = rowFault(row, columns)
    if (fault !== undefined) {
      faults.push({ line: row.line, kind: "product", fault })
      continue
    }
    images.push(cellText(row, columns.image))
    imageTexts.push(cellText(row, columns.imageAlt))
    if (row !== first && !isVariant(row, columns)) continue
    const read = shopifyVariant(row, columns, { handle, title, optionNames })
    const { variant_key } = read.variant
    if (variants.has(variant_key)) {
      const fault = `repeats the variant ${variant_key} of ${handle}; give every variant a Variant SKU of its own`
      faults.push({ line: row.line, kind: "product", fault })
      continue
    }
    variants.set(variant_key, read.variant)
    for (const [key, label] of read.options) options.set(key, label)
    prices.push(...variantPrices(row, columns, variant_key, effectiveFrom))
  }

  const attributes = rowAttributes(columns.productAttributes, first)
  for (const [key, texts] of Object.entries({ images, image_alt_texts: imageTexts })) {
    const list = texts.filter((text) => text !== "")
    if (list.length > 0) attributes.set(key, list)
  }
  const vendor = cellText(first, columns.vendor) || "Unbranded"
  const brand = { brand_key: slug(vendor, "-") || vendor, name: vendor }
  const tags = cellText(first, columns.tags).split(",")
  const entry: EntryOf<"product"> = {
    kind: "product",
    brand_key: brand.brand_key,
    product_key: handle,
    version: 1,
    name: title,
    source: "merchant_input",
    labels: [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => tag !== ""),
    attributes: Object.fromEntries(attributes),
    variants: [...variants.values()],
  }
  return { brand, options, product: [{ line: first.line, entry }, ...faults], prices }
}
