/** How many characters the name of a batch has at most. */
export const longestName = 200

/** What is wrong with the name of a batch; undefined where it can be given. */
export const nameFault = (name: string): string | undefined => {
  const { length } = name.trim()
  return length > longestName
    ? `A name has at most ${longestName} characters; this has ${length}. Make it shorter.`
    : undefined
}
