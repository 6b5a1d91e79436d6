import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * Housekeeping, and nothing else, sees which keys have expired in all organizations; what it deletes of one it deletes
 * in that one's scope.
 */
const statements = [
  "create index on hangtag_repeatable_request (expires_at)",
  `create policy housekeeping on hangtag_repeatable_request for select
    using (current_setting('hangtag.housekeeping', true) = 'on' and expires_at <= extract(epoch from now()) * 1e6)`,
]

/** Lets the answers of requests be forgotten once they have expired, whether or not their organization comes again. */
export const forgetRequests = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
