import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Schema from "effect/Schema"
import { basePriceList } from "../kernel/basePriceList.ts"
import { Expected } from "../kernel/Expected.ts"
import { BatchBusy, ChangedMeanwhile, LimitExceeded, NotFound } from "../kernel/errors.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { ListPolicy } from "./ListPolicy.ts"
import { PriceListRefused } from "./PriceListRefused.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import { readPriceLists, requireList } from "./readPriceLists.ts"
import { requirePolicy } from "./requirePolicy.ts"

/**
 * Gives a list guard rails of its own, all of them anew, and keeps who did so when. Each goes before the one of the brand; what is
 * left out is the brand's. Fails with `NotFound` for an unknown list, `PriceListRefused` for `base`, whose prices have those of
 * brands, `ChangedMeanwhile` where `expected` refuses the policy as it is, `InvalidRequest` for a blackout that ends before it begins,
 * and `LimitExceeded` (`policy_texts`). Needs `price:write`.
 */
export const savePriceListPolicy = operation({
  name: "savePriceListPolicy",
  permission: "price:write",
  input: Schema.Struct({ price_list: Key, ...ListPolicy.fields, expected: Expected<ListPolicy>() }),
  output: ListPolicy,
  errors: [NotFound, PriceListRefused, ChangedMeanwhile, LimitExceeded, BatchBusy],
  ports: [PriceListRepository, Transaction],
  limits: ["policy_texts"],
  effect: "write",
  run: Effect.fnUntraced(function* (principal, { price_list, expected, ...policy }) {
    yield* requirePolicy(policy)
    const { organization, subject: by } = principal
    const { atomically } = yield* Transaction
    const { lock, savePolicy } = yield* PriceListRepository
    const save = Effect.gen(function* () {
      yield* lock(organization)
      const lists = yield* readPriceLists(organization, false, price_list)
      const { policy: before = {} } = yield* requireList(principal, lists, price_list)
      if (price_list === basePriceList)
        return yield* new PriceListRefused({ price_list, refusal: { reason: "base_policy" } })
      if (expected?.(before) === false)
        return yield* new ChangedMeanwhile({ resource: "price policy", key: price_list })
      if (!Equal.equals(before, policy))
        yield* savePolicy(organization, price_list, policy, { by, at: yield* currentInstant })
      return policy
    })
    return yield* atomically(save)
  }),
})
