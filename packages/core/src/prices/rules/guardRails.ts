import type { Instant } from "../../kernel/Instant.ts"
import { effectiveInstant } from "../../kernel/rules/effectiveInstant.ts"
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

/** Finds when blackouts begin and end, once for all that is judged. */
export const guardRails = (judged: Judged): GuardRails => {
  const at = (text: string) => effectiveInstant(text, judged.time_zone) ?? Number.NaN
  const blackouts = judged.policy.blackouts.map((each) => ({
    ...each,
    begins: at(each.from),
    ends: at(each.until),
  }))
  return { ...judged, blackouts }
}
