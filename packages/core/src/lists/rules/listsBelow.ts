import type { Instant } from "../../kernel/Instant.ts"
import type { ListsByKey } from "./listChain.ts"
import { listsLookedIn, openLists } from "./listsLookedIn.ts"

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
