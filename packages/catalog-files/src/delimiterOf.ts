const delimiters = [",", ";", "\t", "|"]

/** What separates the columns in the first line of a file that is not blank: what stands there most often outside quotes. */
export const delimiterOf = (start: string): string => {
  const line = start.replace(/^\uFEFF/, "").trimStart()
  const unquoted = line
    .replaceAll(/"(?:[^"]|"")*"/g, "")
    .split(/[\r\n]/, 1)
    .join("")
  const count = (delimiter: string) => unquoted.split(delimiter).length
  return delimiters.toSorted((a, b) => count(b) - count(a))[0] ?? ","
}
