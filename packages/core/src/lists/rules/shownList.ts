import { basePriceList } from "../../kernel/basePriceList.ts"
import { type Instant, instantToExactText, instantToText } from "../../kernel/Instant.ts"
import { type Principal, seesPriceList } from "../../kernel/Principal.ts"
import type { PriceList, PriceListPlace, StoredPriceList } from "../PriceList.ts"
import type { ListsByKey } from "./listChain.ts"
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

/** The same to a caller: lists above it that they are not bound to are not named, and a place that differs by them alone is passed over. */
export const shownTo =
  (principal: Principal) =>
  (list: StoredPriceList, now: Instant): PriceList => {
    const places = list.placements.map((place) =>
      place.parent === null || seesPriceList(principal, place.parent) ? place : { ...place, parent: null },
    )
    const { upcoming, ...shown } = shownList({ ...list, placements: places }, now)
    const isOther = ({ parent, archived }: PriceListPlace, index: number) => {
      const before = upcoming[index - 1] ?? shown
      return parent !== before.parent || archived !== before.archived
    }
    return { ...shown, upcoming: principal.priceLists === undefined ? upcoming : upcoming.filter(isOther) }
  }
