import { Effect, Semaphore } from "effect"

/** So many statements are sent before the next one waits for all answers. */
export const inARow = 256

/** More than are ever under way. */
const everyPlace = 1_000_000

/**
 * Has each statement in so many wait until nothing is under way: a session holds all that it sent, and what was answered,
 * until there is nothing left to answer.
 */
export const emptiedAtTimes = () => {
  const entrance = Semaphore.makeUnsafe(1)
  const places = Semaphore.makeUnsafe(everyPlace)
  let sent = 0
  const enter = entrance.withPermits(1)(
    Effect.suspend(() => (++sent % inARow === 0 ? places.withPermits(everyPlace)(Effect.void) : Effect.void)),
  )
  return <A, E>(statement: Effect.Effect<A, E>) => Effect.andThen(enter, places.withPermits(1)(statement))
}
