import type { Instant } from "../../kernel/Instant.ts"
import { effectiveInstant } from "../../kernel/rules/effectiveInstant.ts"
import type { PricePolicy } from "../PricePolicy.ts"

/** What a brand's prices are judged by, at an instant. */
interface Judged {
  readonly policy: PricePolicy
  readonly time_zone: string
  /** The types of which the brand has ever had a price; null where that is unknown. */
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

/** A brand with its policy, as it is judged by. */
interface JudgingBrand extends Pick<Judged, "policy" | "time_zone"> {
  readonly brand_key: string
  readonly used_types: ReadonlyArray<string>
}

/** The guard rails of brands at a moment, each found once. */
export const railsByBrand = (now: Instant) => {
  const known = new Map<string, GuardRails>()
  return ({ brand_key, policy, time_zone, used_types }: JudgingBrand): GuardRails => {
    const rails =
      known.get(brand_key) ?? guardRails({ policy, time_zone, usedTypes: new Set(used_types), now })
    known.set(brand_key, rails)
    return rails
  }
}
