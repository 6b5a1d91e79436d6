import {
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

/** The selection's versions as `v`, of these keys only unless null; `product` joins their products as `p`. */
export const selected = (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  { label_keys, sources, latest_only }: ExportSelection,
  keys: ReadonlyArray<string> | null,
  product: Fragment,
) => {
  const versions =
    keys === null
      ? sql`${relations.version} v`
      : sql`unnest(${keys}::text[]) k(product_key) cross join lateral (select * from ${relations.version} v
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
type VariantRow = Omit<Variant, "attributes"> & { readonly attributes: string }
type PriceRow = ExportProduct["prices"][number] & { readonly product_key: string }

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

const variantsOf = (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  productKeys: ReadonlyArray<string>,
) => sql<VariantRow>`
  select v.variant_key, v.product_key, v.name, v.color, v.size, v.width, v.vendor_color_code,
    v.attributes::text as attributes
  from unnest(${productKeys}::text[]) k(product_key)
  cross join lateral (select * from ${relations.variant} v
    where v.organization = ${organization} and v.product_key = k.product_key offset 0) v
  order by v.variant_key`

const pricesOf = (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  productKeys: ReadonlyArray<string>,
  wanted: ExportWanted,
) => sql<PriceRow>`
  select k.product_key, k.variant_key, t.price_type, p.amount, p.effective_from
  from unnest(${productKeys}::text[]) d(product_key)
  cross join lateral (select v.product_key, v.variant_key from ${relations.variant} v
    where v.organization = ${organization} and v.product_key = d.product_key offset 0) k
  cross join unnest(${comparableKeys(wanted.price_types)}::text[]) t(price_type)
  cross join lateral ${priceLookups(sql, organization, toBigint(wanted.at), relations.price).inForce} p
  order by k.variant_key, t.price_type`

/** The versions with what is wanted of their products, all read from the same relations. */
export const productsOf = Effect.fnUntraced(function* (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  versions: ReadonlyArray<VersionRow>,
  wanted: ExportWanted,
) {
  const productKeys = [...new Set(versions.map((version) => version.product_key))]
  const wantsVariants = wanted.variants && productKeys.length > 0
  const wantsPrices = wantsVariants && wanted.price_types.length > 0
  const variants = wantsVariants ? yield* variantsOf(sql, relations, organization, productKeys) : []
  const prices = wantsPrices ? yield* pricesOf(sql, relations, organization, productKeys, wanted) : []
  const variantsByProduct = Map.groupBy(variants, (variant) => variant.product_key)
  const pricesByProduct = Map.groupBy(prices, (price) => price.product_key)
  return versions.map(
    (version): ExportProduct => ({
      product: {
        ...version,
        attributes: attributesFromJson(version.attributes),
        updated_at: instantToText(version.updated_at),
      },
      variants: (variantsByProduct.get(version.product_key) ?? []).map((variant) => ({
        ...variant,
        attributes: attributesFromJson(variant.attributes),
      })),
      prices: (pricesByProduct.get(version.product_key) ?? []).map(({ product_key: _, ...price }) => price),
    }),
  )
})
