import type { ExportRow } from "@hangtag/core"
import { columnName } from "./columnName.ts"
import { columnWidths } from "./columnWidths.ts"
import type { EncodedCounts } from "./EncodedFile.ts"
import { xlsxCell, xlsxTextCell } from "./xlsxCell.ts"
import { headerStyle } from "./xlsxStyles.ts"

/** The XML of a sheet piece by piece: `head`, a `row` for every row, `tail`. All sheets of a file share one. */
export class SheetXml {
  readonly #opens: ReadonlyArray<string>
  readonly #columns: string
  readonly #header: string

  constructor(columns: ReadonlyArray<string>, sample: ReadonlyArray<ExportRow>, counts: EncodedCounts) {
    this.#opens = columns.map((_, index) => `<c r="${columnName(index)}`)
    const widths = columnWidths(columns, sample).map(
      (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    this.#columns = widths.length === 0 ? "" : `<cols>${widths.join("")}</cols>`
    const cells = columns.map((text, index) => {
      const rest = xlsxTextCell(text, counts)
      return rest === "" ? "" : `${this.#opens[index]}1" s="${headerStyle}${rest}`
    })
    this.#header = `<row r="1">${cells.join("")}</row>`
  }

  head(sheet: number): string {
    const selected = sheet === 1 ? ' tabSelected="1"' : ""
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView${selected} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>${this.#columns}<sheetData>${this.#header}`
  }

  row(cells: ExportRow, number: number, counts: EncodedCounts): string {
    let xml = `<row r="${number}">`
    for (let index = 0; index < cells.length; index++) {
      const rest = xlsxCell(cells[index]!, counts)
      if (rest !== "") xml += this.#opens[index]! + number + rest
    }
    return `${xml}</row>`
  }

  tail(lastRow: number): string {
    const filter = this.#opens.length === 0 ? "" : `<autoFilter ref="A1:${this.#lastColumn}${lastRow}"/>`
    return `</sheetData>${filter}</worksheet>`
  }

  /** The filtered area as a defined name gives it. */
  area(lastRow: number): string {
    return `$A$1:$${this.#lastColumn}$${lastRow}`
  }

  get #lastColumn(): string {
    return columnName(this.#opens.length - 1)
  }
}
