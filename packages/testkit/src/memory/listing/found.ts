import { type Found, mostCounted } from "@hangtag/core"

/** A page of what there is in order: the first `limit` behind the place, and how many there are in all. */
export const found = <Item>(
  all: ReadonlyArray<Item>,
  limit: number,
  isBehind: (item: Item) => boolean,
): Found<Item> => {
  const rest = all.filter(isBehind)
  return {
    items: rest.slice(0, limit),
    total: Math.min(all.length, mostCounted + 1),
    isEnd: rest.length <= limit,
  }
}
