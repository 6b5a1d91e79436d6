import { type Brand, CatalogListing, foldText, instantToText, type ListedProduct } from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { countedPage, finds, foundIn, type Listed } from "../database/listPage.ts"
import { comparable } from "../database/parameters.ts"
import { scopedRead } from "../database/scoped.ts"
import { type ProductRow, productFound, selectProduct } from "./productDetails.ts"

type ProductListRow = Omit<ListedProduct, "updated_at"> & {
  readonly updated_at: number
  readonly rank: number
}

const make = Effect.map(SqlClient, (sql) =>
  CatalogListing.of({
    brands: Effect.fn("CatalogListing.brands")(function* (organization, { search, limit, after }) {
      const org = comparable(organization)
      const from = sql`from hangtag_brand b where b.organization = ${org} ${finds(sql, "b", search)}`
      const rest = after === null ? sql`` : sql`and b.brand_key > ${comparable(after)}`
      const page = sql`select b.brand_key, b.name, b.time_zone ${from} ${rest}
        order by b.brand_key limit ${limit + 1}`
      const rows = yield* scopedRead(
        sql,
        organization,
        "CatalogListing.brands",
        sql<Listed<Brand>>`${countedPage(sql, from, page, "r.brand_key", sql`order by b.brand_key`)}`,
      )
      return foundIn<Brand, Brand>(rows, "brand_key", limit, ({ brand_key, name, time_zone }) => ({
        brand_key,
        name,
        time_zone,
      }))
    }),

    products: Effect.fn("CatalogListing.products")(function* (organization, query) {
      const { search, brand_key, label, source, limit, after } = query
      const org = comparable(organization)
      const needle = search === null ? null : comparable(foldText(search.trim()))
      const rankOf = (key: Fragment): Fragment =>
        sql`case when ${key} = ${needle} then 0 when starts_with(${key}, ${needle}) then 1 else 2 end`
      const from = sql`from hangtag_product p where p.organization = ${org} and p.retired_at is null
        ${brand_key === null ? sql`` : sql`and p.brand_key = ${comparable(brand_key)}`}
        ${source === null ? sql`` : sql`and p.source = ${comparable(source)}`}
        ${label === null ? sql`` : sql`and ${comparable(label)} = any(p.labels)`}
        ${finds(sql, "p", search)}`
      const keysInOrder = sql`select p.*, 0 as rank ${from}
        ${after === null ? sql`` : sql`and p.product_key > ${comparable(after)}`} order by p.product_key limit ${limit + 1}`
      const keysFound = sql`select p.*, f.rank from (select * from found f
          ${after === null ? sql`` : sql`where (f.rank, f.product_key) > (${rankOf(sql`${comparable(foldText(after))}::text`)}, ${comparable(after)})`}
          order by f.rank, f.product_key limit ${limit + 1}) f
        cross join lateral (select * from hangtag_product p where p.organization = ${org}
          and p.product_key = f.product_key limit 1) p`
      // the page's keys are cut before anything is looked up for them
      const page = sql`
        select p.product_key, p.brand_key, b.name as brand_name, p.latest_version::float8 as version, v.name,
          p.source, p.labels, p.variant_count, p.colorway_count, v.updated_at::float8 as updated_at, p.rank
        from (${search === null ? keysInOrder : keysFound}) p
        cross join lateral (select v.name, v.updated_at from hangtag_product_version v where v.organization = ${org}
          and v.product_key = p.product_key and v.version = p.latest_version limit 1) v
        cross join lateral (select b.name from hangtag_brand b where b.organization = ${org}
          and b.brand_key = p.brand_key limit 1) b`
      const order = "r.rank, r.product_key"
      // a search reads everything once, for count and page: of 300,000 products half the time of reading them for each
      const statement =
        search === null
          ? countedPage(sql, from, page, order, sql`order by p.product_key`)
          : sql`with found as materialized (select p.product_key, ${rankOf(sql`p.search_text[1]`)} as rank ${from})
              ${countedPage(sql, sql`from found f`, page, order)}`
      const rows = yield* scopedRead(
        sql,
        organization,
        "CatalogListing.products",
        sql<Listed<ProductListRow>>`${statement}`,
      )
      return foundIn<ProductListRow, ListedProduct>(rows, "product_key", limit, (row) => ({
        product_key: row.product_key,
        brand_key: row.brand_key,
        brand_name: row.brand_name,
        version: row.version,
        name: row.name,
        source: row.source,
        labels: row.labels,
        variant_count: row.variant_count,
        colorway_count: row.colorway_count,
        updated_at: instantToText(row.updated_at),
      }))
    }),

    product: Effect.fn("CatalogListing.product")(function* (organization, productKey, reading) {
      const [row] = yield* scopedRead<ProductRow>(
        sql,
        organization,
        "CatalogListing.product",
        selectProduct(sql, comparable(organization), comparable(productKey), reading),
      )
      return Option.map(Option.fromUndefinedOr(row), (found) => productFound(found, productKey))
    }),
  }),
)

/** `CatalogListing` on Postgres; the database must be migrated. */
export const PostgresCatalogListing: Layer.Layer<CatalogListing, never, SqlClient> = Layer.effect(
  CatalogListing,
  make,
)
