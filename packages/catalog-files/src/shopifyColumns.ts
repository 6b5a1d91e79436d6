import { lookAlike } from "./lookAlike.ts"
import type { PricedColumn } from "./markets/pricedColumn.ts"
import { marketPrices, type ShopMarket } from "./markets/ShopMarket.ts"
import { slug } from "./slug.ts"

/** A column that becomes an attribute. */
export interface AttributeColumn {
  readonly index: number
  readonly key: string
  readonly label: string
  readonly type: "text" | "number" | "boolean"
}

/** Where a Shopify product file has what; `undefined` where it has it not. */
export interface ShopifyColumns {
  readonly headers: ReadonlyArray<string>
  readonly handle: number
  readonly title: number
  readonly vendor: number | undefined
  readonly tags: number | undefined
  readonly sku: number | undefined
  readonly image: number | undefined
  readonly imageAlt: number | undefined
  readonly options: ReadonlyArray<{ readonly name: number | undefined; readonly value: number | undefined }>
  readonly prices: ReadonlyArray<PricedColumn & { readonly index: number }>
  /** Of which markets it has columns. */
  readonly markets: ReadonlyArray<string>
  readonly productAttributes: ReadonlyArray<AttributeColumn>
  readonly variantAttributes: ReadonlyArray<AttributeColumn>
}

/** Headers of the template since 2025 as those of before it, in which exports still come. */
const formerHeaders: Readonly<Record<string, string>> = {
  "url handle": "handle",
  description: "body (html)",
  "published on online store": "published",
  sku: "variant sku",
  barcode: "variant barcode",
  price: "variant price",
  "compare-at price": "variant compare at price",
  "compare at price": "variant compare at price",
  "variant compare-at price": "variant compare at price",
  "charge tax": "variant taxable",
  "tax code": "variant tax code",
  "unit price total measure": "variant unit price total measure",
  "unit price total measure unit": "variant unit price total measure unit",
  "unit price base measure": "variant unit price base measure",
  "unit price base measure unit": "variant unit price base measure unit",
  "inventory tracker": "variant inventory tracker",
  "inventory quantity": "variant inventory qty",
  "continue selling when out of stock": "variant continue selling when out of stock",
  "weight value (grams)": "variant grams",
  "weight unit for display": "variant weight unit",
  "requires shipping": "variant requires shipping",
  "fulfillment service": "variant fulfillment service",
  "product image url": "image src",
  "variant image url": "variant image",
}
const priceTypes: Readonly<Record<string, string>> = {
  "variant price": "PRICE",
  "variant compare at price": "COMPARE_AT",
  "cost per item": "COST",
}
const numbers = new Set(["variant grams", "variant inventory qty"])
const booleans =
  /^(published|gift card|variant (requires shipping|taxable|continue selling when out of stock)|included \/ .*)$/
const structural =
  /^(handle|title|vendor|tags|image (src|position|alt text)|variant sku|option ?[123] (name|value))$/
const marketPrice = /^(compare[- ]at )?price \/ (.+)$/
const metafield = /^(.*?) ?\((product|variant)\.metafields\.(.+)\)$/i

const attributeColumn = (
  index: number,
  header: string,
  name: string,
): AttributeColumn & { level: string } => {
  const meta = metafield.exec(header)
  if (meta !== null) {
    const [, label = "", level = "product", key = ""] = meta
    return { index, key, label: label || key, type: "text", level: level.toLowerCase() }
  }
  const ofVariant = name.startsWith("variant ")
  return {
    index,
    key: slug(ofVariant ? name.slice("variant ".length) : name, "_") || `column_${index + 1}`,
    label: header,
    type: numbers.has(name) ? "number" : booleans.test(name) ? "boolean" : "text",
    level: ofVariant ? "variant" : "product",
  }
}

/** A heading as columns are found by it, but for case. */
export const headingText = (cell: string): string => cell.trim().replace(/\s+/g, " ")

/**
 * Finds the columns of a Shopify product file in its header, or says why it is none; case does not count. Columns of markets that are
 * not named have no prices.
 */
export const shopifyColumns = (
  header: ReadonlyArray<string>,
  named: ReadonlyArray<ShopMarket> = [],
): ShopifyColumns | string => {
  const other = lookAlike(header)
  if (other !== undefined) return other
  const labels = header.map(headingText)
  const names = labels.map((label) => formerHeaders[label.toLowerCase()] ?? label.toLowerCase())
  const find = (...wanted: ReadonlyArray<string>): number | undefined => {
    const index = names.findIndex((name) => wanted.includes(name))
    return index === -1 ? undefined : index
  }
  const handle = find("handle")
  const title = find("title")
  if (
    handle === undefined ||
    title === undefined ||
    find("vendor", "body (html)", "variant price") === undefined
  ) {
    return `it is not a Shopify product file: the first row must name the columns Handle (or URL handle), Title and Variant Price (or Price), found ${labels.slice(0, 5).join(", ") || "nothing"}`
  }
  const twice = names.find((name, index) => name !== "" && names.indexOf(name) !== index)
  if (twice !== undefined) {
    const which = labels.filter((_, index) => names[index] === twice)
    return `two of its columns are the same: ${which.join(" and ")}; leave one of them out`
  }
  const prices: Array<PricedColumn & { index: number }> = []
  const markets = new Map<string, string>()
  const attributes: Array<AttributeColumn & { level: string }> = []
  for (const [index, name] of names.entries()) {
    const label = labels[index] ?? ""
    const type = priceTypes[name]
    const market = marketPrice.exec(name)
    if (name === "" || structural.test(name)) continue
    if (type !== undefined) prices.push({ index, price_type: type })
    else if (market !== null) {
      const called = label.slice(label.indexOf("/") + 2)
      markets.set(called.toLowerCase(), called)
      const priced = marketPrices(named, called, market[1] === undefined ? "PRICE" : "COMPARE_AT")
      if (priced !== undefined) prices.push({ index, ...priced })
    } else attributes.push(attributeColumn(index, label, name))
  }
  const same = attributes.find(({ level, key }, index) =>
    attributes.some((each, other) => other < index && each.level === level && each.key === key),
  )
  if (same !== undefined) {
    const which = attributes.filter(({ level, key }) => level === same.level && key === same.key)
    return `two of its columns become one attribute, ${same.key}: ${which.map(({ index }) => labels[index]).join(" and ")}; leave one of them out, or give it another name`
  }
  return {
    headers: labels,
    handle,
    title,
    vendor: find("vendor"),
    tags: find("tags"),
    sku: find("variant sku"),
    image: find("image src"),
    imageAlt: find("image alt text"),
    options: [1, 2, 3].map((n) => ({
      name: find(`option${n} name`, `option ${n} name`),
      value: find(`option${n} value`, `option ${n} value`),
    })),
    prices,
    markets: [...markets.values()],
    productAttributes: attributes.filter((each) => each.level === "product"),
    variantAttributes: attributes.filter((each) => each.level === "variant"),
  }
}
