import * as Effect from "effect/Effect"
import { InvalidRequest } from "../kernel/errors.ts"
import { valueFault } from "../kernel/faults.ts"
import { requireWithin } from "../kernel/requireWithin.ts"
import { effectiveInstant } from "../kernel/rules/effectiveInstant.ts"
import type { PricePolicy } from "./PricePolicy.ts"

type Texts = Partial<Pick<PricePolicy, "blackouts" | "price_types">>

/** A blackout that ends before it begins. In UTC: zones move both ends alike, or by hours. */
const blackoutFaults = ({ blackouts = [] }: Texts) =>
  blackouts.flatMap(({ from, until }, index) => {
    const [begins, ends] = [effectiveInstant(from, "UTC"), effectiveInstant(until, "UTC")]
    if (begins !== undefined && ends !== undefined && begins < ends) return []
    const msg = "until should be an ISO 8601 date or date-time after from"
    return [valueFault(["blackouts", index, "until"], until, msg)]
  })

/** Every preview of the brand reads them, and shows them in its warnings. */
const charactersOf = ({ blackouts = [], price_types }: Texts): number =>
  [...blackouts.map(({ reason }) => reason), ...(price_types ?? [])].reduce(
    (sum, text) => sum + text.length,
    0,
  )

/** Fails with `InvalidRequest` for a blackout that ends before it begins, and with `LimitExceeded` (`policy_texts`). */
export const requirePolicy = Effect.fnUntraced(function* (policy: Texts) {
  yield* requireWithin("policy_texts", charactersOf(policy))
  const fields = blackoutFaults(policy)
  if (fields.length > 0) return yield* new InvalidRequest({ fields })
})
