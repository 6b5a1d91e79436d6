import { basePriceList } from "../../kernel/basePriceList.ts"
import { type Instant, instantToExactText, instantToText } from "../../kernel/Instant.ts"
import { type Principal, seesPriceList } from "../../kernel/Principal.ts"
import type { Placement, PriceList, StoredPriceList } from "../PriceList.ts"
import { type ListsByKey, listChain } from "./listChain.ts"
import { listsEverAbove } from "./listSpans.ts"
import { placementAt } from "./placementAt.ts"

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
  const place = placementAt({ placements }, now)
  const instants = [...new Set(placements.map(({ effective_at }) => effective_at))].filter((at) => at > now)
  return {
    ...list,
    parent: place?.parent ?? null,
    archived: place?.archived ?? false,
    upcoming: instants.map((at) => {
      const { parent, archived } = placementAt({ placements }, at)!
      return { effective_from: instantToExactText(at), parent, archived }
    }),
    created_at: created === null ? null : instantToText(created.at),
    created_by: created?.by ?? null,
  }
}

/** Where a list stands below those alone that a caller sees: lists between are passed over, and so is a place that differs by them alone. */
const placesSeenBy = (
  principal: Principal,
  lists: ListsByKey,
  { price_list, placements }: StoredPriceList,
): ReadonlyArray<Placement> => {
  const above = [...listsEverAbove(lists, price_list)].flatMap((key) => lists.get(key)?.placements ?? [])
  const instants = [...new Set(above.map(({ effective_at }) => effective_at))].sort((a, b) => a - b)
  return instants
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
