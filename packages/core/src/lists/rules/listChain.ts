import type { Instant } from "../../kernel/Instant.ts"
import type { StoredPriceList } from "../PriceList.ts"
import { standsAt } from "./placementAt.ts"

/** Lists by their keys. */
export type ListsByKey = ReadonlyMap<string, StoredPriceList>

/** A list with the lists above it at an instant, it first; where one stands below itself, that one ends it a second time. */
export const listChain = (
  lists: ListsByKey,
  key: string,
  at: Instant,
  knownAt?: Instant,
): ReadonlyArray<StoredPriceList> => {
  const chain: Array<StoredPriceList> = []
  let list = lists.get(key)
  while (list !== undefined) {
    const isAgain = chain.includes(list)
    chain.push(list)
    if (isAgain) break
    list = lists.get(standsAt(list, at, knownAt).parent ?? "")
  }
  return chain
}
