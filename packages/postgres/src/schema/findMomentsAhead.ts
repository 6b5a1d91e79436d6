import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * Finds what begins next from a moment on. As a float, since that conversion is leakproof: with row-level security a
 * sum is computed only of rows that are known to be the organization's, and whatever has begun would be read every time.
 */
const statements = [
  `drop index hangtag_price_record_begins`,
  `create index hangtag_price_record_begins on hangtag_price_record ((effective_at::float8), organization)
    where status = 'active'`,
]

/** Lets the prices to come be found without reading those that have begun. */
export const findMomentsAhead = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
