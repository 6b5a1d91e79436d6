import type { Instant } from "../../kernel/Instant.ts"
import { type ListsByKey, listChain } from "./listChain.ts"
import { placementAt } from "./placementAt.ts"

/** A list that a price is looked for in; an archived one has no price of its own. */
export interface LookedIn {
  readonly price_list: string
  readonly archived: boolean
}

/** Where the prices of a list are looked for at an instant, it first: by the placements of that instant, `knownAt`: those known then. */
export const listsLookedIn = (
  lists: ListsByKey,
  key: string,
  at: Instant,
  knownAt?: Instant,
): ReadonlyArray<LookedIn> =>
  listChain(lists, key, at, knownAt).map((list) => ({
    price_list: list.price_list,
    archived: placementAt(list, at, knownAt)?.archived ?? false,
  }))

/** Those of them that have prices of their own. */
export const openLists = (looked: ReadonlyArray<LookedIn>): ReadonlyArray<string> =>
  looked.filter(({ archived }) => !archived).map(({ price_list }) => price_list)
