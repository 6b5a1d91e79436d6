import { Effect } from "effect"

/** Does the first step at once, which may be all there is, and lets every other caller go on before each other one. */
export const inSteps = <A>(steps: Generator<void, A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const { done, value } = steps.next()
    return done ? Effect.succeed(value) : Effect.andThen(Effect.yieldNow, inSteps(steps))
  })
