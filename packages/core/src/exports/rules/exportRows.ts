import type {
  AttributeItem,
  Attributes,
  AttributeValue,
  ProductVersion,
  Variant,
} from "../../catalog/Catalog.ts"
import { attributeCell, listSeparator } from "../../catalog/rules/attributeCell.ts"
import { attributeKind } from "../../catalog/rules/attributeKind.ts"
import type { ExportCell, ExportRow } from "../../catalog/rules/exportCell.ts"
import { basePriceList } from "../../kernel/basePriceList.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import { type ExportColumn, isPerVariant } from "./exportColumns.ts"
import {
  dateCell,
  type ExportPrice,
  type PriceOf,
  priceCell,
  type SinceOf,
  shownPrices,
  sinceCells,
} from "./exportPriceCells.ts"

/** A selected product version with its product's variants and their prices in force, as an export reads them. */
export interface ExportProduct {
  readonly product: ProductVersion
  /** The brand's: date-times are shown as clocks there show them. */
  readonly time_zone: string
  readonly variants: ReadonlyArray<Variant>
  /** Of another list than `base` that is named; where its amount is null that list does not offer it. */
  readonly prices: ReadonlyArray<ExportPrice>
}

/** What the rows are made by: the mapped columns, or one row per property. */
export type ExportShape = (
  | { readonly mode: "column_based"; readonly columns: ReadonlyArray<ExportColumn> }
  | {
      readonly mode: "attribute_rows"
      readonly labels: ReadonlyMap<string, string>
      /** Prices, each a row of a variant behind its attributes; the rows have the column `price_list` where there are any. */
      readonly columns: ReadonlyArray<ExportColumn>
    }
) & {
  /** Between the items of a list; `; ` unless given. */
  readonly list_separator?: string | undefined
}

export const attributeRowsHeader = [
  "product_key",
  "variant_key",
  "attribute_key",
  "attribute_label",
  "value",
  "value_label",
] as const

/** The header of the file: column names as given (duplicates stay apart), or the fixed ones of attribute_rows. */
export const exportHeader = (shape: ExportShape): ReadonlyArray<string> => {
  if (shape.mode === "column_based") return shape.columns.map((column) => column.name)
  return shape.columns.length === 0 ? attributeRowsHeader : [...attributeRowsHeader, "price_list"]
}

const productCell = (
  { product, time_zone }: ExportProduct,
  field: ExportColumn["source"] & { kind: "product" },
  separator: string,
): ExportCell => {
  switch (field.field) {
    case "version":
      return { kind: "number", text: String(product.version) }
    case "labels":
      return product.labels.join(separator)
    case "updated_at":
      return dateCell(product.updated_at, time_zone)
    default:
      return product[field.field]
  }
}

/** Own members only: an attribute named `constructor` is an attribute. */
const attribute = (attributes: Attributes | undefined, key: string) =>
  attributes !== undefined && Object.hasOwn(attributes, key) ? attributes[key] : undefined

/** A column's cell as all rows of the product share it; null where only a variant fills it. */
const sharedCell = (
  { source, use_label }: ExportColumn,
  input: ExportProduct,
  separator: string,
): ExportCell => {
  if (source.kind === "product") return productCell(input, source, separator)
  if (source.kind === "attribute") {
    const value = attribute(input.product.attributes, source.key)
    return attributeCell(value, source.sub_field, use_label, separator)
  }
  return null
}

const variantCell = (
  { source, use_label }: ExportColumn,
  shared: ExportCell,
  variant: Variant,
  priceOf: PriceOf,
  { sinceOf, separator }: { readonly sinceOf: SinceOf; readonly separator: string },
): ExportCell => {
  switch (source.kind) {
    case "product":
      return shared
    case "variant":
      return source.field === "variant_name" ? variant.name : variant[source.field]
    case "price":
      return priceCell(source, priceOf, sinceOf)
    case "attribute": {
      const value = attribute(variant.attributes, source.key) ?? null
      return value === null ? shared : attributeCell(value, source.sub_field, use_label, separator)
    }
  }
}

