import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { createPolicy, policies } from "./policies.ts"

/**
 * Housekeeping, and nothing else, sees which keys have expired in all organizations; what it deletes of one it deletes
 * in that one's scope.
 */
const statements = [
  "create index on hangtag_repeatable_request (expires_at)",
  createPolicy(policies.expiredRequests),
]

/** Lets the answers of requests be forgotten once they have expired, whether or not their organization comes again. */
export const forgetRequests = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
