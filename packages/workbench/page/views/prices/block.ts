import { counted } from "../../format/decimal.ts"

/** A cell with what it needs for a line break, a tab or a quote in it. */
const quoted = (cell: string): string => (/["\n\r\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Cells as spreadsheets have them on the clipboard: a line a row, tabs between. */
export const blockText = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.map((row) => row.map(quoted).join("\t")).join("\n")

/** What of a block has no place in a table that ends before it, as a sentence; undefined: all of it has one. */
export const leftOver = (
  block: ReadonlyArray<ReadonlyArray<string>>,
  columns: number,
  rows: { readonly without: number; readonly ends: string } = { without: 0, ends: "" },
): string | undefined => {
  // columns that say nothing lose nothing
  const wide = block.reduce((most, line) => {
    const last = line.findLastIndex((text) => text.trim() !== "")
    return Math.max(most, last + 1)
  }, 0)
  const said = [
    ...(wide > columns
      ? [
          `${counted(wide - columns, "column")} of the block had no place here: the table has no more to the right.`,
        ]
      : []),
    ...(rows.without > 0 ? [`${counted(rows.without, "row")} of the block had ${rows.ends}`] : []),
  ]
  return said.length === 0 ? undefined : said.join(" ")
}

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
