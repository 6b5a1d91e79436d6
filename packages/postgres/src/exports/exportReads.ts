import type { ListedType } from "@hangtag/core"
import {
  basePriceList,
  type ExportSelection,
  type ExportWanted,
  type ProductVersion,
  type Variant,
} from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { comparable, comparableKeys, isStorable, toBigint } from "../database/parameters.ts"
import { hasBegun, notGone, priceLookups, priceOrderBy } from "../prices/PriceRecordRow.ts"
import type { ExportRelations } from "./exportRelations.ts"

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
 * The keys as an array for a statement. How long a short one is the planner does not know: it would plan anew for each
 * length, which takes longer than reading a few products (0.3 ms instead of 0.1).
 */
export const keyArray = (sql: SqlClient, keys: ReadonlyArray<string>): Fragment =>
  keys.length <= few ? sql`(select ${keys}::text[])` : sql`${keys}::text[]`

/** Whether a product `p` is not retired, and of the brand unless null. */
const offeredBy = (sql: SqlClient, brand: string | null): Fragment =>
  brand === null
    ? sql`p.retired_at is null`
    : sql`p.retired_at is null and p.brand_key = ${comparable(brand)}`

/**
 * The selection's versions as `v`, of these keys only unless null: then from `all`. `product` joins their products as
 * `p`, laterally: a plan that was made without statistics compares every version with every product otherwise. Null
 * joins none.
 */
const selected = (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  { brand_key, label_keys, sources, latest_only }: ExportSelection,
  keys: ReadonlyArray<string> | null,
  product: Fragment | null,
  all: Fragment = sql`${relations.version} v`,
) => {
  const versions =
    keys === null
      ? all
      : sql`unnest(${keyArray(sql, keys)}) k(product_key) cross join lateral (select * from ${relations.version} v
          where v.organization = ${organization} and v.product_key = k.product_key offset 0) v`
  const isOffered =
    product === null
      ? sql`not exists (select from ${relations.product} r where r.organization = ${organization}
          and r.product_key = v.product_key and r.retired_at is not null)`
      : offeredBy(sql, brand_key)
  const conditions = [
    isOffered,
    // apart: of all brands only the few products that are retired are looked up
    ...(product === null && brand_key !== null
      ? [
          sql`exists (select from ${relations.product} p where p.organization = ${organization}
            and p.product_key = v.product_key and p.brand_key = ${comparable(brand_key)})`,
        ]
      : []),
    sql`v.organization = ${organization}`,
    relations.covers,
    ...(latest_only ? [sql`v.version = p.latest_version`] : []),
    ...(label_keys === null ? [] : [sql`v.labels && ${comparableKeys(label_keys)}::text[]`]),
    ...(sources === null ? [] : [sql`v.source = any(${comparableKeys(sources)}::text[])`]),
  ]
  return sql`from ${versions} ${product ?? sql``} where ${sql.and(conditions)}`
}

/** Attributes as JSON text. */
export type VersionRow = Omit<ProductVersion, "updated_at" | "attributes"> & {
  readonly updated_at: number
  readonly attributes: string
  /** What its product's variants take to read, in those with a KiB of attributes at most; where variants are wanted. */
  readonly weight?: number
}
/** Attributes only where they are wanted. */
export type VariantRow = Omit<Variant, "attributes"> & {
  readonly [column: string]: string | null
}

/** Products `p`, of these keys only unless null. */
const productsOf = (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  keys: ReadonlyArray<string> | null,
): Fragment =>
  keys === null
    ? sql`(select * from ${relations.product} q where q.organization = ${organization}) p`
    : sql`unnest(${keyArray(sql, keys)}) k(product_key) cross join lateral (select * from ${relations.product} p
          where p.organization = ${organization} and p.product_key = k.product_key limit 1) p`

/**
 * Those products, each with its latest version `v`: half the time of looking up the product of each version, of which
 * products have several.
 */
const latestOf = (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  keys: ReadonlyArray<string> | null,
): Fragment => sql`${productsOf(sql, relations, organization, keys)}
  cross join lateral (select * from ${relations.version} v where v.organization = ${organization}
    and v.product_key = p.product_key and v.version = p.latest_version limit 1) v`

