import type { Instant } from "../../kernel/Instant.ts"
import { effectiveInstant } from "../../kernel/rules/effectiveInstant.ts"
import type { IsTime } from "../../kernel/rules/isTime.ts"
import type { PricePolicy } from "../PricePolicy.ts"

/** What a brand's prices are judged by, at an instant. */
interface Judged {
  readonly policy: PricePolicy
  readonly time_zone: string
  /** The types of which the brand has ever had a price; null where nobody can tell. */
  readonly usedTypes: ReadonlySet<string> | null
  readonly now: Instant
}

/** What warnings are judged by, besides lines and prices. */
export interface GuardRails extends Judged {
  readonly blackouts: ReadonlyArray<
    PricePolicy["blackouts"][number] & { readonly begins: Instant; readonly ends: Instant }
  >
}

/** About how much work it is to find the instant of a local time: ten times as much as of one in UTC. */
export const localTimeWork = (timeZone: string): number => (timeZone === "UTC" ? 0 : 10)

/** Finds when blackouts begin and end, once for all that is judged. Pauses where `isTime` says so: there may be very many. */
export function* guardRailsInSteps(judged: Judged, isTime: IsTime): Generator<void, GuardRails> {
  const { policy, time_zone } = judged
  const blackouts: Array<GuardRails["blackouts"][number]> = []
  for (const blackout of policy.blackouts) {
    if (isTime(1 + 2 * localTimeWork(time_zone))) yield
    const [begins, ends] = [blackout.from, blackout.until].map(
      (text) => effectiveInstant(text, time_zone) ?? Number.NaN,
    )
    blackouts.push({ ...blackout, begins: begins!, ends: ends! })
  }
  return { ...judged, blackouts }
}
