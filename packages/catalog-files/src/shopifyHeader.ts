import { isDeepStrictEqual } from "node:util"
import type { AttributeValue, ExportProduct } from "@hangtag/core"
import { decimalText, isDecimalNumber } from "@hangtag/core/adapter"
import type { MarketColumn } from "./markets/exportedMarkets.ts"
import { columnName } from "./markets/pricedColumn.ts"
import { type AttributeColumn, shopifyColumns } from "./shopifyColumns.ts"
import { rowAttributes } from "./shopifyVariant.ts"
import { slug } from "./slug.ts"

/** The column of an attribute. */
export interface AttributeHeader {
  readonly level: "product" | "variant"
  readonly key: string
  readonly name: string
}

/** What a cell says an attribute is; undefined for lists and sub-fields. */
export const attributeText = (value: AttributeValue | undefined): string | undefined =>
  typeof value === "string"
    ? value
    : isDecimalNumber(value)
      ? decimalText(value)
      : typeof value === "boolean"
        ? String(value)
        : undefined

const fixed = ["Handle", "Title", "Vendor", "Tags"]
const priced = ["Variant SKU", "Variant Price", "Variant Compare At Price", "Cost per item"]
/** The columns of images, by the attributes that they become here. */
const imageColumns: ReadonlyMap<string, string> = new Map([
  ["images", "Image Src"],
  ["image_alt_texts", "Image Alt Text"],
])

/** The column that a header would be read as, where it is one of an attribute. */
const readAs = (name: string, level: AttributeHeader["level"]): AttributeColumn | undefined => {
  const columns = shopifyColumns([...fixed, ...priced, ...imageColumns.values(), name])
  return typeof columns === "string"
    ? undefined
    : columns[level === "product" ? "productAttributes" : "variantAttributes"][0]
}

/** Whether a variant's attribute is written as an option: it was one, and has its name. */
export const optionName = (key: string, label: string | null | undefined): string | undefined =>
  label && slug(label, "_") === key && readAs(label, "variant")?.key !== key ? label : undefined

/** Finds the columns of a Shopify file for products that are shown to it one by one. */
export const shopifyHeader = (
  labels: ReadonlyMap<string, string | null>,
  markets: ReadonlyArray<MarketColumn> = [],
) => {
  const pricedIn = new Set<MarketColumn>()
  const found = new Map<string, AttributeHeader & { readonly column: AttributeColumn }>()
  const left = new Set<string>()
  const taken = new Set<string>(
    [...fixed, ...priced, ...imageColumns.values()].map((name) => name.toLowerCase()),
  )
  const optionNames = new Map<string, string>()
  const images = new Set<string>()
  let options = 1

  const columnFor = (level: AttributeHeader["level"], key: string) => {
    const label = labels.get(key) ?? key
    const names = [
      label,
      level === "product" ? key : `Variant ${key}`,
      `${label} (${level}.metafields.${key})`,
    ]
    for (const name of names) {
      const column = readAs(name, level)
      if (column?.key === key && !taken.has(name.toLowerCase())) return { level, key, name, column }
    }
    return undefined
  }

  const addValue = (level: AttributeHeader["level"], key: string, value: AttributeValue) => {
    const id = `${level} ${key}`
    if (left.has(id)) return
    const header = found.get(id) ?? columnFor(level, key)
    const text = attributeText(value)
    const again =
      header === undefined || text === undefined
        ? undefined
        : rowAttributes([{ ...header.column, index: 0 }], { line: 1, cells: [text] }).get(key)
    if (header === undefined || !isDeepStrictEqual(again, value)) {
      left.add(id)
      found.delete(id)
      return
    }
    taken.add(header.name.toLowerCase())
    found.set(id, header)
  }

  return {
    add: ({ product, variants, prices }: ExportProduct): void => {
      for (const column of markets) {
        const isPriced = prices.some(
          (price) => price.amount !== null && columnName(price) === columnName(column),
        )
        if (isPriced) pricedIn.add(column)
      }
      for (const [key, value] of Object.entries(product.attributes))
        if (imageColumns.has(key)) images.add(key)
        else addValue("product", key, value)
      const used = new Set<string>()
      for (const variant of variants) {
        for (const field of ["color", "size", "width"] as const) if (variant[field] !== "") used.add(field)
        for (const [key, value] of Object.entries(variant.attributes)) {
          const name = optionName(key, labels.get(key))
          if (name === undefined) addValue("variant", key, value)
          else {
            optionNames.set(key, name)
            used.add(` ${key}`)
          }
        }
      }
      options = Math.min(3, Math.max(options, used.size))
    },
    /** Names of the options, by the keys of the attributes that they become here. */
    optionNames: optionNames as ReadonlyMap<string, string>,
    columns: (): ReadonlyArray<AttributeHeader> => [...found.values()],
    leftOut: (): ReadonlyArray<string> => [...left].map((id) => id.slice(id.indexOf(" ") + 1)).sort(),
    /** Those of markets that a price is in. */
    markets: (): ReadonlyArray<MarketColumn> => markets.filter((column) => pricedIn.has(column)),
    names: (): ReadonlyArray<string> => [
      ...fixed,
      ...Array.from({ length: options }, (_, at) => [`Option${at + 1} Name`, `Option${at + 1} Value`]).flat(),
      ...priced,
      ...markets.filter((column) => pricedIn.has(column)).map(({ name }) => name),
      // a column that is there tells of every product: without images none has one, and an import here keeps what it has
      ...[...imageColumns].flatMap(([key, name]) => (images.has(key) ? [name] : [])),
      ...[...found.values()].map(({ name }) => name),
    ],
  }
}
