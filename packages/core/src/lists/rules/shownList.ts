import { basePriceList } from "../../kernel/basePriceList.ts"
import { type Instant, instantToExactText, textOrNull } from "../../kernel/Instant.ts"
import { type Principal, seesPriceList } from "../../kernel/Principal.ts"
import type { Placement, PriceList, StoredPriceList } from "../PriceList.ts"
import { type ListsByKey, listChain } from "./listChain.ts"
import { movesAbove } from "./listSpans.ts"
import { placementAt, standsAt } from "./placementAt.ts"

/** The list that every organization has. */
const base: StoredPriceList = {
  price_list: basePriceList,
  name: "Base",
  currency: null,
  tags: {},
  created: null,
  placements: [],
}

/** Lists by their keys, `base` among them. */
export const withBase = (saved: ReadonlyArray<StoredPriceList>): ListsByKey =>
  new Map([base, ...saved].map((list) => [list.price_list, list]))

/** A list as it stands at a moment. */
export const shownList = (
  { created, placements, policy: _, ...list }: StoredPriceList,
  now: Instant,
): PriceList => {
  const instants = [...new Set(placements.map(({ effective_at }) => effective_at))].filter((at) => at > now)
  const stands = (at: Instant) => {
    const { parent, archived } = standsAt({ placements }, at)
    return { parent, archived }
  }
  return {
    ...list,
    ...stands(now),
    upcoming: instants.map((at) => ({ effective_from: instantToExactText(at), ...stands(at) })),
    created_at: textOrNull(created?.at),
    created_by: created?.by ?? null,
  }
}

/** Where a list stands below those alone that a caller sees: lists between are passed over, and so is a place that differs by them alone. */
const placesSeenBy = (
  principal: Principal,
  lists: ListsByKey,
  { price_list, placements }: StoredPriceList,
): ReadonlyArray<Placement> => {
  return movesAbove(lists, price_list)
    .flatMap((effective_at): Placement | [] => {
      const place = placementAt({ placements }, effective_at)
      const [, ...chain] = listChain(lists, price_list, effective_at)
      const parent = chain.find((list) => seesPriceList(principal, list.price_list))?.price_list ?? null
      return place === undefined ? [] : { ...place, effective_at, parent }
    })
    .filter(({ parent, archived }, index, places) => {
      const before = places[index - 1]
      return before === undefined || parent !== before.parent || archived !== before.archived
    })
}

/** The same to a caller. */
export const shownTo =
  (principal: Principal, lists: ListsByKey) =>
  (list: StoredPriceList, now: Instant): PriceList =>
    shownList(
      principal.priceLists === undefined
        ? list
        : { ...list, placements: placesSeenBy(principal, lists, list) },
      now,
    )
