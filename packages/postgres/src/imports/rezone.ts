import { type BrandedInstant, type BrandWriteResult, compareText } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { moveToCome } from "./moveToCome.ts"

interface Zoned {
  readonly variant_key: string
  readonly brand_key: string
  readonly time_zone: string
}

/** The brands and time zones of the products' variants, and of the `variants`, by variant key. */
export const zonesOf = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  products: ReadonlyArray<string>,
  variants: ReadonlyArray<string>,
) {
  const rows = yield* sql<Zoned>`
    select v.variant_key, b.brand_key, b.time_zone from (
      select v.variant_key, v.product_key from hangtag_variant v
      where v.organization = ${organization} and v.product_key = any(${products}::text[])
      union select v.variant_key, v.product_key from hangtag_variant v
      where v.organization = ${organization} and v.variant_key = any(${variants}::text[])) v
    join hangtag_product d on d.organization = ${organization} and d.product_key = v.product_key
    join hangtag_brand b on b.organization = ${organization} and b.brand_key = d.brand_key`
  return new Map(rows.map((row) => [row.variant_key, row]))
})

/** Counts, and moves where `moves`, the prices to come of variants that have another time zone than `before`. */
export const rezone = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  at: BrandedInstant,
  moves: boolean,
  before: ReadonlyMap<string, Zoned>,
  products: ReadonlyArray<string>,
  variants: ReadonlyArray<string>,
) {
  const after = yield* zonesOf(sql, organization, products, variants)
  const rezoned = [...after.values()].filter(
    ({ variant_key, time_zone }) => (before.get(variant_key)?.time_zone ?? time_zone) !== time_zone,
  )
  const byBrand = [...Map.groupBy(rezoned, ({ brand_key }) => brand_key)]
  const to_come: Array<BrandWriteResult["to_come"][number]> = []
  for (const [brand_key, all] of byBrand.toSorted(([a], [b]) => compareText(a, b))) {
    const { time_zone } = all[0]!
    const isOfThem = sql`v.variant_key = any(${all.map(({ variant_key }) => variant_key)}::text[])`
    const found = yield* moveToCome(sql, organization, { brand_key, time_zone }, isOfThem, at, moves)
    if (found !== undefined) to_come.push(found)
  }
  return to_come
})
