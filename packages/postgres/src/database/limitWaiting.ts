import { type Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { beginWithin } from "./beginWithin.ts"

/** Makes a transaction fail that has not begun after so long, instead of waiting for a connection as long as it takes. */
export const limitWaiting = Effect.fnUntraced(function* <Client extends SqlClient>(
  client: Client,
  limit: Duration.Input,
) {
  const { withTransaction } = client
  const inTime = yield* beginWithin(limit)
  return Object.assign(client, {
    withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
      inTime(effect, withTransaction),
  })
})
