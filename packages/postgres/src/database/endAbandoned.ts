import type { PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, Exit, Option } from "effect"

/** How long a statement may go on before the server is told to end it: most are over by then. */
const grace = "10 millis"

/** How long its end is waited for then. */
const patience = "5 seconds"

/**
 * Ends the statement that nobody waits for any more, on a pipeline of the pool that nobody else uses, so that the connection
 * goes on: to open another one takes longer than most statements, and loses what is prepared. Closes it where that does not
 * help, or where the session may be somebody else's by now (no `isOwn`), whose statement is not ours to end.
 *
 * `cancels` are connections for this alone: those that work may all be in use just then.
 */
export const endAbandoned = Effect.fnUntraced(function* (
  cancels: PgPool.PgPool,
  pool: PgPool.PgPool,
  connection: PgConnection.PgConnection,
  isOwn: boolean,
) {
  // answered when all before it has been
  const isOver = Effect.interruptible(Effect.exit(connection.query("select", [], false)))
  if (Option.isSome(yield* Effect.timeoutOption(isOver, grace))) return
  if (isOwn) {
    const cancel = cancels.use(({ query }) =>
      query("select pg_cancel_backend($1)", [connection.processId], false),
    )
    const ended = Effect.interruptible(Effect.andThen(cancel, isOver))
    const exit = yield* Effect.exit(Effect.timeoutOption(ended, patience))
    if (Exit.isSuccess(exit) && Option.isSome(exit.value)) return
  }
  // also where the cancel was not answered: nobody knows whom it will meet
  yield* pool.invalidate(connection)
})
