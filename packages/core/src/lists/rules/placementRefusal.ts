import { type Instant, instantToExactText } from "../../kernel/Instant.ts"
import {
  mostLevels,
  mostPlaces,
  mostPlacesToCome,
  type Placement,
  type StoredPriceList,
} from "../PriceList.ts"
import type { ListRefusal } from "../PriceListRefused.ts"
import { type ListsByKey, listChain } from "./listChain.ts"
import { listsEverAbove, movesAbove } from "./listSpans.ts"
import { isArchived } from "./placementAt.ts"

/** A list with one more placement, in its order. */
export const placed = (list: StoredPriceList, placement: Placement): StoredPriceList => ({
  ...list,
  placements: [...list.placements, placement].sort((a, b) => a.effective_at - b.effective_at),
})

/** Why where a list stands at an instant may not be. */
const chainRefusal = (lists: ListsByKey, key: string, at: Instant): ListRefusal | undefined => {
  const from = instantToExactText(at)
  const path = listChain(lists, key, at).map(({ price_list }) => price_list)
  if (path.length > new Set(path).size) return { reason: "cycle", from, path }
  return path.length > mostLevels ? { reason: "too_deep", from, path, most: mostLevels } : undefined
}

/**
 * The first refusal from an instant on, of several then that of the list itself, among it and those that ever stand below it: of each only
 * where it, or one that ever stands above it, comes to stand elsewhere.
 */
const treeRefusal = (lists: ListsByKey, first: string, from: Instant): ListRefusal | undefined => {
  let found: { readonly at: Instant; readonly refusal: ListRefusal } | undefined
  for (const key of [first, ...lists.keys()]) {
    if (!listsEverAbove(lists, key).has(first)) continue
    for (const at of [from, ...movesAbove(lists, key).filter((move) => move > from)]) {
      if (found !== undefined && at >= found.at) break
      const refusal = chainRefusal(lists, key, at)
      if (refusal !== undefined) found = { at, refusal }
    }
  }
  return found?.refusal
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
 * Why a list may not come to stand somewhere; undefined where it may. It has `mostPlaces` at most, but for one more in which it is archived, and its places to come begin at `mostPlacesToCome` instants; a parent has the same currency;
 * at no instant from then on, whatever else is scheduled, does a list stand below itself, or more than `mostLevels` one above another.
 */
export const placementRefusal = (
  lists: ListsByKey,
  list: StoredPriceList,
  placement: Placement,
): ListRefusal | undefined => {
  const { effective_at: at, known_at, archived } = placement
  if (list.placements.length >= mostPlaces && (!archived || isArchived(list, at)))
    return { reason: "too_many_places", most: mostPlaces }
  const toCome = new Set(list.placements.flatMap(({ effective_at: each }) => (each > known_at ? [each] : [])))
  if (at > known_at && !toCome.has(at) && toCome.size >= mostPlacesToCome)
    return { reason: "too_many_to_come", most: mostPlacesToCome }
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
  return treeRefusal(new Map(lists).set(list.price_list, placed(list, placement)), list.price_list, at)
}
