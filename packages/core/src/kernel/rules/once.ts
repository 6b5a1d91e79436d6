/** Does it once for all that have one name, and gives them the same. */
export const once = <Item, Result>(
  of: (item: Item) => Result,
  nameOf: (item: Item) => unknown = (item) => item,
): ((item: Item) => Result) => {
  const known = new Map<unknown, Result>()
  return (item) => {
    const name = nameOf(item)
    const found = known.get(name) ?? of(item)
    known.set(name, found)
    return found
  }
}
