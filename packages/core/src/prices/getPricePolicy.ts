import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { NotFound } from "../kernel/errors.ts"
import { requireFound } from "../kernel/faults.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { PricePolicy } from "../lists/PricePolicy.ts"
import { PricePolicyRepository } from "./PricePolicyRepository.ts"

/** The guard rails of a brand's prices. Fails with `NotFound` for an unknown brand. Needs `price:read`. */
export const getPricePolicy = operation({
  name: "getPricePolicy",
  permission: "price:read",
  input: Schema.Struct({ brand_key: Key }),
  output: PricePolicy,
  errors: [NotFound],
  ports: [PricePolicyRepository],
  limits: [],
  effect: "read",
  run: Effect.fnUntraced(function* ({ organization }, { brand_key }) {
    const policies = yield* PricePolicyRepository
    const { policy } = yield* requireFound(policies.find(organization, brand_key), "brand", brand_key)
    return policy
  }),
})
