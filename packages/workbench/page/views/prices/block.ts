/** A cell with what it needs for a line break, a tab or a quote in it. */
const quoted = (cell: string): string => (/["\n\r\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Cells as spreadsheets have them on the clipboard: a line a row, tabs between. */
export const blockText = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.map((row) => row.map(quoted).join("\t")).join("\n")

/** The cells of what a spreadsheet copies; a cell in quotes may have line breaks. */
export const blockOf = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = [[]]
  const cells = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy
  // what follows the last line break is no row
  const whole = text.replace(/(?:\r\n|\n|\r)$/, "")
  while (cells.lastIndex <= whole.length) {
    const [, inQuotes, plain = "", end] = cells.exec(whole) ?? []
    if (end === undefined) {
      // a quote that nothing closes is a character like any other
      rows.at(-1)!.push(whole.slice(cells.lastIndex))
      break
    }
    rows.at(-1)!.push(inQuotes?.replaceAll('""', '"') ?? plain)
    if (end === "") break
    if (end !== "\t") rows.push([])
  }
  return rows
}
