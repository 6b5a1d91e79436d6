import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { scoped } from "../database/scoped.ts"

/** Keeps the organization's other catalog writes and price changes out until the commit. */
export const lockCatalog = (sql: SqlClient, organization: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('hangtag catalog ' || ${organization}::text, 0))`

/**
 * Runs a catalog write in its organization's scope, one at a time for each organization.
 *
 * So what a write has read stays so until it commits, and two imports at once neither miscount nor deadlock.
 */
export const writing = <A>(
  sql: SqlClient,
  organization: string,
  operation: string,
  effect: Effect.Effect<A, SqlError>,
) => scoped(sql, organization, operation, Effect.andThen(lockCatalog(sql, organization), effect))
