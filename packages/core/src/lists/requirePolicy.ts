import * as Effect from "effect/Effect"
import { requireWithin } from "../kernel/CallLimits.ts"
import { InvalidRequest } from "../kernel/errors.ts"
import { valueFault } from "../kernel/faults.ts"
import { effectiveInstant } from "../kernel/rules/effectiveInstant.ts"
import type { PricePolicy } from "./PricePolicy.ts"

type Texts = Partial<Pick<PricePolicy, "blackouts" | "price_types">>

/** A blackout that ends before it begins, or at no day of the calendar. In UTC: zones move both ends alike, or by hours. */
const blackoutFaults = ({ blackouts = [] }: Texts) =>
  blackouts.flatMap(({ from, until }, index) => {
    const [begins, ends] = [effectiveInstant(from, "UTC"), effectiveInstant(until, "UTC")]
    const fault = (name: string, input: string, msg: string) => [
      valueFault(["blackouts", index, name], input, `${name} should be an ISO 8601 date or date-time${msg}`),
    ]
    if (begins === undefined) return fault("from", from, "")
    return ends !== undefined && begins < ends ? [] : fault("until", until, " after from")
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
