/** Longer ones are no misspelling of a name that we have. */
const longest = 64

/** Letters to change, add, drop or swap to make one text of the other. */
const distance = (a: string, b: string): number => {
  let [before, row] = [
    new Array<number>(b.length + 1).fill(0),
    Array.from({ length: b.length + 1 }, (_, j) => j),
  ]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(
        Math.min(
          row[j]! + 1,
          next[j - 1]! + 1,
          row[j - 1]! + (same ? 0 : 1),
          swapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = row
    row = next
  }
  return row[b.length]!
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, "")

/**
 * The known name that a misspelt one most likely means; undefined where none is near: a third of its letters differ at
 * most, and three, or it begins the known one.
 */
export const nearestName = (name: string, known: Iterable<string>): string | undefined => {
  if (name.length > longest) return undefined
  const asked = plain(name)
  let nearest: { readonly name: string; readonly distance: number } | undefined
  for (const each of known) {
    const candidate = plain(each)
    const begins = asked.length >= 3 && candidate.startsWith(asked)
    const away = begins ? 1 : distance(asked, candidate)
    if (away > Math.min(3, Math.floor(asked.length / 3))) continue
    if (nearest === undefined || away < nearest.distance) nearest = { name: each, distance: away }
  }
  return nearest?.name
}