/** The selection's versions as `v`, to be counted: of those that are looked up no more than the product key. */
export const countedOf = (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  selection: ExportSelection,
  keys: ReadonlyArray<string> | null,
): Fragment => {
  const { brand_key, latest_only, label_keys, sources } = selection
  if (!latest_only) return selected(sql, relations, organization, selection, keys, null)
  // every product has a latest version: looking each up takes twenty times as long
  if (label_keys === null && sources === null)
    return sql`from (select p.product_key from ${productsOf(sql, relations, organization, keys)} where ${offeredBy(sql, brand_key)}) v`
  const latest = latestOf(sql, relations, organization, keys)
  return selected(sql, relations, organization, selection, null, sql``, latest)
}

/** The first `size` selected versions after a place in the order of product key and version. */
export const versionsOf = (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  selection: ExportSelection,
  { keys, after, size }: ExportPosition,
  wanted: ExportWanted,
) => {
  const each = wanted.attributes
    ? sql`coalesce(sum(1 + pg_column_size(w.attributes) / 1024), 0)`
    : sql`count(*)`
  const weight = sql`, (select ${each}::float8
    from ${relations.variant} w where w.organization = ${organization} and w.product_key = v.product_key
      and w.retired_at is null) as weight`
  const from = sql`select v.product_key, p.brand_key, v.version::float8 as version, v.name, v.source, v.labels, ${sql.literal(wanted.attributes ? "v.attributes::text" : "'{}'")} as attributes,
      v.updated_at::float8 as updated_at ${wanted.variants ? weight : sql``}`
  if (selection.latest_only) {
    const beyond = after === null ? sql`` : sql`and p.product_key > ${after.product_key}`
    return sql<VersionRow>`${from}
      ${selected(sql, relations, organization, selection, null, sql``, latestOf(sql, relations, organization, keys))} ${beyond}
      order by p.product_key limit ${size}`
  }
  const beyond =
    after === null
      ? sql``
      : sql`and (v.product_key, v.version) > (${after.product_key}, ${BigInt(after.version)})`
  // lateral with a limit, so that the versions are always read in the order of their index up to the limit
  const product = sql`cross join lateral (select p.brand_key, p.latest_version, p.retired_at from ${relations.product} p
    where p.organization = ${organization} and p.product_key = v.product_key limit 1) p`
  return sql<VersionRow>`${from} ${selected(sql, relations, organization, selection, keys, product)} ${beyond}
    order by v.product_key, v.version limit ${size}`
}

/** `amount_0`, `effective_from_0` and `effective_at_0` are the price in force of the first type wanted, and so on; null where none is. */
export const priceColumn = (name: "amount" | "effective_from" | "effective_at", index: number): string =>
  `${name}_${index}`

/** N types' prices are joined, each by itself: what planning takes grows with their cube, 2 GB for two hundred. */
export const mostJoined = 16

/** `prices` of a row: `[price_type, price_list, amount, effective_from, effective_at]` of each that is in force, in no order. */
export type PricesInForce = ReadonlyArray<readonly [string, string, string | null, string, string]>

/** The prices wanted, of `base` first. */
export const pricesWanted = ({ price_types, list_prices = [] }: ExportWanted): ReadonlyArray<ListedType> => [
  ...comparableKeys(price_types).map((price_type) => ({ price_type, price_list: basePriceList })),
  ...list_prices.filter(isStorable),
]

const priceColumns = (sql: SqlClient, types: ReadonlyArray<ListedType>): Fragment =>
  sql.literal(
    types
      .map(
        (_, index) =>
          `, p${index}.amount as ${priceColumn("amount", index)}, p${index}.effective_from as ${priceColumn("effective_from", index)},
          p${index}.effective_at::text as ${priceColumn("effective_at", index)}`,
      )
      .join(""),
  )

/** Without attributes that are not wanted: an empty text in each row would take a twentieth of the time. */
const variantColumns = (sql: SqlClient, { attributes }: ExportWanted): Fragment =>
  sql.literal(
    `k.variant_key, k.product_key, k.name, k.color, k.size, k.width, k.vendor_color_code${attributes ? ", k.attributes::text as attributes" : ""}`,
  )

/** The variants of the products `d` as `k`. */
const variantsIn = (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  products: Fragment,
) => sql`${products} cross join lateral (select * from ${relations.variant} v
  where v.organization = ${organization} and v.product_key = d.product_key and v.retired_at is null offset 0) k`

