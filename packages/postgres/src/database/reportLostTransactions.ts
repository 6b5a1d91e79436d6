import { Cause, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

/**
 * Makes a connection that breaks inside a transaction an ordinary `SqlError`.
 *
 * The client then fails to roll back as well, and reports that as a defect.
 */
export const reportLostTransactions = <Client extends SqlClient>(client: Client): Client => {
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
