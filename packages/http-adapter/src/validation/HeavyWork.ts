import type { TooManyOpen } from "@hangtag/core"
import { Context, Effect } from "effect"

/**
 * Where what is read takes much time or memory: `begin` waits for a place, which the call has until its answer is made.
 * Without a door that provides it no call waits.
 */
export const HeavyWork = Context.Reference<{ readonly begin: Effect.Effect<void, TooManyOpen> }>(
  "@hangtag/http-adapter/validation/HeavyWork",
  { defaultValue: () => ({ begin: Effect.void }) },
)
