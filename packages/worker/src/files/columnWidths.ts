import type { ExportCell, ExportRow } from "@hangtag/core"

const narrowest = 8
const widest = 60
/** Room for the filter button beside the header's text. */
const headerRoom = 4

const shownLength = (cell: ExportCell): number =>
  cell === null
    ? 0
    : typeof cell === "string"
      ? cell.length
      : cell === true || cell === false
        ? 5
        : cell.text.length

/** Width in characters of each column, from its header and the first rows. */
export function columnWidths(columns: ReadonlyArray<string>, rows: ReadonlyArray<ExportRow>): Array<number> {
  return columns.map((header, index) => {
    let width = Math.max(narrowest, header.length + headerRoom)
    for (const row of rows) width = Math.max(width, shownLength(row[index] ?? null) + 1)
    return Math.min(width, widest)
  })
}
