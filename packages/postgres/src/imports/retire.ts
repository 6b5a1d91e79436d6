import { basePriceList, type Instant, type Retirement } from "@hangtag/core"
import { pairName } from "@hangtag/core/adapter"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { variantCounts } from "../catalog/productListing.ts"
import { momentInTurn } from "../catalog/writing.ts"
import { leaveBatches } from "../changes/writeChange.ts"
import { rejudge } from "../changes/writeReturns.ts"
import { comparableKeys, isStorable, storedText, toBigint } from "../database/parameters.ts"
import { priceLookups } from "../prices/PriceRecordRow.ts"

/** Retires products and variants, and withdraws prices, within the surrounding scope. */
export const retire = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  retirement: Retirement,
  asked: Instant,
  retiredBy: string,
) {
  const at = yield* momentInTurn(sql, organization, asked)
  const moment = toBigint(at)
  const by = storedText(retiredBy)
  const productKeys = comparableKeys(retirement.products)
  const products = yield* sql`
    update hangtag_product set retired_at = ${moment}, retired_by = ${by}
    where organization = ${organization} and product_key = any(${productKeys}::text[]) and retired_at is null
    returning product_key`
  const variants = yield* sql<{ readonly product_key: string }>`
    update hangtag_variant set retired_at = ${moment}, retired_by = ${by}
    where organization = ${organization} and retired_at is null and variant_key = any(array(
      select unnest(${comparableKeys(retirement.variants)}::text[])
      union select v.variant_key from unnest(${productKeys}::text[]) k(product_key)
      cross join lateral (select v.variant_key from hangtag_variant v
        where v.organization = ${organization} and v.product_key = k.product_key offset 0) v))
    returning product_key`
  const fewer = [...new Set(variants.map(({ product_key }) => product_key))]
  if (fewer.length > 0)
    yield* sql`
      update hangtag_product p set variant_count = n.variants, colorway_count = n.colors,
        search_text = p.search_text[1:2] || n.skus
      from (select k.product_key, c.* from unnest(${fewer}::text[]) k(product_key)
        cross join lateral (${variantCounts(sql, sql`${organization}`, sql`k.product_key`)}) c) n
      where p.organization = ${organization} and p.product_key = any(${fewer}::text[])
        and p.product_key = n.product_key`
  const pairs = retirement.prices.filter(isStorable)
  const { recordInForce, activeLater } = priceLookups(sql, organization, moment, { list: sql`k.price_list` })
  const prices = yield* sql<
    Readonly<Record<"variant_key" | "price_type" | "price_list" | "record_key", string>>
  >`
    update hangtag_price_record set withdrawn_at = ${moment}, withdrawn_by = ${by}
    where organization = ${organization} and withdrawn_at is null and record_key = any(array(
      select p.record_key from (select distinct * from unnest(${pairs.map((pair) => pair.variant_key)}::text[],
        ${pairs.map((pair) => pair.price_type)}::text[], ${pairs.map(({ price_list = basePriceList }) => price_list)}::text[]))
        k(variant_key, price_type, price_list)
      cross join lateral (select k.price_type) t
      cross join lateral (${recordInForce} union all ${activeLater}) p))
    returning variant_key, price_type, price_list, record_key`
  if (prices.length > 0)
    yield* leaveBatches(
      sql,
      organization,
      sql`select * from unnest(${prices.map((price) => price.variant_key)}::text[],
        ${prices.map((price) => price.price_type)}::text[], ${prices.map((price) => price.record_key)}::uuid[])
        u(variant_key, price_type, record_key)`,
    )
  if (prices.length > 0)
    yield* rejudge(
      sql,
      organization,
      prices.map(({ variant_key }) => variant_key),
      { at, by: retiredBy },
    )
  const withdrawn = new Set(prices.map(pairName))
  return { products: products.length, variants: variants.length, prices: withdrawn.size }
})
