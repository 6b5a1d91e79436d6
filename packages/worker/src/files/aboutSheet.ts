import { type EncodedCounts, noCounts } from "./EncodedFile.ts"
import { xlsxTextCell } from "./xlsxCell.ts"
import { generalStyle, headerStyle } from "./xlsxStyles.ts"
import { xmlHead } from "./xmlHead.ts"

/** What a file tells of itself: a name and a text each. */
export type AboutLines = ReadonlyArray<readonly [name: string, text: string]>

const countRows = ({ rows, sheets, truncatedCells, numbersAsText, datesAsText }: EncodedCounts) =>
  [
    ["Rows", rows],
    ["Sheets of rows", sheets],
    ["Texts cut at 32,767 characters", truncatedCells],
    ["Numbers kept as text", numbersAsText],
    ["Dates kept as text", datesAsText],
  ] as const

/** The sheet that tells of the file: the lines given, then what was counted while the rows were written. */
export const aboutSheet = (lines: AboutLines, counts: EncodedCounts): string => {
  const rows = [...lines, ...countRows(counts)].map(([name, value], index) => {
    const row = index + 1
    const shown =
      typeof value === "number"
        ? `" s="${generalStyle}"><v>${value}</v></c>`
        : xlsxTextCell(value, noCounts())
    return `<row r="${row}"><c r="A${row}${xlsxTextCell(name, noCounts(), headerStyle)}${shown && `<c r="B${row}${shown}`}</row>`
  })
  return `${xmlHead}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cols><col min="1" max="1" width="32" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/></cols><sheetData>${rows.join("")}</sheetData></worksheet>`
}
