import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { currentInstant } from "../kernel/currentInstant.ts"
import { Expected } from "../kernel/Expected.ts"
import { ChangedMeanwhile, InvalidRequest, LimitExceeded, NotFound } from "../kernel/errors.ts"
import { valueFault } from "../kernel/faults.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { requireWithin } from "../kernel/requireWithin.ts"
import { effectiveInstant } from "../kernel/rules/effectiveInstant.ts"
import { PricePolicy } from "./PricePolicy.ts"
import { PricePolicyRepository } from "./PricePolicyRepository.ts"
import { PricePolicyRequest } from "./PricePolicyRequest.ts"

/** A blackout that ends before it begins. In UTC: zones move both ends alike, or by hours. */
const blackoutFaults = ({ blackouts }: PricePolicy) =>
  blackouts.flatMap(({ from, until }, index) => {
    const [begins, ends] = [effectiveInstant(from, "UTC"), effectiveInstant(until, "UTC")]
    if (begins !== undefined && ends !== undefined && begins < ends) return []
    const msg = "until should be an ISO 8601 date or date-time after from"
    return [valueFault(["blackouts", index, "until"], until, msg)]
  })

/** Every preview of the brand reads them, and shows them in its warnings. */
const charactersOf = ({ blackouts, price_types }: PricePolicy): number =>
  [...blackouts.map(({ reason }) => reason), ...(price_types ?? [])].reduce(
    (sum, text) => sum + text.length,
    0,
  )

/**
 * Gives a brand its guard rails, all of them anew, and keeps who did so when. Fails with `NotFound` for an unknown brand, with
 * `ChangedMeanwhile` where `expected` refuses the policy as it is, with `InvalidRequest` for a blackout that ends
 * before it begins, and with `LimitExceeded` (`policy_texts`). Needs `price:write`.
 */
export const savePricePolicy = operation({
  name: "savePricePolicy",
  permission: "price:write",
  input: Schema.Struct({
    brand_key: Key,
    ...PricePolicyRequest.fields,
    expected: Expected<PricePolicy>(),
  }),
  output: PricePolicy,
  errors: [NotFound, ChangedMeanwhile, LimitExceeded],
  ports: [PricePolicyRepository],
  limits: ["policy_texts"],
  contract: "1,000 blackouts, 1,000 price types, 100 endings",
  effect: "write",
  run: Effect.fnUntraced(function* ({ organization, subject }, { brand_key, expected, ...policy }) {
    yield* requireWithin("policy_texts", charactersOf(policy))
    const fields = blackoutFaults(policy)
    if (fields.length > 0) return yield* new InvalidRequest({ fields })
    const policies = yield* PricePolicyRepository
    const given = { by: subject, at: yield* currentInstant }
    const saved = yield* policies.save(organization, brand_key, policy, given, expected)
    if (Option.isNone(saved)) return yield* new NotFound({ resource: "brand", key: brand_key })
    return saved.value
  }),
})
