import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Unavailable } from "./errors.ts"

/** Makes the writes of several ports happen together: all of them when the effect succeeds, else none. */
export class Transaction extends Context.Service<
  Transaction,
  {
    /**
     * Keeps all that the effect writes, or none of it. An adapter whose database gives a transaction up for another one's
     * sake runs the effect again from its start: it has to hold no state outside.
     */
    readonly atomically: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Unavailable, R>
  }
>()("@hangtag/core/ports/Transaction") {}
