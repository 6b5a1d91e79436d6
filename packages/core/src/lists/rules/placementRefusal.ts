import { type Instant, instantToExactText } from "../../kernel/Instant.ts"
import { mostLevels, type Placement, type StoredPriceList } from "../PriceList.ts"
import type { ListRefusal } from "../PriceListRefused.ts"
import { type ListsByKey, listChain } from "./listChain.ts"
import { isArchived } from "./placementAt.ts"

/** A list with one more placement, in its order. */
export const placed = (list: StoredPriceList, placement: Placement): StoredPriceList => ({
  ...list,
  placements: [...list.placements, placement].sort((a, b) => a.effective_at - b.effective_at),
})

/** Every instant from one on at which some list comes to stand elsewhere. */
const instantsFrom = (lists: ListsByKey, from: Instant): ReadonlyArray<Instant> => [
  ...new Set([
    from,
    ...[...lists.values()]
      .flatMap(({ placements }) => placements.map(({ effective_at }) => effective_at))
      .filter((at) => at > from)
      .sort((a, b) => a - b),
  ]),
]

const treeRefusal = (lists: ListsByKey, first: string, at: Instant): ListRefusal | undefined => {
  const from = instantToExactText(at)
  for (const key of [first, ...lists.keys()]) {
    const path = listChain(lists, key, at).map(({ price_list }) => price_list)
    if (path.length > new Set(path).size) return { reason: "cycle", from, path }
    if (path.length > mostLevels) return { reason: "too_deep", from, path, most: mostLevels }
  }
  return undefined
}

/** Why a list may not come to stand below one that is archived then: undefined where it may, or stands below it then or just before. */
export const archivedParent = (
  lists: ListsByKey,
  { placements }: StoredPriceList,
  { effective_at: at, parent }: Placement,
): ListRefusal | undefined => {
  const stands = [
    placements.findLast(({ effective_at }) => effective_at <= at),
    placements.findLast(({ effective_at }) => effective_at < at),
  ].some((place) => place?.parent === parent)
  return parent === null || stands || !isArchived(lists.get(parent), at)
    ? undefined
    : { reason: "archived", parent }
}

/**
 * Why a list may not come to stand somewhere; undefined where it may. A parent has the same currency;
 * at no instant from then on, whatever else is scheduled, does a list stand below itself, or more than `mostLevels` one above another.
 */
export const placementRefusal = (
  lists: ListsByKey,
  list: StoredPriceList,
  placement: Placement,
): ListRefusal | undefined => {
  const { effective_at: at } = placement
  const parent = lists.get(placement.parent ?? "")
  if (parent !== undefined && list.currency !== null) {
    const { price_list, currency } = parent
    if (currency !== list.currency)
      return {
        reason: "other_currency",
        currency: list.currency,
        parent: price_list,
        parent_currency: currency,
      }
  }
  const after = new Map(lists).set(list.price_list, placed(list, placement))
  for (const instant of instantsFrom(after, at)) {
    const refusal = treeRefusal(after, list.price_list, instant)
    if (refusal !== undefined) return refusal
  }
  return undefined
}
