import {
  type Attributes,
  attributesFromJson,
  type ExportProduct,
  type ExportSelection,
  type Instant,
  instantToText,
  type ProductVersion,
  type Variant,
} from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { comparableKeys } from "../sql/storable.ts"
import type { ExportRelations } from "./exportRelations.ts"
import { priceLookups } from "./PriceRecordRow.ts"
import { toBigint } from "./toBigint.ts"

export interface ExportWanted {
  readonly variants: boolean
  readonly price_types: ReadonlyArray<string>
  readonly at: Instant
}

/** Where a page begins. */
export interface ExportPosition {
  /** The product keys yet to be read, in order; null: all of them. */
  readonly keys: ReadonlyArray<string> | null
  readonly after: Pick<ProductVersion, "product_key" | "version"> | null
  /** Product versions in the page. */
  readonly size: number
}

/** As many product keys and versions as are read at once. */
export const few = 64

/**
 * The keys as an array for a statement. How long a short one is the planner is not told: it would plan anew for each
 * length, which takes longer than reading a few products (0.3 ms instead of 0.1).
 */
export const keyArray = (sql: SqlClient, keys: ReadonlyArray<string>): Fragment =>
  keys.length <= few ? sql`(select ${keys}::text[])` : sql`${keys}::text[]`

/**
 * The selection's versions as `v`, of these keys only unless null: then from `all`. `product` joins their products as
 * `p`, laterally: a plan that was made without statistics compares every version with every product otherwise.
 */
export const selected = (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  { label_keys, sources, latest_only }: ExportSelection,
  keys: ReadonlyArray<string> | null,
  product: Fragment,
  all: Fragment = sql`${relations.version} v`,
) => {
  const versions =
    keys === null
      ? all
      : sql`unnest(${keyArray(sql, keys)}) k(product_key) cross join lateral (select * from ${relations.version} v
          where v.organization = ${organization} and v.product_key = k.product_key offset 0) v`
  const conditions = [
    sql`v.organization = ${organization}`,
    relations.covers,
    ...(latest_only ? [sql`v.version = p.latest_version`] : []),
    ...(label_keys === null ? [] : [sql`v.labels && ${comparableKeys(label_keys)}::text[]`]),
    ...(sources === null ? [] : [sql`v.source = any(${comparableKeys(sources)}::text[])`]),
  ]
  return sql`from ${versions} ${product} where ${sql.and(conditions)}`
}

/** Attributes as JSON text. */
export type VersionRow = Omit<ProductVersion, "updated_at" | "attributes"> & {
  readonly updated_at: number
  readonly attributes: string
}
export type VariantRow = Omit<Variant, "attributes"> & { readonly attributes: string } & {
  readonly [column: string]: string | null
}

/** The first `size` selected versions after a place, in the order of product key and version. */
export const versionsOf = (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  selection: ExportSelection,
  { keys, after, size }: ExportPosition,
) => {
  const beyond =
    after === null
      ? sql``
      : sql`and (v.product_key, v.version) > (${after.product_key}, ${BigInt(after.version)})`
  // lateral with a limit, so that the versions are always read in the order of their index up to the limit
  const product = sql`cross join lateral (select p.brand_key, p.latest_version from ${relations.product} p
    where p.organization = ${organization} and p.product_key = v.product_key limit 1) p`
  return sql<VersionRow>`
    select v.product_key, p.brand_key, v.version::float8 as version, v.name, v.source, v.labels, v.attributes::text as attributes,
      v.updated_at::float8 as updated_at
    ${selected(sql, relations, organization, selection, keys, product)} ${beyond}
    order by v.product_key, v.version limit ${size}`
}

/** `amount_0` and `effective_from_0` are the price in force of the first type wanted, and so on; null where none is. */
const priceColumn = (name: "amount" | "effective_from", index: number): string => `${name}_${index}`

/** The variants of the products `d`, each in one row with its prices: rows are what reading costs. */
export const variantsOf = (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  products: Fragment,
  types: ReadonlyArray<string>,
  at: bigint,
) => {
  const { inForce } = priceLookups(sql, organization, at, relations.price)
  const columns = types.map((_, index) =>
    sql.literal(
      `, p${index}.amount as ${priceColumn("amount", index)}, p${index}.effective_from as ${priceColumn("effective_from", index)}`,
    ),
  )
  const prices = types.map(
    (type, index) =>
      sql`left join lateral (select i.amount, i.effective_from from (select ${type}::text as price_type) t
        cross join lateral ${inForce} i) ${sql.literal(`p${index}`)} on true `,
  )
  return sql<VariantRow>`
    select k.variant_key, k.product_key, k.name, k.color, k.size, k.width, k.vendor_color_code,
      k.attributes::text as attributes ${joined(sql, columns)}
    from ${products} cross join lateral (select * from ${relations.variant} v
      where v.organization = ${organization} and v.product_key = d.product_key offset 0) k
    ${joined(sql, prices)}
    order by k.variant_key`
}

const joined = (sql: SqlClient, fragments: ReadonlyArray<Fragment>): Fragment =>
  fragments.reduce((all, fragment) => sql`${all}${fragment}`, sql``)

const variantOf = (row: VariantRow, attributesOf: (json: string) => Attributes): Variant => ({
  variant_key: row.variant_key,
  product_key: row.product_key,
  name: row.name,
  color: row.color,
  size: row.size,
  width: row.width,
  vendor_color_code: row.vendor_color_code,
  attributes: attributesOf(row.attributes),
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

/** The versions with the variants and prices of the rows. */
export const assembled = (
  versions: ReadonlyArray<VersionRow>,
  rows: ReadonlyArray<VariantRow>,
  types: ReadonlyArray<string>,
): ReadonlyArray<ExportProduct> => {
  const variants = new Map(versions.map(({ product_key }): [string, Array<Variant>] => [product_key, []]))
  const prices = new Map(
    versions.map(({ product_key }): [string, Array<ExportProduct["prices"][number]>] => [product_key, []]),
  )
  const attributesOf = attributesReader()
  const priceColumns = types.map((price_type, index) => ({
    price_type,
    amountColumn: priceColumn("amount", index),
    fromColumn: priceColumn("effective_from", index),
  }))
  for (const row of rows) {
    variants.get(row.product_key)!.push(variantOf(row, attributesOf))
    for (const { price_type, amountColumn, fromColumn } of priceColumns) {
      const [amount, effective_from] = [row[amountColumn], row[fromColumn]]
      if (amount == null || effective_from == null) continue
      prices.get(row.product_key)!.push({ variant_key: row.variant_key, price_type, amount, effective_from })
    }
  }
  return versions.map(
    (version): ExportProduct => ({
      product: {
        ...version,
        attributes: attributesOf(version.attributes),
        updated_at: instantToText(version.updated_at),
      },
      variants: variants.get(version.product_key)!,
      prices: prices.get(version.product_key)!,
    }),
  )
}

/** The versions with what is wanted of their products, all read from the same relations. */
export const productsOf = Effect.fnUntraced(function* (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  versions: ReadonlyArray<VersionRow>,
  wanted: ExportWanted,
) {
  const productKeys = [...new Set(versions.map((version) => version.product_key))]
  const types = comparableKeys(wanted.price_types)
  const products = sql`unnest(${productKeys}::text[]) d(product_key)`
  const rows =
    wanted.variants && productKeys.length > 0
      ? yield* variantsOf(sql, relations, organization, products, types, toBigint(wanted.at))
      : []
  return assembled(versions, rows, types)
})
