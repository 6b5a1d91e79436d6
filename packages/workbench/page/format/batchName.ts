/** How many characters the name of a batch has at most. */
export const longestName = 200

/** What is wrong with the name of a batch; undefined where it can be given. */
export const nameFault = (name: string): string | undefined => {
  const { length } = Array.from(name.trim())
  return length > longestName
    ? `A name has at most ${longestName} characters; this has ${length}. Make it shorter.`
    : undefined
}

/** A name that the page gives, shortened by whole words where it is too long: an ellipsis says so. */
export const shortenedName = (name: string): string => {
  const characters = Array.from(name.trim())
  if (characters.length <= longestName) return characters.join("")
  const start = characters.slice(0, longestName - 1).join("")
  const isWhole = /\s/u.test(characters[longestName - 1]!)
  // a single word of such a length has no end to find
  return `${isWhole ? start : start.replace(/\s+\S*$/u, "")}…`
}
