import type { TooManyOpen } from "@hangtag/core"
import { Context, Effect } from "effect"

/**
 * Asked for before a large body is read: `begin` waits for a place, which the call has until its heavy work begins. A body
 * takes as long as its sender likes, so that it must not keep others' work waiting. Nobody waits unless a server provides it.
 */
export const LargeBody = Context.Reference<{ readonly begin: Effect.Effect<void, TooManyOpen> }>(
  "@hangtag/http-adapter/validation/LargeBody",
  { defaultValue: () => ({ begin: Effect.void }) },
)
