import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** The effect on a fiber of its own, whose end is not waited for by who is interrupted: it may wait for a socket. */
export const leaving = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const fiber = yield* Effect.forkDetach(effect, { startImmediately: true })
  return yield* Effect.onInterrupt(Fiber.join(fiber), () => Effect.sync(() => fiber.interruptUnsafe()))
})

/** Gives up in time, and leaves what cannot be interrupted then to itself. */
export const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>, patience: Duration.Input) =>
  Effect.timeout(leaving(effect), patience)
