import { type Instant, instantFromMicros } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { scoped } from "../database/scoped.ts"

/** Keeps the organization's other catalog writes and price changes out until the commit. */
export const lockCatalog = (sql: SqlClient, organization: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('hangtag catalog ' || ${organization}::text, 0))`

/** Waits until every catalog write and price change that has taken its moment is done, within the surrounding transaction. */
export const afterWrites = (sql: SqlClient, organization: string) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended('hangtag catalog ' || ${organization}::text, 0))`

/** When the organization published last; null: never. */
export const lastPublished = (sql: SqlClient, organization: string) =>
  Effect.map(
    sql<{ readonly at: number }>`
      select published_at::float8 as at from hangtag_publication where organization = ${organization}
      order by number desc limit 1`,
    ([last]) => (last === undefined ? null : instantFromMicros(last.at)),
  )

/** The moment of a write that has its turn: never before the last publication's. */
export const momentInTurn = (sql: SqlClient, organization: string, at: Instant) =>
  Effect.map(lastPublished(sql, organization), (last) => instantFromMicros(Math.max(at, last ?? at)))

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
