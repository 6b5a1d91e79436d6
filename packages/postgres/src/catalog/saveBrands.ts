import { type Brand, effectiveInstant, isTimeZone, type WriteResult } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { comparableKeys, storingFault } from "../sql/storable.ts"
import { foldEntries } from "./foldEntries.ts"

const fault = (brand: Brand) =>
  storingFault(brand, [brand.brand_key]) ??
  (isTimeZone(brand.time_zone) ? undefined : `unknown time zone ${JSON.stringify(brand.time_zone)}`)

/** Moves the instants of the brand's prices to its new zone; works on the distinct texts, few beside the prices. */
const movePrices = Effect.fnUntraced(function* (sql: SqlClient, organization: string, brand: Brand) {
  const texts = yield* sql<{ readonly effective_from: string; readonly effective_at: number }>`
    select distinct p.effective_from, p.effective_at::float8 as effective_at
    from hangtag_product d
    join hangtag_variant v on v.organization = ${organization} and v.product_key = d.product_key
    join hangtag_price_record p on p.organization = ${organization} and p.variant_key = v.variant_key
    where d.organization = ${organization} and d.brand_key = ${brand.brand_key}`
  const moved = texts.flatMap(({ effective_from, effective_at }) => {
    const instant = effectiveInstant(effective_from, brand.time_zone)
    return instant === undefined || instant === effective_at ? [] : [{ effective_from, instant }]
  })
  if (moved.length === 0) return
  // millions of prices may move at once
  yield* sql`select set_config('statement_timeout', '0', true)`
  const instants = Object.fromEntries(moved.map((each) => [each.effective_from, each.instant]))
  yield* sql`
    update hangtag_price_record p set effective_at = (m.instants ->> p.effective_from)::bigint
    from (select ${JSON.stringify(instants)}::jsonb as instants) m, hangtag_product d, hangtag_variant v
    where d.organization = ${organization} and d.brand_key = ${brand.brand_key}
      and v.organization = ${organization} and v.product_key = d.product_key
      and p.organization = ${organization} and p.variant_key = v.variant_key
      and m.instants ->> p.effective_from is not null`
})

/** Writes brands within the surrounding scope. */
export const saveBrands = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  entries: ReadonlyArray<Brand>,
) {
  const kept = yield* sql<Brand>`
    select brand_key, name, time_zone from hangtag_brand
    where organization = ${organization} and brand_key = any(${comparableKeys(entries.map((entry) => entry.brand_key))}::text[])`
  const before = new Map(kept.map((brand) => [brand.brand_key, brand]))
  const { result, changed } = foldEntries<Brand, Brand>(entries, before, {
    keyOf: (entry) => entry.brand_key,
    fault,
    next: (entry, brand) =>
      brand !== undefined && brand.name === entry.name && brand.time_zone === entry.time_zone ? brand : entry,
  })
  if (changed.length > 0) {
    yield* sql`
      insert into hangtag_brand (organization, brand_key, name, time_zone)
      select ${organization}, u.* from unnest(${changed.map((brand) => brand.brand_key)}::text[],
        ${changed.map((brand) => brand.name)}::text[], ${changed.map((brand) => brand.time_zone)}::text[]) u
      on conflict (organization, brand_key) do update set name = excluded.name, time_zone = excluded.time_zone`
  }
  for (const brand of changed) {
    const zone = before.get(brand.brand_key)?.time_zone
    if (zone !== undefined && zone !== brand.time_zone) yield* movePrices(sql, organization, brand)
  }
  return result satisfies WriteResult
})
