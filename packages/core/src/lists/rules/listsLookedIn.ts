import type { Instant } from "../../kernel/Instant.ts"
import { type ListsByKey, listChain } from "./listChain.ts"
import { isArchived } from "./placementAt.ts"

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
    archived: isArchived(list, at, knownAt),
  }))

/** Those of them that have prices of their own. */
export const openLists = (looked: ReadonlyArray<LookedIn>): ReadonlyArray<string> =>
  looked.filter(({ archived }) => !archived).map(({ price_list }) => price_list)

/** A list whose prices are looked for in another one too, and where they are looked for before that: in itself first. */
export interface ListBelow {
  readonly price_list: string
  readonly before: ReadonlyArray<string>
}

/** The lists that stand below one at an instant, by key; archived ones have no prices, and nothing stands below what is archived. */
export const listsBelow = (lists: ListsByKey, key: string, at: Instant): ReadonlyArray<ListBelow> =>
  [...lists.keys()].flatMap((price_list) => {
    const looked = listsLookedIn(lists, price_list, at)
    const open = openLists(looked)
    const place = open.indexOf(key)
    return place < 1 || open[0] !== price_list ? [] : [{ price_list, before: open.slice(0, place) }]
  })
