import type { CatalogContent, CatalogWriter } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"
import { comparable, comparableKeys, isStorable, toBigint } from "../database/parameters.ts"
import { priceLookups } from "../prices/PriceRecordRow.ts"

type ContentsQuery = Parameters<CatalogWriter["Service"]["contents"]>[1]

/** What the catalog has of some brands, and of those that became them, within the surrounding scope. */
export const contents = (
  sql: SqlClient,
  organization: string,
  { brand_keys, price_types, list_prices, at, after, limit }: ContentsQuery,
) => {
  const { priceInForce } = priceLookups(sql, organization, toBigint(at))
  const listed = list_prices?.filter(isStorable)
  const own = priceLookups(sql, organization, toBigint(at), { list: sql`t.price_list` })
  const inLists =
    listed === undefined
      ? sql``
      : sql`, 'list_prices', (select coalesce(json_agg(t order by t.price_type, t.price_list), '[]')
          from unnest(${listed.map((each) => each.price_type)}::text[], ${listed.map((each) => each.price_list)}::text[])
            t(price_type, price_list)
          cross join lateral ${own.priceInForce} i)`
  const beyond = after === null ? sql`` : sql`and p.product_key > ${comparable(after)}`
  return sql<CatalogContent>`
    with recursive own(brand_key) as (
      select brand_key collate "C" from unnest(${comparableKeys(brand_keys)}::text[]) k(brand_key)
      union select b.brand_key from own join hangtag_brand b
        on b.organization = ${organization} and b.became = own.brand_key)
    select p.product_key, coalesce(v.variants, '[]') as variants
    from (select p.product_key from hangtag_product p
      where p.organization = ${organization} and p.brand_key = any(array(select brand_key from own))
        and p.retired_at is null ${beyond}
      order by p.product_key limit ${limit}) p
    cross join lateral (
      select json_agg(json_build_object('variant_key', k.variant_key, 'price_types', array(
          select t.price_type from unnest(${comparableKeys(price_types)}::text[]) t(price_type)
          cross join lateral ${priceInForce} i order by t.price_type) ${inLists}) order by k.variant_key) as variants
      from (select v.variant_key from hangtag_variant v
        where v.organization = ${organization} and v.product_key = p.product_key and v.retired_at is null offset 0) k) v
    order by p.product_key`
}
