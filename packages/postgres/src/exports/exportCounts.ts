import { compareText, type ExportCount, type ExportSelection } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"
import { comparable } from "../database/parameters.ts"
import { keyArray } from "./exportReads.ts"

const unknownKeysTold = 20

/** Those of the keys that no product has, as an array. */
export const unknownKeys = (sql: SqlClient, organization: string | null, keys: ReadonlyArray<string>) => sql`
  array(select k.product_key from unnest(${keyArray(sql, keys)}) k(product_key)
    left join lateral (select true as known from hangtag_product p
      where p.organization = ${organization} and p.product_key = k.product_key and p.retired_at is null limit 1) p on true
    where p.known is null)`

/** The count of a selection, of the versions and products that were found for it, and the keys that no product has. */
export const countOf = (
  { product_keys }: ExportSelection,
  found: { readonly total: number; readonly products: number; readonly unknown: ReadonlyArray<string> },
): ExportCount => {
  const asked = new Set(product_keys)
  const all = [...product_keys.filter((key) => comparable(key) === null), ...found.unknown]
  const unknown_keys = [...new Set(all)].sort(compareText)
  const skipped = {
    unknown_product: unknown_keys.length,
    filtered_out: asked.size === 0 ? 0 : asked.size - unknown_keys.length - found.products,
    unknown_keys: unknown_keys.slice(0, unknownKeysTold),
  }
  return { total: found.total, skipped }
}
