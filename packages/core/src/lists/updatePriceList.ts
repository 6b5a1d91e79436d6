import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { basePriceList } from "../kernel/basePriceList.ts"
import { currentInstant } from "../kernel/currentInstant.ts"
import { BatchBusy, ChangedMeanwhile, InvalidRequest, NotFound } from "../kernel/errors.ts"
import { valueFault } from "../kernel/faults.ts"
import type { Instant } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { effectiveInstant } from "../kernel/rules/effectiveInstant.ts"
import { Transaction } from "../kernel/Transaction.ts"
import {
  type Placement,
  PriceList,
  PriceListChange,
  PriceListExpected,
  type StoredPriceList,
} from "./PriceList.ts"
import { type ListRefusal, PriceListRefused } from "./PriceListRefused.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import { readPriceLists, requireList } from "./readPriceLists.ts"
import type { ListsByKey } from "./rules/listChain.ts"
import { placementAt } from "./rules/placementAt.ts"
import { placed, placementRefusal } from "./rules/placementRefusal.ts"
import { shownList } from "./rules/shownList.ts"

/** Where the list comes to stand; null where nothing is said of that, or nothing else than what holds. */
const placementOf = (
  list: StoredPriceList,
  { parent, archived }: PriceListChange,
  effective_at: Placement["effective_at"],
  said: Pick<Placement, "known_at" | "by">,
): Placement | null => {
  const before = placementAt(list, effective_at)
  const place = {
    parent: parent === undefined ? (before?.parent ?? null) : parent,
    archived: archived ?? before?.archived ?? false,
  }
  const isAsBefore =
    place.parent === (before?.parent ?? null) && place.archived === (before?.archived ?? false)
  return isAsBefore ? null : { effective_at, ...place, ...said }
}

const refusalOf = (
  lists: ListsByKey,
  list: StoredPriceList,
  { currency }: PriceListChange,
  placement: Placement | null,
): ListRefusal | undefined => {
  if (currency !== undefined && list.currency !== null && currency !== list.currency)
    return { reason: "currency_set", currency: list.currency }
  if (placement === null) return undefined
  if (list.price_list === basePriceList) return { reason: "base" }
  return placementRefusal(lists, list, placement)
}

const notPast = (effective_from: string | null, now: Instant) => {
  const at = effective_from === null ? now : effectiveInstant(effective_from, "UTC")!
  return at >= now
    ? undefined
    : valueFault(["effective_from"], effective_from, "effective_from should not lie in the past")
}

/**
 * Changes a price list; what is not said stays. Another parent, or being archived, holds from `effective_from` on, and changes the
 * prices that all lists below fall back to: saying again what held, from the same instant on, takes it back. Fails with `NotFound` for an unknown
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
  contract: "one list",
  effect: "write",
  run: Effect.fnUntraced(function* (principal, { price_list, expected, ...change }) {
    const { organization, subject: by } = principal
    const { atomically } = yield* Transaction
    const { lock, save } = yield* PriceListRepository
    const update = Effect.gen(function* () {
      yield* lock(organization)
      const now = yield* currentInstant
      const lists = yield* readPriceLists(organization)
      const list = yield* requireList(principal, lists, price_list)
      if (expected !== undefined && !expected(shownList(list, now)))
        return yield* new ChangedMeanwhile({ resource: "price list", key: price_list })
      const past = notPast(change.effective_from, now)
      if (past !== undefined) return yield* new InvalidRequest({ fields: [past] })
      if (change.parent != null) yield* requireList(principal, lists, change.parent)
      const from = change.effective_from === null ? now : effectiveInstant(change.effective_from, "UTC")!
      const placement = placementOf(list, change, from, { known_at: now, by })
      const refusal = refusalOf(lists, list, change, placement)
      if (refusal !== undefined) return yield* new PriceListRefused({ price_list, refusal })
      const { name = list.name, currency = list.currency, tags = list.tags } = change
      const changed = { ...list, name, currency, tags }
      yield* save(organization, changed, placement)
      return shownList(placement === null ? changed : placed(changed, placement), now)
    })
    return yield* atomically(update)
  }),
})
