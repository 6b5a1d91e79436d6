import type { PgConnection } from "@effect/sql-pg"
import { Effect, Exit } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Statement } from "effect/sql/Statement"

/**
 * Runs the statements in a transaction and gives the rows of the last, with nothing prepared. All of it is sent before
 * anything is answered: one round trip, if the connection is a pipeline. Whoever is interrupted has to close the connection.
 */
export const pipelinedTransaction = (
  connection: PgConnection.PgConnection,
  statements: ReadonlyArray<Statement<object>>,
): Effect.Effect<ReadonlyArray<PgConnection.Row>, SqlError> => {
  const send = (...compiled: readonly [sql: string, params: ReadonlyArray<unknown>]) =>
    // each is waited for, whatever became of another: the connection is free then
    Effect.exit(connection.query(...compiled, false))
  const inOrder = [
    send("BEGIN", []),
    ...statements.map((statement) => send(...statement.compile())),
    send("COMMIT", []),
  ]
  return Effect.flatMap(Effect.all(inOrder, { concurrency: "unbounded" }), (exits) =>
    // the first that failed: those behind it only tell that the transaction was over
    Effect.map(exits.find(Exit.isFailure) ?? exits.at(-2)!, ({ rows }) => rows),
  )
}
