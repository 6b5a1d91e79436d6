import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Expected } from "../kernel/Expected.ts"
import { ChangedMeanwhile, LimitExceeded, NotFound } from "../kernel/errors.ts"
import { requireFound } from "../kernel/faults.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { PricePolicy } from "../lists/PricePolicy.ts"
import { requirePolicy } from "../lists/requirePolicy.ts"
import { PricePolicyRepository } from "./PricePolicyRepository.ts"
import { PricePolicyRequest } from "./PricePolicyRequest.ts"

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
  effect: "write",
  run: Effect.fnUntraced(function* ({ organization, subject }, { brand_key, expected, ...policy }) {
    yield* requirePolicy(policy)
    const policies = yield* PricePolicyRepository
    const given = { by: subject, at: yield* currentInstant }
    const saved = policies.save(organization, brand_key, policy, given, expected)
    return yield* requireFound(saved, "brand", brand_key)
  }),
})
