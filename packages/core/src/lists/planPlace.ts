import * as Effect from "effect/Effect"
import { basePriceList } from "../kernel/basePriceList.ts"
import { invalidValue } from "../kernel/faults.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import { momentIn } from "../kernel/momentIn.ts"
import type { Principal } from "../kernel/Principal.ts"
import type { Placement, PriceListChange, StoredPriceList } from "./PriceList.ts"
import { type ListRefusal, PriceListRefused } from "./PriceListRefused.ts"
import { requireList } from "./readPriceLists.ts"
import type { ListsByKey } from "./rules/listChain.ts"
import { standsAt } from "./rules/placementAt.ts"
import { archivedParent, placed, placementRefusal } from "./rules/placementRefusal.ts"
import { placementsAfter } from "./rules/placementsAfter.ts"

/** Where the list comes to stand, and what follows from that; none where nothing is said of that, or nothing else than what holds. */
const placementsOf = (
  list: StoredPriceList,
  change: Pick<PriceListChange, "parent" | "archived">,
  effective_at: Placement["effective_at"],
  said: Pick<Placement, "known_at" | "by">,
): ReadonlyArray<Placement> => {
  const before = standsAt(list, effective_at)
  const { parent = before.parent, archived = before.archived } = change
  if (parent === before.parent && archived === before.archived) return []
  const placement = { effective_at, parent, archived, ...said }
  return [placement, ...placementsAfter(list, placement)]
}

const refusalOf = (
  lists: ListsByKey,
  list: StoredPriceList,
  currency: string | undefined,
  [placement, ...following]: ReadonlyArray<Placement>,
): ListRefusal | undefined => {
  if (currency !== undefined && list.currency !== null && currency !== list.currency)
    return { reason: "currency_set", currency: list.currency }
  if (placement === undefined) return undefined
  if (list.price_list === basePriceList) return { reason: "base" }
  return (
    archivedParent(lists, list, placement) ??
    placementRefusal(lists, following.reduce(placed, list), placement)
  )
}

/**
 * From when on a list would stand where a change says, and the placements that say so: none where that holds anyway. Fails with `NotFound` for
 * an unknown parent, with `PriceListRefused`, and with `InvalidRequest` for an instant in the past.
 */
export const planPlace = Effect.fnUntraced(function* (
  principal: Principal,
  lists: ListsByKey,
  list: StoredPriceList,
  change: Pick<PriceListChange, "parent" | "archived" | "currency" | "effective_from">,
  now: BrandedInstant,
) {
  const { effective_from, parent, currency } = change
  const from = effective_from === null ? now : yield* momentIn("UTC", "effective_from", effective_from)
  if (from < now)
    return yield* invalidValue("effective_from", effective_from, "effective_from should not lie in the past")
  if (parent != null) yield* requireList(principal, lists, parent)
  const placements = placementsOf(list, change, from, { known_at: now, by: principal.subject })
  const refusal = refusalOf(lists, list, currency, placements)
  return refusal === undefined
    ? { from, placements }
    : yield* new PriceListRefused({ price_list: list.price_list, refusal })
})
