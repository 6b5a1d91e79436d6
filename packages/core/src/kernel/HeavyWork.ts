import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { TooManyOpen } from "./errors.ts"

/**
 * Tells whoever has called a use case that what comes next takes much time or memory, so that few calls do so at once:
 * `begin` waits for a place, which the call has until its answer is made. Nobody waits unless a door provides it.
 */
export const HeavyWork = Context.Reference<{ readonly begin: Effect.Effect<void, TooManyOpen> }>(
  "@hangtag/core/ports/HeavyWork",
  { defaultValue: () => ({ begin: Effect.void }) },
)
