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
import { parseEffectiveFrom } from "../../kernel/EffectiveFrom.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import { effectiveInstant, shownIn } from "../../kernel/rules/effectiveInstant.ts"
import { localDateTime } from "../../kernel/rules/localDateTime.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import { type ExportColumn, isPerVariant } from "./exportColumns.ts"

/** A selected product version with its product's variants and their prices in force, as an export reads them. */
export interface ExportProduct {
  readonly product: ProductVersion
  /** The brand's: date-times are shown as clocks there show them. */
  readonly time_zone: string
  readonly variants: ReadonlyArray<Variant>
  /** Of another list than `base` that is named; where its amount is null that list does not offer it. */
  readonly prices: ReadonlyArray<
    Pick<PriceRecord, "variant_key" | "price_type" | "amount" | "effective_from" | "effective_at"> &
      Partial<Pick<PriceRecord, "price_list">>
  >
}

/** What the rows are made by: the mapped columns, or one row per property. */
export type ExportShape = (
  | { readonly mode: "column_based"; readonly columns: ReadonlyArray<ExportColumn> }
  | { readonly mode: "attribute_rows"; readonly labels: ReadonlyMap<string, string> }
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
export const exportHeader = (shape: ExportShape): ReadonlyArray<string> =>
  shape.mode === "column_based" ? shape.columns.map((column) => column.name) : attributeRowsHeader

/** A date, or a date-time as clocks in the zone show it; a text that is neither as it is. */
export const dateCell = (text: string, timeZone: string): ExportCell => {
  if (text.length === 10) return parseEffectiveFrom(text) === undefined ? text : { kind: "date", text }
  const instant = effectiveInstant(text, timeZone)
  return instant === undefined ? text : { kind: "date-time", text, local: localDateTime(instant, timeZone) }
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

type ShownPrice = ExportProduct["prices"][number]
type PriceSource = ExportColumn["source"] & { kind: "price" }
type PriceOf = (source: PriceSource) => ShownPrice | undefined

/** Among this many, looking takes less than making a map of them. */
const fewPrices = 8

const ownList = [basePriceList]

/** What a variant's prices are in a column: of the first of its lists that has one. */
const shownPrices = (prices: ReadonlyArray<ShownPrice> = []): PriceOf => {
  const byType = prices.length <= fewPrices ? undefined : Map.groupBy(prices, ({ price_type }) => price_type)
  return ({ price_type, lists = ownList }) => {
    const ofType = byType === undefined ? prices : (byType.get(price_type) ?? [])
    for (const list of lists) {
      const found = ofType.find(
        (price) => price.price_type === price_type && (price.price_list ?? basePriceList) === list,
      )
      if (found !== undefined) return found
    }
    return undefined
  }
}

const variantCell = (
  { source, use_label }: ExportColumn,
  shared: ExportCell,
  variant: Variant,
  priceOf: PriceOf,
  { sinceOf, separator }: { readonly sinceOf: (price: ShownPrice) => ExportCell; readonly separator: string },
): ExportCell => {
  switch (source.kind) {
    case "product":
      return shared
    case "variant":
      return source.field === "variant_name" ? variant.name : variant[source.field]
    case "price": {
      const price = priceOf(source)
      if (price === undefined || price.amount === null) return null
      return source.field === "price" ? { kind: "number", text: price.amount } : sinceOf(price)
    }
    case "attribute": {
      const value = attribute(variant.attributes, source.key) ?? null
      return value === null ? shared : attributeCell(value, source.sub_field, use_label, separator)
    }
  }
}

/** When prices begin, each written once: the prices of a product mostly begin together. */
const sinceCells = (timeZone: string): ((price: ShownPrice) => ExportCell) => {
  const known = new Map<string, ExportCell>()
  const shown = shownIn(timeZone)
  return (price) => {
    const { effective_from } = shown(price)
    const before = known.get(effective_from)
    if (before !== undefined) return before
    const cell = dateCell(effective_from, timeZone)
    known.set(effective_from, cell)
    return cell
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

function* attributeRows(
  labels: ReadonlyMap<string, string>,
  { product: { product_key, attributes } }: ExportProduct,
  variants: ReadonlyArray<Variant>,
  separator: string,
): Generator<ExportRow, void, undefined> {
  yield* propertyRows(product_key, null, attributes, labels, separator)
  for (const { variant_key, attributes } of variants)
    yield* propertyRows(product_key, variant_key, attributes, labels, separator)
}

/**
 * The rows of one product version, in a total order: its variants by key, or its properties by key, the
 * product's before each variant's. Each is made when it is asked for: all of one product may take seconds.
 *
 * column_based gives one row per variant when any column reads a variant or price field (none for a product
 * without variants), else one per product. An attribute is the variant's, else the product's.
 */
export const exportRows = (shape: ExportShape, input: ExportProduct): Iterable<ExportRow> => {
  const { list_separator: separator = listSeparator } = shape
  const variants = input.variants.toSorted((a, b) => compareText(a.variant_key, b.variant_key))
  return shape.mode === "column_based"
    ? columnRows(shape.columns, input, variants, separator)
    : attributeRows(shape.labels, input, variants, separator)
}

const hasProperty = ({ attributes }: { readonly attributes: Attributes }): boolean =>
  Object.values(attributes).some((value) => !isRecord(value) || Object.keys(value).length > 0)

/** Whether a product version gives any row: one without variants, or without attributes, may not. */
export const hasRows = (shape: ExportShape, { product, variants }: ExportProduct): boolean =>
  shape.mode === "column_based"
    ? variants.length > 0 || !isPerVariant(shape.columns)
    : hasProperty(product) || variants.some(hasProperty)
