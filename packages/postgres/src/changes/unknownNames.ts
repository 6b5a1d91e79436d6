import type { PriceSelection, UnknownNames } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { comparable, comparableKeys, isStorable } from "../database/parameters.ts"

/** Statements that find the names of each kind that the brand has, each in one pass over its products. */
const knownNames = (sql: SqlClient, organization: string, brandKey: string) => {
  const org = comparable(organization)
  const product = sql`hangtag_product d where d.organization = ${org} and d.brand_key = ${comparable(brandKey)}
    and d.retired_at is null`
  const latest = (column: Fragment, more: Fragment) => sql`
    select distinct ${column} as name from (select * from ${product}) d
    join hangtag_product_version n on n.organization = ${org} and n.product_key = d.product_key
      and n.version = d.latest_version ${more}`
  return {
    product_keys: (keys: ReadonlyArray<string>) =>
      sql`select d.product_key as name from ${product} and d.product_key = any(${keys}::text[])`,
    label_keys: (keys: ReadonlyArray<string>) =>
      latest(sql`l.name`, sql`cross join lateral unnest(n.labels) l(name) where n.labels && ${keys}::text[]`),
    source: (keys: ReadonlyArray<string>) =>
      latest(sql`n.source`, sql`where n.source = any(${keys}::text[])`),
    colors: (keys: ReadonlyArray<string>) => sql`
      select distinct v.color as name from (select * from ${product}) d
      join hangtag_variant v on v.organization = ${org} and v.product_key = d.product_key
        and v.retired_at is null and v.color = any(${keys}::text[])`,
  }
}

/** The names in the selection that the brand has nothing of. */
export const unknownNames = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  brandKey: string,
  selection: PriceSelection,
) {
  const known = knownNames(sql, organization, brandKey)
  const missing = Effect.fnUntraced(function* (kind: keyof PriceSelection) {
    const names = selection[kind] ?? []
    if (names.length === 0) return []
    const rows = yield* sql<{
      readonly name: string
    }>`${known[kind](comparableKeys(names.filter(isStorable)))}`
    const found = new Set(rows.map(({ name }) => name))
    return names.filter((name) => !found.has(name))
  })
  const unknown: UnknownNames = {
    product_keys: yield* missing("product_keys"),
    label_keys: yield* missing("label_keys"),
    source: yield* missing("source"),
    colors: yield* missing("colors"),
  }
  return unknown
})