function* columnRows(
  columns: ReadonlyArray<ExportColumn>,
  input: ExportProduct,
  variants: ReadonlyArray<Variant>,
  separator: string,
): Generator<ExportRow, void, undefined> {
  const shared = columns.map((column) => sharedCell(column, input, separator))
  if (!isPerVariant(columns)) {
    yield shared
    return
  }
  const pricesByVariant = Map.groupBy(input.prices, (price) => price.variant_key)
  const by = { sinceOf: sinceCells(input.time_zone), separator }
  for (const variant of variants) {
    const priceOf = shownPrices(pricesByVariant.get(variant.variant_key))
    yield columns.map((column, index) => variantCell(column, shared[index]!, variant, priceOf, by))
  }
}

const isRecord = (
  value: AttributeValue | undefined,
): value is Readonly<Record<string, AttributeItem | ReadonlyArray<AttributeItem>>> =>
  value !== undefined && attributeKind(value) === "record"

/** The rows of one set of attributes: by key, and a record's members as `key.member`, each a row. */
function* propertyRows(
  productKey: string,
  variantKey: string | null,
  attributes: Attributes,
  labels: ReadonlyMap<string, string>,
  separator: string,
): Generator<ExportRow, void, undefined> {
  for (const key of Object.keys(attributes).sort(compareText)) {
    const value = attributes[key]
    const label = labels.get(key) || key
    const row = (name: string, own: AttributeValue | undefined): ExportRow => [
      productKey,
      variantKey,
      name,
      label,
      attributeCell(own, null, false, separator),
      attributeCell(own, null, true, separator),
    ]
    if (!isRecord(value)) {
      yield row(key, value)
      continue
    }
    const members: Readonly<Record<string, AttributeValue>> = value
    for (const name of Object.keys(members).sort(compareText)) yield row(`${key}.${name}`, members[name])
  }
}

/** The rows of a variant's prices: a row a list. */
function* priceRows(
  columns: ReadonlyArray<ExportColumn>,
  { product_key, variant_key }: Variant,
  priceOf: PriceOf,
  sinceOf: SinceOf,
): Generator<ExportRow, void, undefined> {
  for (const { name, source } of columns) {
    if (source.kind !== "price") continue
    const cell = priceCell(source, priceOf, sinceOf)
    if (cell === null) continue
    const key = `${source.field}.${source.price_type}`
    yield [product_key, variant_key, key, name, cell, cell, source.price_list ?? basePriceList]
  }
}

function* attributeRows(
  { labels, columns }: ExportShape & { readonly mode: "attribute_rows" },
  { product: { product_key, attributes }, prices, time_zone }: ExportProduct,
  variants: ReadonlyArray<Variant>,
  separator: string,
): Generator<ExportRow, void, undefined> {
  const whole = (row: ExportRow): ExportRow => (columns.length === 0 ? row : [...row, null])
  for (const row of propertyRows(product_key, null, attributes, labels, separator)) yield whole(row)
  const pricesByVariant = Map.groupBy(prices, ({ variant_key }) => variant_key)
  const sinceOf = sinceCells(time_zone)
  for (const variant of variants) {
    const { variant_key, attributes } = variant
    for (const row of propertyRows(product_key, variant_key, attributes, labels, separator)) yield whole(row)
    yield* priceRows(columns, variant, shownPrices(pricesByVariant.get(variant_key)), sinceOf)
  }
}

/**
 * The rows of one product version, in a total order: its variants by key, or its properties by key, the
 * product's before each variant's. Each is made when it is asked for: all of one product may take seconds.
 *
 * column_based gives one row per variant when any column reads a variant or price field (none for a product
 * without variants), else one per product. An attribute is the variant's, else the product's. attribute_rows gives behind
 * the properties of a variant those of its prices that mappings ask for, in their order.
 */
export const exportRows = (shape: ExportShape, input: ExportProduct): Iterable<ExportRow> => {
  const { list_separator: separator = listSeparator } = shape
  const variants = input.variants.toSorted((a, b) => compareText(a.variant_key, b.variant_key))
  return shape.mode === "column_based"
    ? columnRows(shape.columns, input, variants, separator)
    : attributeRows(shape, input, variants, separator)
}

/** Whether a product version gives any row: one without variants, or without attributes, may not. */
export const hasRows = (shape: ExportShape, input: ExportProduct): boolean => {
  if (shape.mode === "column_based") return input.variants.length > 0 || !isPerVariant(shape.columns)
  const { done } = attributeRows(shape, input, input.variants, listSeparator).next()
  return done !== true
}
