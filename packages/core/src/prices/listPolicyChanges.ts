import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { NotFound } from "../kernel/errors.ts"
import { requireFound } from "../kernel/faults.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { PolicyHistoryPage, PolicyHistoryQuery } from "../lists/PricePolicy.ts"
import { policyPage } from "../lists/policyPage.ts"
import { PricePolicyRepository } from "./PricePolicyRepository.ts"

/**
 * The policies that a brand was given, the newest first, with who gave each when. Fails with `NotFound` for an unknown brand.
 * Needs `price:read`.
 */
export const listPolicyChanges = operation({
  name: "listPolicyChanges",
  permission: "price:read",
  input: Schema.Struct({ brand_key: Key, ...PolicyHistoryQuery.fields }),
  output: PolicyHistoryPage,
  errors: [NotFound],
  ports: [PricePolicyRepository],
  limits: [],
  effect: "read",
  run: Effect.fnUntraced(function* ({ organization }, { brand_key, limit, after }) {
    const { history } = yield* PricePolicyRepository
    const found = history(organization, brand_key, { limit: limit + 1, after })
    return policyPage(yield* requireFound(found, "brand", brand_key), limit)
  }),
})
