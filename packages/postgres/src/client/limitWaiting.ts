import type { PgClient } from "@effect/sql-pg"
import { Clock, type Duration, Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { noneFree } from "./noneFree.ts"

/**
 * Makes a transaction fail that has not begun after so long, instead of waiting for a connection as long as it takes.
 * Time goes by the clock that the pool was made with.
 */
export const limitWaiting = Effect.fnUntraced(function* (client: PgClient.PgClient, limit: Duration.Input) {
  const { withTransaction } = client
  const wait = Effect.provideService(Effect.sleep(limit), Clock.Clock, yield* Clock.Clock)
  return Object.assign(client, {
    withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
      Effect.suspend(() => {
        let begun = false
        const transaction = withTransaction(
          Effect.suspend(() => {
            begun = true
            return effect
          }),
        )
        const tooLate = Effect.flatMap(wait, () =>
          Effect.suspend(() => (begun ? Effect.never : Effect.fail(noneFree()))),
        )
        return Effect.raceFirst(transaction, tooLate)
      }),
  })
})
