import { Clock, type Duration, Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { noneFree } from "./noneFree.ts"

/**
 * Makes work fail that has not begun after so long, however long it then takes: `take` waits for what the work needs
 * and then runs it. Time goes by the clock that this was made with.
 */
export const beginWithin = Effect.fnUntraced(function* (limit: Duration.Input) {
  const wait = Effect.provideService(Effect.sleep(limit), Clock.Clock, yield* Clock.Clock)
  return <A, E, R, E2, R2>(
    work: Effect.Effect<A, E, R>,
    take: (work: Effect.Effect<A, E, R>) => Effect.Effect<A, E2, R2>,
  ): Effect.Effect<A, E2 | SqlError, R2> =>
    Effect.suspend(() => {
      let begun = false
      const taken = take(
        Effect.suspend(() => {
          begun = true
          return work
        }),
      )
      const tooLate = Effect.flatMap(wait, () =>
        Effect.suspend(() => (begun ? Effect.never : Effect.fail(noneFree()))),
      )
      return Effect.raceFirst(taken, tooLate)
    })
})
