import type { AddRecordsByVariantsRequest, FillSnapshot, PriceRecord } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { comparableKeys } from "../sql/storable.ts"
import { type PriceRecordRow, priceLookups, priceOrderBy, priceRecord } from "./PriceRecordRow.ts"

/** A requested variant that exists; one row per price type, or one without a type. */
type PairRow = { readonly variant_key: string; readonly later: boolean } & (
  | PriceRecordRow
  | { readonly record_key: null; readonly price_type: string | null }
)

/**
 * Which rows of a batch `b` with their prices `p` a fill at that moment counts as held, and may replace: active
 * ones, unless an import put them there for later.
 */
export const isHeld = (sql: SqlClient, at: bigint) =>
  sql`p.status = 'active' and (b.filled or p.effective_at <= ${at})`

/** What the batch holds of these variants and types; last of a pair, so deciding: a fill's, else the later one. */
const heldRecords = (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  variantKeys: Array<string>,
  priceTypes: Array<string> | null,
  at: bigint,
) =>
  sql<FillSnapshot["held"][number]>`
    select p.variant_key, p.price_type, p.amount, p.effective_at::float8 as effective_at
    from unnest(${variantKeys}::text[]) k(variant_key)
    cross join lateral (select * from hangtag_batch_record b
      where b.organization = ${organization} and b.batch_key = ${batchKey} and b.variant_key = k.variant_key
      offset 0) b
    cross join lateral (select * from hangtag_price_record p
      where p.organization = ${organization} and p.record_key = b.record_key and ${isHeld(sql, at)} limit 1) p
    ${priceTypes === null ? sql`` : sql`where b.price_type = any(${priceTypes}::text[])`}
    order by b.filled, ${sql.literal(priceOrderBy("asc"))}`

/**
 * Reads what a fill decides by, within the surrounding transaction: variants and prices in one statement, so of
 * one moment; what the batch holds in another, which its lock keeps still.
 */
export const fillSnapshot = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  request: AddRecordsByVariantsRequest,
  at: bigint,
) {
  const keys = comparableKeys(request.variant_keys)
  const { typesOf, inForce, hasFuture } = priceLookups(sql, organization, at)
  const priceTypes = request.price_types === null ? null : comparableKeys(request.price_types)
  const types = priceTypes === null ? typesOf : sql`unnest(${priceTypes}::text[]) t(price_type)`
  const pairs = yield* sql<PairRow>`
    select k.variant_key, t.price_type, p.record_key, p.amount, p.effective_from, p.effective_at, p.status,
      p.sequence, p.batch_key, ${hasFuture} as later
    from unnest(${keys}::text[]) k(variant_key)
    cross join lateral (select from hangtag_variant v
      where v.organization = ${organization} and v.variant_key = k.variant_key limit 1) v
    left join ${types} on true
    left join lateral ${inForce} p on true`
  const inForceRecords: Array<PriceRecord> = []
  const future: Array<{ variant_key: string; price_type: string }> = []
  for (const row of pairs) {
    if (row.record_key !== null) inForceRecords.push(priceRecord(row))
    if (row.price_type !== null && row.later) {
      future.push({ variant_key: row.variant_key, price_type: row.price_type })
    }
  }
  const snapshot: FillSnapshot = {
    knownVariants: new Set(pairs.map((row) => row.variant_key)),
    inForce: inForceRecords,
    future,
    held: yield* heldRecords(sql, organization, batchKey, keys, priceTypes, at),
  }
  return snapshot
})
