import type { PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** How long a statement may go on before the server is told to end it: most are over by then. */
const grace = "10 millis"

/** How long its end is waited for then. */
const patience = "5 seconds"

/**
 * Frees a pipeline that nobody else uses of the statement on it that nobody waits for any more, or closes it. Between the two
 * the connection keeps what it has prepared, and its scope, which to open another one would lose.
 */
export const endAbandoned = Effect.fnUntraced(function* (
  client: SqlClient,
  pool: PgPool.PgPool,
  connection: PgConnection.PgConnection,
) {
  // answered when all before it has been
  const isOver = Effect.interruptible(Effect.exit(connection.query("select", [], false)))
  if (Option.isSome(yield* Effect.timeoutOption(isOver, grace))) return
  const cancel = Effect.exit(client`select pg_cancel_backend(${connection.processId})`)
  const ended = Effect.interruptible(Effect.andThen(cancel, isOver))
  if (Option.isNone(yield* Effect.timeoutOption(ended, patience))) yield* pool.invalidate(connection)
})
