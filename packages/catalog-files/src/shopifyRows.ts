import { isDeepStrictEqual } from "node:util"
import type { AttributeValue, ExportProduct } from "@hangtag/core"
import type { MarketColumn } from "./markets/exportedMarkets.ts"
import { columnName } from "./markets/pricedColumn.ts"
import type { SheetRow } from "./SheetRow.ts"
import type { ShopifyColumns } from "./shopifyColumns.ts"
import { type AttributeHeader, attributeText } from "./shopifyHeader.ts"
import { shopifyProduct } from "./shopifyProduct.ts"

type Variant = ExportProduct["variants"][number]
interface ProductOption {
  readonly name: string
  readonly value: (variant: Variant) => string
}

const fieldOptions = (["color", "size", "width"] as const).map((field) => ({
  name: `${field.charAt(0).toUpperCase()}${field.slice(1)}`,
  value: (variant: Variant) => variant[field],
}))

const orders = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length < 2
    ? [items]
    : items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))

/** The options of a product, in the order in which its variants' names have them where they do. */
const optionsOf = (
  { product, variants }: ExportProduct,
  attributes: ReadonlyArray<ProductOption>,
): ReadonlyArray<ProductOption> => {
  const used = [...fieldOptions, ...attributes].filter(({ value }) =>
    variants.some((each) => value(each) !== ""),
  )
  const isNamedBy = (options: ReadonlyArray<ProductOption>) =>
    variants.every((variant) => {
      const values = options.map(({ value }) => value(variant)).filter((value) => value !== "")
      return variant.name === `${product.name} - ${values.join(" / ")}`
    })
  return (used.length > 3 ? undefined : orders(used).find(isNamedBy)) ?? used
}

const texts = (value: AttributeValue | undefined): ReadonlyArray<string> =>
  Array.isArray(value) ? value.map((item) => (typeof item === "string" ? item : "")) : []

const amountsOf = (prices: ExportProduct["prices"]): ReadonlyMap<string, string> =>
  new Map(prices.map((price) => [`${columnName(price)} ${price.variant_key}`, price.amount ?? ""]))

const baseColumns: ReadonlyArray<MarketColumn> = [
  { name: "Variant Price", price_type: "PRICE" },
  { name: "Variant Compare At Price", price_type: "COMPARE_AT" },
  { name: "Cost per item", price_type: "COST" },
]

/** A product's rows in a Shopify file: one for each variant, and further ones for images beyond those. */
export const shopifyRows = (
  found: ExportProduct,
  vendor: string,
  header: ReadonlyArray<string>,
  attributes: ReadonlyArray<AttributeHeader>,
  optionNames: ReadonlyMap<string, string>,
  markets: ReadonlyArray<MarketColumn> = [],
): ReadonlyArray<ReadonlyArray<string>> => {
  const { product, variants, prices } = found
  const amounts = amountsOf(prices)
  const options = optionsOf(
    found,
    [...optionNames].map(([key, name]) => ({
      name,
      value: (variant) => attributeText(variant.attributes[key]) ?? "",
    })),
  )
  const images = texts(product.attributes.images)
  const imageTexts = texts(product.attributes.image_alt_texts)
  return Array.from({ length: Math.max(variants.length, images.length, imageTexts.length) }, (_, at) => {
    const variant = variants[at]
    const cells = new Map([
      ["Handle", product.product_key],
      ["Image Src", images[at] ?? ""],
      ["Image Alt Text", imageTexts[at] ?? ""],
    ])
    const write = (level: AttributeHeader["level"], values: Variant["attributes"]) => {
      for (const each of attributes)
        if (each.level === level) cells.set(each.name, attributeText(values[each.key]) ?? "")
    }
    if (at === 0) {
      cells.set("Title", product.name).set("Vendor", vendor).set("Tags", product.labels.join(", "))
      if (options.length === 0) cells.set("Option1 Name", "Title")
      for (const [index, { name }] of options.entries()) cells.set(`Option${index + 1} Name`, name)
      write("product", product.attributes)
    }
    if (variant !== undefined) {
      if (options.length === 0) cells.set("Option1 Value", "Default Title")
      for (const [index, { value }] of options.entries())
        cells.set(`Option${index + 1} Value`, value(variant))
      cells.set("Variant SKU", variant.variant_key)
      for (const { name, ...column } of [...baseColumns, ...markets])
        cells.set(name, amounts.get(`${columnName(column)} ${variant.variant_key}`) ?? "")
      write("variant", variant.attributes)
    }
    return header.map((name) => cells.get(name) ?? "")
  })
}

const keeps = (
  has: Variant["attributes"],
  said: Readonly<Record<string, unknown>>,
  emptied: ReadonlyArray<string> = [],
): boolean =>
  Object.entries(said).every(([key, value]) => isDeepStrictEqual(has[key], value)) &&
  emptied.every((key) => !Object.hasOwn(has, key))

/** Whether an import of these rows would leave the product as it is. */
export const saysTheSame = (
  rows: ReadonlyArray<ReadonlyArray<string>>,
  columns: ShopifyColumns,
  { product, variants, prices }: ExportProduct,
  vendor: string,
): boolean => {
  const [first, ...others] = rows.map((cells, at): SheetRow => ({ line: at + 2, cells }))
  if (first === undefined || variants.length === 0) return false
  if (product.version !== 1 || product.source !== "merchant_input") return false
  const read = shopifyProduct([first, ...others], columns, null, { variantKey: "sku", optionNames: {} })
  const { entry, brand } = read
  if (entry === undefined || read.faults.length > 0) return false
  if (brand?.brand_key !== product.brand_key || brand.name !== vendor) return false
  const said = entry.variants ?? []
  const amounts = amountsOf(prices)
  const stands = read.prices.every(
    (item) =>
      "entry" in item &&
      item.entry.kind === "shop_price" &&
      amounts.get(`${columnName(item.entry)} ${item.entry.variant_key}`) === item.entry.amount,
  )
  return (
    stands &&
    entry.product_key === product.product_key &&
    entry.name === product.name &&
    isDeepStrictEqual([...(entry.labels ?? [])].sort(), [...product.labels].sort()) &&
    keeps(product.attributes, entry.attributes ?? {}, entry.emptied) &&
    said.length === variants.length &&
    said.every((variant, at) => {
      const has = variants[at]
      if (has === undefined) return false
      const { attributes = {}, emptied, name = has.name, color = has.color } = variant
      return (
        variant.variant_key === has.variant_key &&
        name === has.name &&
        color === has.color &&
        (variant.size ?? has.size) === has.size &&
        (variant.width ?? has.width) === has.width &&
        keeps(has.attributes, attributes, emptied)
      )
    })
  )
}
