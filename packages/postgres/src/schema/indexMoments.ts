import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * Finds what begins or is withdrawn next, of active prices only; the organization stands behind, as everywhere. A sum
 * and not the column: planners without statistics took the index to find the last price of one variant, and read all.
 */
const statements = [
  `create index hangtag_price_record_begins on hangtag_price_record ((effective_at + 0), organization)
    where status = 'active'`,
  `create index hangtag_price_record_withdrawn on hangtag_price_record (withdrawn_at, organization)
    where withdrawn_at is not null`,
]

/** Lets prices be read in the order in which they change. */
export const indexMoments = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
