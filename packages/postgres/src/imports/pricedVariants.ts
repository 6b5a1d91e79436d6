import { basePriceList, type PriceEntry } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { comparableKeys, storingFault } from "../database/parameters.ts"

const isAmount = (text: string) => text.length <= 1001 && /^\d+(\.\d+)?$/.test(text)

const isSaid = ({ amount, ending }: Pick<PriceEntry, "amount" | "ending">) =>
  amount === null ? ending !== undefined : isAmount(amount) && ending === undefined

/** Why a price of a known variant cannot be stored, or `undefined`. */
export const priceFault = (
  price: Pick<PriceEntry, "price_type" | "amount" | "ending">,
): string | undefined =>
  isSaid(price)
    ? storingFault(price, [price.price_type])
    : `amount ${JSON.stringify(price.amount)} is no plain decimal`

/** Those of the price lists that are there; nothing is read for `base` alone, which always is. */
export const listsThatAre = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  priceLists: ReadonlyArray<string>,
) {
  const keys = comparableKeys(priceLists).filter((key) => key !== basePriceList)
  const rows =
    keys.length === 0
      ? []
      : yield* sql<{ readonly price_list: string }>`
          select price_list from hangtag_price_list
          where organization = ${organization} and price_list = any(${keys}::text[])`
  return new Set([basePriceList, ...rows.map((row) => row.price_list)])
})

interface PricedVariant {
  readonly variant_key: string
  readonly product_key: string
  /** Its brand's. */
  readonly time_zone: string
}

/** The variants that prices name, by key; unknown ones are missing. */
export const variantZones = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  prices: ReadonlyArray<{ readonly variant_key: string }>,
) {
  const keys = comparableKeys(prices.map((price) => price.variant_key))
  // each product's brand is looked for once, not at each of its variants
  const rows = yield* sql<PricedVariant>`
    with variant as materialized (
      select v.variant_key, v.product_key from unnest(${keys}::text[]) k(variant_key)
      cross join lateral (select * from hangtag_variant v
        where v.organization = ${organization} and v.variant_key = k.variant_key limit 1) v
    ), product as materialized (
      select k.product_key, (select b.time_zone from hangtag_brand b
        where b.organization = ${organization} and b.brand_key = (select p.brand_key from hangtag_product p
          where p.organization = ${organization} and p.product_key = k.product_key)) as time_zone
      from (select distinct product_key from variant) k
    )
    select variant_key, product_key, time_zone from variant join product using (product_key)`
  return new Map(rows.map((row) => [row.variant_key, row]))
})
