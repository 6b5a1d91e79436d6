import {
  type AddRecordsByVariantsRequest,
  type Ending,
  type FillSnapshot,
  instantFromMicros,
  isPrice,
  type Price,
} from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { hasAny } from "../database/listPage.ts"
import { comparableKeys, isStorable } from "../database/parameters.ts"
import { type PriceRecordRow, priceLookups, priceOrderBy, priceRecord } from "../prices/PriceRecordRow.ts"

/** Variants, and rows, that are read at once; of more than these N rows at a time. */
const most = { variants: 1_000, rows: 3_000 }

/** A requested variant and price type, or the variant alone where it is unknown or no types were given and it has none. */
type PairRow = {
  readonly known: true | null
  readonly later: boolean
  readonly held_amount: string | null
  readonly held_ending: Ending | null
  readonly held_at: number | null
} & (
  | PriceRecordRow
  | { readonly record_key: null; readonly variant_key: string; readonly price_type: string | null }
)

/**
 * Which rows of a batch `b` with their prices `p` a fill at that moment counts as held, and may replace: active
 * ones, unless an import put them there for later.
 */
export const isHeld = (sql: SqlClient, at: bigint) =>
  sql`p.status = 'active' and (b.filled or p.effective_at <= ${at})`

/** A row for each pair, in the order of the variants; all of it from one moment. */
const pairRows = (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  variantKeys: Array<string>,
  priceTypes: ReadonlyArray<string> | null,
  at: bigint,
) => {
  const { typesOf, priceInForce, hasFuture } = priceLookups(sql, organization, at)
  // asked once: of an empty batch no pair need be looked for, which saves a tenth of the time
  const ofBatch = sql`from hangtag_batch_record where organization = ${organization} and batch_key = ${batchKey}`
  const holdsAny = hasAny(sql, ofBatch, "variant_key, price_type")
  const types =
    priceTypes === null ? typesOf : sql`unnest(${comparableKeys(priceTypes)}::text[]) t(price_type)`
  return sql<PairRow>`
    select k.variant_key, v.known, t.price_type, p.price_list, p.record_key, p.amount, p.effective_from, p.effective_at, p.status,
      p.sequence, p.batch_key, p.withdrawn_at, p.withdrawn_by, p.record_key is null and ${hasFuture} as later,
      h.amount as held_amount, h.ending as held_ending, h.effective_at::float8 as held_at
    from unnest(${variantKeys}::text[]) with ordinality k(variant_key, place)
    left join lateral (select true as known from hangtag_variant v
      where v.organization = ${organization} and v.variant_key = k.variant_key and v.retired_at is null limit 1) v on true
    left join ${types} on v.known
    left join lateral ${priceInForce} p on true
    left join lateral (
      select p.amount, p.ending, p.effective_at from hangtag_batch_record b
      cross join lateral (select * from hangtag_price_record p
        where p.organization = ${organization} and p.record_key = b.record_key and ${isHeld(sql, at)} limit 1) p
      where ${holdsAny} and b.organization = ${organization} and b.batch_key = ${batchKey}
        and b.variant_key = k.variant_key and b.price_type = t.price_type
      order by b.filled desc, ${sql.literal(priceOrderBy("desc"))} limit 1) h on true
    order by k.place`
}

const snapshotOf = (rows: ReadonlyArray<PairRow>): FillSnapshot => {
  const knownVariants = new Set<string>()
  const inForce: Array<Price> = []
  const future: Array<FillSnapshot["future"][number]> = []
  const held: Array<FillSnapshot["held"][number]> = []
  for (const row of rows) {
    const { variant_key, price_type } = row
    if (row.known) knownVariants.add(variant_key)
    if (price_type === null) continue
    const price = row.record_key === null ? undefined : priceRecord(row)
    if (price !== undefined && isPrice(price)) inForce.push(price)
    else if (row.later) future.push({ variant_key, price_type })
    if (row.held_at !== null)
      held.push({
        variant_key,
        price_type,
        amount: row.held_amount,
        ...(row.held_ending !== null && { ending: row.held_ending }),
        effective_at: instantFromMicros(row.held_at),
      })
  }
  return { knownVariants, inForce, future, held }
}

/**
 * Fills part after part of the request within the surrounding transaction, which has locked the batch.
 *
 * More variants than a few come out of a cursor, which goes on showing the moment at which it was opened, whatever
 * the parts before have written.
 */
export const fillParts = Effect.fnUntraced(function* <E>(
  sql: SqlClient,
  organization: string,
  batchKey: string,
  request: AddRecordsByVariantsRequest,
  at: bigint,
  fill: (part: AddRecordsByVariantsRequest, snapshot: FillSnapshot) => Effect.Effect<void, E>,
) {
  const keys = comparableKeys(request.variant_keys)
  const unheardOf = request.variant_keys.filter((key) => !isStorable(key))
  const pairs = pairRows(sql, organization, batchKey, keys, request.price_types, at)
  const fillPart = (rows: ReadonlyArray<PairRow>, others: ReadonlyArray<string>) => {
    const variant_keys = [...new Set(rows.map((row) => row.variant_key)), ...others]
    return fill({ ...request, variant_keys }, snapshotOf(rows))
  }
  const areFew = keys.length <= most.variants && keys.length * (request.price_types?.length ?? 1) <= most.rows
  if (areFew) return yield* fillPart(yield* pairs, unheardOf)
  const all = Effect.gen(function* () {
    yield* sql`declare hangtag_fill no scroll cursor for ${pairs}`
    for (let rows: ReadonlyArray<PairRow> = [], isLast = false; !isLast; ) {
      const fetched = yield* sql<PairRow>`fetch ${sql.literal(String(most.rows))} from hangtag_fill`
      isLast = fetched.length < most.rows
      rows = rows.concat(fetched)
      // the last variant may have types that are yet to come
      const last = rows.at(-1)?.variant_key
      const end = isLast ? rows.length : rows.findIndex((row) => row.variant_key === last)
      yield* fillPart(rows.slice(0, end), isLast ? unheardOf : [])
      rows = rows.slice(end)
    }
    yield* sql`close hangtag_fill`
  })
  // a savepoint: what goes on after a failure finds neither the cursor nor what the parts before wrote
  return yield* sql.withTransaction(all)
})
