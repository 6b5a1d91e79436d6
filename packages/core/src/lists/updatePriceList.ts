import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { BatchBusy, ChangedMeanwhile, NotFound } from "../kernel/errors.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { PriceList, PriceListChange, PriceListExpected } from "./PriceList.ts"
import { PriceListRefused } from "./PriceListRefused.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import { planPlace } from "./planPlace.ts"
import { readPriceLists, requireList } from "./readPriceLists.ts"
import { placed } from "./rules/placementRefusal.ts"
import { shownList } from "./rules/shownList.ts"

/**
 * Changes a price list; what is not said stays. Another parent, or being archived, holds from `effective_from` on, and changes the
 * prices that all lists below fall back to: saying again what held, from the same instant on, takes it back. What was said of a
 * later instant follows, up to what speaks of the same member itself. Fails with `NotFound` for an unknown
 * list or parent, `PriceListRefused`, `ChangedMeanwhile` where `expected` refuses the list as it is, and `InvalidRequest` for an instant in the past. Needs
 * `price:write`.
 */
export const updatePriceList = operation({
  name: "updatePriceList",
  permission: "price:write",
  input: Schema.Struct({ price_list: Key, ...PriceListChange.fields, expected: PriceListExpected }),
  output: PriceList,
  errors: [NotFound, PriceListRefused, ChangedMeanwhile, BatchBusy],
  ports: [PriceListRepository, Transaction],
  limits: [],
  effect: "write",
  run: Effect.fnUntraced(function* (principal, { price_list, expected, ...change }) {
    const { organization } = principal
    const { atomically } = yield* Transaction
    const { lock, save } = yield* PriceListRepository
    const update = Effect.gen(function* () {
      yield* lock(organization)
      const now = yield* currentInstant
      const lists = yield* readPriceLists(organization)
      const list = yield* requireList(principal, lists, price_list)
      if (expected !== undefined && !expected(shownList(list, now)))
        return yield* new ChangedMeanwhile({ resource: "price list", key: price_list })
      const { placements } = yield* planPlace(principal, lists, list, change, now)
      const { name = list.name, currency = list.currency, tags = list.tags } = change
      const changed = { ...list, name, currency, tags }
      for (const placement of placements.length === 0 ? [null] : placements)
        yield* save(organization, changed, placement)
      return shownList(placements.reduce(placed, changed), now)
    })
    return yield* atomically(update)
  }),
})
