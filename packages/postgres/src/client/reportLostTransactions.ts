import type { PgClient } from "@effect/sql-pg"
import { Cause, Effect } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

/**
 * Makes a connection that breaks inside a transaction an ordinary `SqlError`.
 *
 * The client then fails to roll back as well, and reports that as a defect.
 */
export const reportLostTransactions = (client: PgClient.PgClient): PgClient.PgClient => {
  const { withTransaction } = client
  return Object.assign(client, {
    withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
      Effect.catchCause(withTransaction(effect), (cause) => {
        const lost = cause.reasons
          .filter(Cause.isDieReason)
          .map(({ defect }) => defect)
          .find(isSqlError)
        return lost === undefined ? Effect.failCause(cause) : Effect.fail(lost)
      }),
  })
}
