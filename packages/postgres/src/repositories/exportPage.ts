import {
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
import { priceLookups } from "./PriceRecordRow.ts"
import { toBigint } from "./toBigint.ts"

export interface ExportWanted {
  readonly variants: boolean
  readonly price_types: ReadonlyArray<string>
  readonly at: Instant
}

/** Where the next page of an export begins. */
export interface ExportPosition {
  /** The product keys yet to be read, in order; null: all of them. */
  readonly keys: ReadonlyArray<string> | null
  readonly after: Pick<ProductVersion, "product_key" | "version"> | null
  /** Product versions in the page. */
  readonly size: number
}

type VersionRow = Omit<ProductVersion, "updated_at"> & { readonly updated_at: number }

/** The selection's versions as `v`, of these keys only unless null; `product` joins their products as `p`. */
export const selected = (
  sql: SqlClient,
  organization: string | null,
  { label_keys, sources, latest_only }: ExportSelection,
  keys: ReadonlyArray<string> | null,
  product: Fragment,
) => {
  const versions =
    keys === null
      ? sql`hangtag_product_version v`
      : sql`unnest(${keys}::text[]) k(product_key) cross join lateral (select * from hangtag_product_version v
          where v.organization = ${organization} and v.product_key = k.product_key offset 0) v`
  const conditions = [
    sql`v.organization = ${organization}`,
    ...(latest_only ? [sql`v.version = p.latest_version`] : []),
    ...(label_keys === null ? [] : [sql`v.labels && ${comparableKeys(label_keys)}::text[]`]),
    ...(sources === null ? [] : [sql`v.source = any(${comparableKeys(sources)}::text[])`]),
  ]
  return sql`from ${versions} ${product} where ${sql.and(conditions)}`
}

const maxSize = 512
const variantsPerPage = 4_000

/** Grows or shrinks pages towards so many variants each, whatever number of them a product has. */
const nextSize = (size: number, variants: number) =>
  Math.max(1, Math.min(maxSize, size * 2, Math.floor((size * variantsPerPage) / Math.max(variants, 1))))

const variantsOf = (sql: SqlClient, organization: string | null, productKeys: Array<string>) => sql<Variant>`
  select v.variant_key, v.product_key, v.name, v.color, v.size, v.width, v.vendor_color_code, v.attributes
  from unnest(${productKeys}::text[]) k(product_key)
  cross join lateral (select * from hangtag_variant v
    where v.organization = ${organization} and v.product_key = k.product_key offset 0) v
  order by v.variant_key`

type PriceRow = ExportProduct["prices"][number] & { readonly product_key: string }

const pricesOf = (
  sql: SqlClient,
  organization: string | null,
  productKeys: Array<string>,
  wanted: ExportWanted,
) => sql<PriceRow>`
  select k.product_key, k.variant_key, t.price_type, p.amount, p.effective_from
  from unnest(${productKeys}::text[]) d(product_key)
  cross join lateral (select v.product_key, v.variant_key from hangtag_variant v
    where v.organization = ${organization} and v.product_key = d.product_key offset 0) k
  cross join unnest(${comparableKeys(wanted.price_types)}::text[]) t(price_type)
  cross join lateral ${priceLookups(sql, organization, toBigint(wanted.at)).inForce} p
  order by k.variant_key, t.price_type`

/** One page of an export, and the position after it: null at the end. Runs in the surrounding transaction. */
export const exportPage = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string | null,
  selection: ExportSelection,
  wanted: ExportWanted,
  { keys, after, size }: ExportPosition,
) {
  const chunk = keys === null ? null : keys.slice(0, size)
  const beyond =
    after === null
      ? sql``
      : sql`and (v.product_key, v.version) > (${after.product_key}, ${BigInt(after.version)})`
  // lateral with a limit, so that the versions are always read in the order of their index up to the limit
  const product = sql`cross join lateral (select p.brand_key, p.latest_version from hangtag_product p
    where p.organization = ${organization} and p.product_key = v.product_key limit 1) p`
  const versions = yield* sql<VersionRow>`
    select v.product_key, p.brand_key, v.version::float8 as version, v.name, v.source, v.labels, v.attributes,
      v.updated_at::float8 as updated_at
    ${selected(sql, organization, selection, chunk, product)} ${beyond}
    order by v.product_key, v.version limit ${size}`
  const productKeys = [...new Set(versions.map((version) => version.product_key))]
  const wantsPrices = wanted.variants && wanted.price_types.length > 0 && productKeys.length > 0
  const variants =
    wanted.variants && productKeys.length > 0 ? yield* variantsOf(sql, organization, productKeys) : []
  const prices = wantsPrices ? yield* pricesOf(sql, organization, productKeys, wanted) : []

  const variantsByProduct = Map.groupBy(variants, (variant) => variant.product_key)
  const pricesByProduct = Map.groupBy(prices, (price) => price.product_key)
  const products = versions.map(
    (version): ExportProduct => ({
      product: { ...version, updated_at: instantToText(version.updated_at) },
      variants: variantsByProduct.get(version.product_key) ?? [],
      prices: (pricesByProduct.get(version.product_key) ?? []).map(({ product_key: _, ...price }) => price),
    }),
  )
  const last = versions.at(-1)
  const isFull = versions.length === size && last !== undefined
  const rest = keys === null ? null : keys.slice(isFull ? keys.indexOf(last.product_key) : size)
  const ended = rest === null ? !isFull : rest.length === 0
  const next: ExportPosition | null = ended
    ? null
    : { keys: rest, after: last ?? after, size: nextSize(size, variants.length) }
  return { products, next }
})
