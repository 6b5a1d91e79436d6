import { Duration, Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { noneFree } from "./noneFree.ts"

/**
 * Lets so many do their work at once, first come, first served; who has waited for the limit is turned away.
 *
 * Effect's `Semaphore` lets who comes now pass those that it has just woken: of small searches over 64 connections one
 * in a hundred then took 131 ms or more, instead of 55. A plain timer, and only for who waits: racing each piece of
 * work against a sleeping fiber costs more than the work.
 */
export const waitingLine = (places: number, limit: Duration.Input) => {
  const millis = Duration.toMillis(limit)
  const waiting = new Set<() => void>()
  let free = places
  const leave = () => {
    const [first] = waiting
    if (first === undefined) free++
    else first()
  }
  const enter = Effect.suspend(() => {
    let admitted = free > 0
    if (admitted) {
      free--
      return Effect.void
    }
    const wait = Effect.callback<void, SqlError>((resume) => {
      const admit = () => {
        admitted = true
        stop()
        resume(Effect.void)
      }
      const timer = setTimeout(() => {
        stop()
        resume(Effect.fail(noneFree()))
      }, millis)
      const stop = () => {
        clearTimeout(timer)
        waiting.delete(admit)
      }
      waiting.add(admit)
      return Effect.sync(stop)
    })
    // admitted and interrupted at once: the place is the next one's
    return Effect.onInterrupt(wait, () => Effect.sync(() => admitted && leave()))
  })
  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.andThen(restore(enter), Effect.ensuring(restore(work), Effect.sync(leave))),
    )
}
