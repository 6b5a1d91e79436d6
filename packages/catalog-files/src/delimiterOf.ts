const delimiters = [",", ";", "\t", "|"]

/** What separates the columns: what Excel wrote into a line before them, else what stands most often in the first line that is not blank, outside quotes. */
export const delimiterOf = (start: string): string => {
  const line = start.replace(/^\uFEFF/, "").trimStart()
  const [, said] = /^sep=(.)/.exec(line) ?? []
  if (said !== undefined) return said
  const unquoted = line
    .replaceAll(/"(?:[^"]|"")*"/g, "")
    .split(/[\r\n]/, 1)
    .join("")
  const count = (delimiter: string) => unquoted.split(delimiter).length
  return delimiters.toSorted((a, b) => count(b) - count(a))[0] ?? ","
}
