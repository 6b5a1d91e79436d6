import { type CallLimitName, callLimits } from "@hangtag/core"
import { Effect } from "effect"
import { integerBetween } from "./parsers.ts"
import { setting } from "./setting.ts"

const names = Object.keys(callLimits) as ReadonlyArray<CallLimitName>

/** What one call may ask for at most: a setting for each of the core's `callLimits`, called as that in capitals. */
export const readCallLimits = Effect.forEach(names, (name) => {
  const { default: fallback, counts } = callLimits[name]
  const options = {
    default: fallback as number,
    parse: integerBetween(1, 100_000_000),
    allowed: `use the most ${counts} that one call may have, from 1 to 100000000`,
  }
  return Effect.map(setting(name.toUpperCase(), options), (most) => [name, most] as const)
}).pipe(Effect.map((limits) => Object.fromEntries(limits) as Record<CallLimitName, number>))
