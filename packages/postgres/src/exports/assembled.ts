import {
  type Attributes,
  compareText,
  type ExportProduct,
  type ExportWanted,
  instantFromMicros,
  instantToText,
  type Variant,
} from "@hangtag/core"
import { attributesFromJson, namedList, typeName } from "@hangtag/core/adapter"
import {
  mostJoined,
  type PricesInForce,
  priceColumn,
  pricesWanted,
  type VariantRow,
  type VersionRow,
} from "./exportReads.ts"

const variantOf = (row: VariantRow, attributesOf: (json: string) => Attributes): Variant => ({
  variant_key: row.variant_key,
  product_key: row.product_key,
  name: row.name,
  color: row.color,
  size: row.size,
  width: row.width,
  vendor_color_code: row.vendor_color_code,
  attributes: attributesOf(row.attributes ?? "{}"),
})

/** Parses each text once: most variants of a page have the same. */
const attributesReader = (): ((json: string) => Attributes) => {
  const known = new Map<string, Attributes>()
  return (json) => {
    const before = known.get(json)
    if (before !== undefined) return before
    const attributes = attributesFromJson(json)
    known.set(json, attributes)
    return attributes
  }
}

/** The time zones of brands, by key. */
export type BrandZones = ReadonlyMap<string, string>

interface Lists {
  readonly variants: Array<Variant>
  readonly prices: Array<ExportProduct["prices"][number]>
}

/** The prices of a row that come as a list, in the order of those wanted. */
const listed = (prices: string | null | undefined, places: ReadonlyMap<string, number>): PricesInForce => {
  if (prices == null) return []
  const placeOf = ([price_type, price_list]: PricesInForce[number]) =>
    places.get(typeName({ price_type, price_list }))!
  return (JSON.parse(prices) as PricesInForce).toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The versions with the variants and prices of the rows. */
export const assembled = (
  versions: ReadonlyArray<VersionRow>,
  rows: ReadonlyArray<VariantRow>,
  zones: BrandZones,
  wanted: ExportWanted,
): ReadonlyArray<ExportProduct> => {
  const products = new Map<string, Lists>()
  for (const { product_key } of versions) products.set(product_key, { variants: [], prices: [] })
  const parsed = attributesReader()
  const types = pricesWanted(wanted)
  const places = new Map(types.map((each, index) => [typeName(each), index]))
  const columns = (types.length > mostJoined ? [] : types).map(({ price_type, price_list }, index) => ({
    price_type,
    list: namedList(price_list),
    amountColumn: priceColumn("amount", index),
    fromColumn: priceColumn("effective_from", index),
    atColumn: priceColumn("effective_at", index),
  }))
  // in a fifth of the time that the database takes for it
  for (const row of rows.toSorted((a, b) => compareText(a.variant_key, b.variant_key))) {
    const { variant_key } = row
    const { variants, prices } = products.get(row.product_key)!
    variants.push(variantOf(row, parsed))
    for (const { price_type, list, amountColumn, fromColumn, atColumn } of columns) {
      const amount = row[amountColumn] ?? null
      const effective_from = row[fromColumn]
      if (effective_from == null) continue
      const effective_at = instantFromMicros(Number(row[atColumn]))
      prices.push({ variant_key, price_type, ...list, amount, effective_from, effective_at })
    }
    for (const [price_type, price_list, amount, effective_from, at] of listed(row.prices, places)) {
      const effective_at = instantFromMicros(Number(at))
      prices.push({ variant_key, price_type, ...namedList(price_list), amount, effective_from, effective_at })
    }
  }
  return versions.map(
    ({ weight: _, ...version }): ExportProduct => ({
      product: {
        ...version,
        attributes: parsed(version.attributes),
        updated_at: instantToText(version.updated_at),
      },
      time_zone: zones.get(version.brand_key) ?? "UTC",
      ...products.get(version.product_key)!,
    }),
  )
}
