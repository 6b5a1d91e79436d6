import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * Keeps when prices are over: `effective_until` and `ends_at` of a temporary one, `returns_from` of what it returns to, and
 * since when, and by which batch, a price is taken back that had begun. `made_at`: when a price change wrote it. What
 * was written before has none of it: nothing says which record ended another.
 */
const columns = `add column effective_until text, add column ends_at bigint, add column returns_from uuid,
  add column taken_back_at bigint, add column taken_back_by text,
  add column made_at bigint`

/** Temporary prices and returns are few: what writes prices looks here whether it changes what they return to. */
const indexes = [
  `create index hangtag_price_record_temporary on hangtag_price_record (variant_key, organization, price_type)
    where (ends_at is not null or returns_from is not null) and withdrawn_at is null`,
  `create index hangtag_price_record_ends on hangtag_price_record ((ends_at::float8), organization)
    where ends_at is not null`,
]

/** Lets prices end. */
export const endPrices = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const table of ["hangtag_price_record", "hangtag_kept_price_record"])
    yield* sql.unsafe(`alter table ${table} ${columns}`)
  for (const statement of indexes) yield* sql.unsafe(statement)
})
