import type { Unavailable } from "@hangtag/core"
import { Effect, Option, Schedule } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { databaseUnavailable, sqlState } from "./databaseUnavailable.ts"
import { comparable } from "./storable.ts"

/** The role that every statement on an organization's rows runs under, so that row-level security binds it. */
export const appRole = "hangtag_app"

/** Serialization failure and deadlock: Postgres chose one of those in each other's way, and undid it as a whole. */
const wasChosen = (error: unknown) => isSqlError(error) && ["40001", "40P01"].includes(sqlState(error) ?? "")

/** Runs the effect's statements in a transaction that may read which jobs there are, of whichever organization. */
export const housekeeping = <A, E, R>(
  sql: SqlClient,
  operation: string,
  effect: Effect.Effect<A, E | SqlError, R>,
): Effect.Effect<A, Exclude<E, SqlError> | Unavailable, R> => {
  const enter = sql`select set_config('role', ${appRole}, true), set_config('hangtag.housekeeping', 'on', true)`
  return Effect.mapError(sql.withTransaction(Effect.andThen(enter, effect)), (error) =>
    isSqlError(error) ? databaseUnavailable(operation, error) : (error as Exclude<E, SqlError>),
  )
}

/**
 * Runs the effect's statements in a transaction that sees and writes rows of one organization only.
 *
 * Joins the surrounding transaction where there is one; role and organization then hold to its end, or until
 * another scope begins in it. Else the effect is run again, some times, when others were in its way. The one place
 * where a `SqlError` becomes `Unavailable`.
 */
export const scoped = <A, E, R>(
  sql: SqlClient,
  organization: string,
  operation: string,
  effect: Effect.Effect<A, E | SqlError, R>,
): Effect.Effect<A, Exclude<E, SqlError> | Unavailable, R> => {
  // jit: the planner overrates lookups per key by far, and compiling takes longer than they do
  const enter = sql`select set_config('role', ${appRole}, true), set_config('jit', 'off', true),
    set_config('hangtag.organization', ${comparable(organization)}, true)`
  const body = Effect.andThen(enter, effect)
  const alone = Effect.retry(sql.withTransaction(body), {
    schedule: Schedule.jittered(Schedule.exponential("20 millis")),
    times: 6,
    while: wasChosen,
  })
  return Effect.serviceOption(sql.transactionService).pipe(
    Effect.flatMap((surrounding) => (Option.isSome(surrounding) ? body : alone)),
    Effect.mapError((error) =>
      isSqlError(error) ? databaseUnavailable(operation, error) : (error as Exclude<E, SqlError>),
    ),
  )
}
