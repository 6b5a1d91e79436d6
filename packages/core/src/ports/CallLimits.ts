import * as Context from "effect/Context"
import { type CallLimitName, callLimits } from "../contract/callLimits.ts"

const defaults = Object.fromEntries(
  Object.entries(callLimits).map(([name, limit]) => [name, limit.default]),
) as Record<CallLimitName, number>

/** What one call may ask for at most. A host that wants others provides them: `Layer.succeed(CallLimits, { … })`. */
export const CallLimits = Context.Reference<Readonly<Record<CallLimitName, number>>>(
  "@hangtag/core/ports/CallLimits",
  {
    defaultValue: () => defaults,
  },
)
