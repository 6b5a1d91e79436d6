import * as Effect from "effect/Effect"
import { BatchBusy, NotFound } from "../kernel/errors.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { operation } from "../kernel/operation.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { mostPriceLists, NewPriceList, type Placement, PriceList, type StoredPriceList } from "./PriceList.ts"
import { type ListRefusal, PriceListRefused } from "./PriceListRefused.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import { readPriceLists, requireList } from "./readPriceLists.ts"
import { archivedParent, placed, placementRefusal } from "./rules/placementRefusal.ts"
import { shownList } from "./rules/shownList.ts"

/**
 * Makes a price list, below another one from now on. Fails with `NotFound` for an unknown parent, and with `PriceListRefused`: a
 * key that is taken, a parent of another currency or archived, too many levels or lists. Needs `price:write`.
 */
export const createPriceList = operation({
  name: "createPriceList",
  permission: "price:write",
  input: NewPriceList,
  output: PriceList,
  errors: [NotFound, PriceListRefused, BatchBusy],
  ports: [PriceListRepository, Transaction],
  limits: [],
  effect: "write",
  run: Effect.fnUntraced(function* (principal, { parent, ...named }) {
    const { organization, subject: by } = principal
    const { atomically } = yield* Transaction
    const { lock, save } = yield* PriceListRepository
    const refuse = (refusal: ListRefusal) =>
      Effect.fail(new PriceListRefused({ price_list: named.price_list, refusal }))
    const create = Effect.gen(function* () {
      yield* lock(organization)
      const lists = yield* readPriceLists(organization)
      if (lists.has(named.price_list)) return yield* refuse({ reason: "exists" })
      if (lists.size >= mostPriceLists) return yield* refuse({ reason: "too_many", most: mostPriceLists })
      if (parent !== null) yield* requireList(principal, lists, parent)
      const at = yield* currentInstant
      const placement: Placement = { effective_at: at, parent, archived: false, known_at: at, by }
      const list: StoredPriceList = { ...named, created: { at, by }, placements: [] }
      const refusal = archivedParent(lists, list, placement) ?? placementRefusal(lists, list, placement)
      if (refusal !== undefined) return yield* refuse(refusal)
      yield* save(organization, list, placement)
      return shownList(placed(list, placement), at)
    })
    return yield* atomically(create)
  }),
})
