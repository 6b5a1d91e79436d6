import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { NotFound } from "../kernel/errors.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { ListPolicyHistoryPage } from "./ListPolicy.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import { PolicyHistoryQuery } from "./PricePolicy.ts"
import { policyPage } from "./policyPage.ts"
import { readPriceLists, requireList } from "./readPriceLists.ts"

/**
 * The policies that a list was given, the newest first, with who gave each when. Fails with `NotFound` for an unknown list. Needs
 * `price:read`.
 */
export const listPriceListPolicyChanges = operation({
  name: "listPriceListPolicyChanges",
  permission: "price:read",
  input: Schema.Struct({ price_list: Key, ...PolicyHistoryQuery.fields }),
  output: ListPolicyHistoryPage,
  errors: [NotFound],
  ports: [PriceListRepository],
  limits: [],
  effect: "read",
  run: Effect.fnUntraced(function* (principal, { price_list, limit, after }) {
    const { organization } = principal
    yield* requireList(principal, yield* readPriceLists(organization, false, price_list), price_list)
    const { policies } = yield* PriceListRepository
    return policyPage(yield* policies(organization, price_list, { limit: limit + 1, after }), limit)
  }),
})
