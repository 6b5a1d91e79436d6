import type { PriceList } from "@hangtag/client"

type Placed = Pick<PriceList, "price_list" | "name" | "parent">

/** Lists with how many stand above each, below the one that they fall back to, by name. */
export const listTree = <List extends Placed>(
  lists: ReadonlyArray<List>,
): ReadonlyArray<{ readonly list: List; readonly depth: number }> => {
  const known = new Set(lists.map(({ price_list }) => price_list))
  // what stands below a list that is not shown stands at the top
  const below = Map.groupBy(lists, ({ parent }) => (parent !== null && known.has(parent) ? parent : null))
  const under = (parent: string | null, depth: number): ReturnType<typeof listTree<List>> =>
    [...(below.get(parent) ?? [])]
      .sort((a, b) => a.name.localeCompare(b.name))
      .flatMap((list) => [{ list, depth }, ...under(list.price_list, depth + 1)])
  return under(null, 0)
}

/** The names of the lists whose prices a list shows where it has none, the nearest first. */
export const fallsBackTo = (lists: ReadonlyArray<Placed>, key: string): ReadonlyArray<string> => {
  const byKey = new Map(lists.map((list) => [list.price_list, list]))
  const names: Array<string> = []
  for (let list = byKey.get(key); list?.parent != null && names.length < lists.length; ) {
    list = byKey.get(list.parent)
    if (list !== undefined) names.push(list.name)
  }
  return names
}
