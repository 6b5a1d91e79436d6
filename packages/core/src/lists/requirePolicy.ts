import * as Effect from "effect/Effect"
import { requireWithin, sumOf } from "../kernel/CallLimits.ts"
import { requireNoFaults, valueFault } from "../kernel/faults.ts"
import { effectiveInstant } from "../kernel/rules/effectiveInstant.ts"
import { storableFaults } from "../kernel/storable.ts"
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

/** Reasons and types that cannot be kept; stored policies are read by the schema of one that is given, so that does not say it. */
const textFaults = ({ blackouts = [], price_types }: Texts) => [
  ...blackouts.flatMap(({ reason }, index) => storableFaults(["blackouts", index, "reason"], reason)),
  ...(price_types ?? []).flatMap((type, index) => storableFaults(["price_types", index], type)),
]

/** Every preview of the brand reads them, and shows them in its warnings. */
const charactersOf = ({ blackouts = [], price_types }: Texts): number =>
  sumOf([...blackouts.map(({ reason }) => reason), ...(price_types ?? [])], (text) => text.length)

/** Fails with `InvalidRequest` for a blackout that ends before it begins and for a text that cannot be kept, and with `LimitExceeded` (`policy_texts`). */
export const requirePolicy = Effect.fnUntraced(function* (policy: Texts) {
  yield* requireWithin("policy_texts", charactersOf(policy))
  yield* requireNoFaults([...blackoutFaults(policy), ...textFaults(policy)])
})
