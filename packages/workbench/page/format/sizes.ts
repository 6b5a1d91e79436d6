const natural = new Intl.Collator(undefined, { numeric: true })

/** Where a size of letters stands: XS before S before M before XL, which is 1XL, before 2XL. */
const rankOf = (size: string): number | undefined => {
  const [, count, extra = "", letter] = /^(\d{0,2})(X*)([SML])$/i.exec(size.trim()) ?? []
  if (letter === undefined) return undefined
  const times = count ? Number(count) : extra.length
  return { S: -1 - times, M: 0, L: 1 + times }[letter.toUpperCase()]
}

/** The order of sizes as people look for them: letters first, by their meaning; others as words with numbers in them. */
export const compareSizes = (a: string, b: string): number => {
  const [x, y] = [rankOf(a), rankOf(b)]
  if (x === undefined || y === undefined) return x === y ? natural.compare(a, b) : x === undefined ? 1 : -1
  return x - y
}

/** The order of other texts, "10" after "9". */
export const compareNatural = natural.compare
