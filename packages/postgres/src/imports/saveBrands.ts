import { type Brand, type BrandWriteResult, compareText, isTimeZone, type ZoneChange } from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { folded } from "../catalog/productListing.ts"
import { momentInTurn } from "../catalog/writing.ts"
import { comparableKeys, storingFault } from "../database/parameters.ts"
import { foldEntries } from "./foldEntries.ts"
import { moveToCome } from "./moveToCome.ts"

const fault = (brand: Brand) =>
  storingFault(brand, [brand.brand_key]) ??
  (isTimeZone(brand.time_zone) ? undefined : `unknown time zone ${JSON.stringify(brand.time_zone)}`)

/** Writes brands within the surrounding scope. */
export const saveBrands = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  entries: ReadonlyArray<Brand>,
  { at, movesToCome = false }: ZoneChange = {},
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
    const rows = changed.map((brand) => ({ ...brand, search_text: folded(brand.brand_key, brand.name) }))
    yield* sql`
      insert into hangtag_brand (organization, brand_key, name, time_zone, search_text)
      select ${organization}, r.* from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(brand_key text, name text, time_zone text, search_text text[])
      on conflict (organization, brand_key) do update set name = excluded.name, time_zone = excluded.time_zone,
        search_text = excluded.search_text`
  }
  const now = yield* momentInTurn(sql, organization, at ?? (yield* currentInstant))
  const to_come: Array<BrandWriteResult["to_come"][number]> = []
  const after = new Map([...kept, ...changed].map((brand) => [brand.brand_key, brand]))
  for (const brand of [...after.values()].toSorted((a, b) => compareText(a.brand_key, b.brand_key))) {
    const zone = before.get(brand.brand_key)?.time_zone
    if (zone === undefined || (zone === brand.time_zone && !movesToCome)) continue
    const found = yield* moveToCome(sql, organization, brand, sql`true`, now, movesToCome)
    if (found !== undefined) to_come.push(found)
  }
  return { ...result, to_come }
})
