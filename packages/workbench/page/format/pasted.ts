/** The distinct keys of pasted text, in their order: cells of a spreadsheet, lines, or a list with commas. */
export const pastedKeys = (text: string): ReadonlyArray<string> => [
  ...new Set(
    text
      .split(/[\n\r\t,;]+/)
      .map((key) => key.trim().replace(/^"(.*)"$/, "$1"))
      .filter((key) => key !== ""),
  ),
]

/** The distinct names of a list with commas. */
export const namesIn = (text: string | null): ReadonlyArray<string> => [
  ...new Set((text ?? "").split(",").flatMap((name) => name.trim() || [])),
]