/** The variants of the products `d`, in no order, each in one row with its prices: rows are what reading costs. */
export const variantsOf = (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  products: Fragment,
  wanted: ExportWanted,
) => {
  const types = pricesWanted(wanted)
  const lookups = (list: Fragment) =>
    priceLookups(sql, organization, toBigint(wanted.at), {
      records: relations.price,
      list,
      knownAt: wanted.known_at === undefined ? null : toBigint(wanted.known_at),
    })
  const variants = variantsIn(sql, relations, organization, products)
  if (types.length > mostJoined) {
    const ofBase = comparableKeys(wanted.price_types)
    const others = types.slice(ofBase.length)
    const { priceInForce, typesOf } = lookups(sql`${basePriceList}`)
    const found = sql`select i.* from ${typesOf} cross join lateral ${priceInForce} i where t.price_type = any(${ofBase}::text[])`
    const ofLists = sql`select i.* from unnest(${others.map((each) => each.price_type)}::text[],
      ${others.map((each) => each.price_list)}::text[]) t(price_type, price_list)
      cross join lateral ${lookups(sql`t.price_list`).shown} i`
    return sql<VariantRow>`
      select ${variantColumns(sql, wanted)}, f.prices
      from ${variants} cross join lateral (
        select json_agg(json_build_array(i.price_type, i.price_list, i.amount::text, i.effective_from, i.effective_at::text))::text as prices
        from (${others.length === 0 ? found : sql`${found} union all ${ofLists}`}) i) f`
  }
  const shownIn = (price_list: string) => {
    const { priceInForce, shown } = lookups(sql`${price_list}`)
    return price_list === basePriceList ? priceInForce : shown
  }
  const prices = types.map(
    ({ price_type, price_list }, index) =>
      sql`left join lateral (select i.amount, i.effective_from, i.effective_at from (select ${price_type}::text as price_type) t
        cross join lateral ${shownIn(price_list)} i) ${sql.literal(`p${index}`)} on true `,
  )
  return sql<VariantRow>`
    select ${variantColumns(sql, wanted)} ${priceColumns(sql, types)}
    from ${variants}
    ${joined(sql, prices)}`
}

/**
 * The same of at most `mostJoined` types, where variants have few prices: all that were ever in force are read at once, for a third less than it costs
 * to look each one up. No row where they are more than `most`.
 */
export const variantsOfFewPrices = (
  sql: SqlClient,
  relations: ExportRelations,
  organization: string | null,
  products: Fragment,
  wanted: ExportWanted,
  most: number,
) => {
  const types = pricesWanted(wanted)
  const lists = [...new Set(types.map(({ price_list }) => price_list))]
  const at = toBigint(wanted.at)
  const isBase = lists.every((list) => list === basePriceList)
  const pair = isBase ? ["variant_key", "price_type"] : ["variant_key", "price_list", "price_type"]
  const order = sql.literal(`${pair.map((name) => `p.${name} desc`).join(", ")}, ${priceOrderBy("desc")}`)
  // A full join for the left one that it is, as all keys of `r` are among those of `k`: a plan that expects few rows
  // compares every one with every other otherwise.
  const prices = types.map(
    ({ price_type, price_list }, index) =>
      sql`full join (select variant_key, amount, effective_from, effective_at from r where price_type = ${price_type}
        ${isBase ? sql`` : sql`and price_list = ${price_list}`})
        ${sql.literal(`p${index}`)} using (variant_key) `,
  )
  return sql<VariantRow>`
    with k as materialized (select ${variantColumns(sql, wanted)} from ${variantsIn(sql, relations, organization, products)}),
    p as materialized (
      select p.variant_key, p.price_type, ${isBase ? sql`` : sql`p.price_list, p.ending,`} p.amount, p.effective_from, p.effective_at, p.sequence, p.withdrawn_at,
        p.ends_at, p.taken_back_at
      from ${relations.price} p
      where p.organization = ${organization} and p.variant_key = any(array(select variant_key from k))
        and ${isBase ? sql`p.price_list = ${basePriceList}` : sql`p.price_list = any(${lists}::text[])`}
        and p.price_type = any(${[...new Set(types.map(({ price_type }) => price_type))]}::text[]) and ${hasBegun(sql, at)}
      order by ${order} limit ${most + 1}),
    r as materialized (select * from (select distinct on (${sql.literal(pair.map((name) => `p.${name}`).join(", "))}) * from p order by ${order}) p
      where ${isBase ? sql`p.amount is not null` : sql`(p.amount is not null or (p.price_list <> ${basePriceList} and p.ending is distinct from 'fall_back'))`}
        and ${notGone(sql, at)})
    select ${variantColumns(sql, wanted)} ${priceColumns(sql, types)}
    from k ${joined(sql, prices)}
    where (select count(*) from p) <= ${most}`
}

const joined = (sql: SqlClient, fragments: ReadonlyArray<Fragment>): Fragment =>
  fragments.reduce((all, fragment) => sql`${all}${fragment}`, sql``)
