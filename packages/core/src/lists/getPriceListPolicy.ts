import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { NotFound } from "../kernel/errors.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { ListPolicy } from "./ListPolicy.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import { readPriceLists, requireList } from "./readPriceLists.ts"

/** The guard rails that a list has of its own. Fails with `NotFound` for an unknown list. Needs `price:read`. */
export const getPriceListPolicy = operation({
  name: "getPriceListPolicy",
  permission: "price:read",
  input: Schema.Struct({ price_list: Key }),
  output: ListPolicy,
  errors: [NotFound],
  ports: [PriceListRepository],
  limits: [],
  effect: "read",
  forBound: true,
  run: Effect.fnUntraced(function* (principal, { price_list }) {
    const lists = yield* readPriceLists(principal.organization, false, price_list)
    const { policy = {} } = yield* requireList(principal, lists, price_list)
    return policy
  }),
})
