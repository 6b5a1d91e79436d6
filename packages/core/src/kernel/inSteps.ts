import * as Effect from "effect/Effect"
import { workTurn } from "./workTurn.ts"

/** Does the first step at once, which may be all there is, and each other one when its turn comes. */
export const inSteps = <A>(steps: Generator<void, A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const { done, value } = steps.next()
    return done ? Effect.succeed(value) : Effect.andThen(workTurn, inSteps(steps))
  })
