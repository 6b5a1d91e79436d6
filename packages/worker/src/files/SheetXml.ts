import type { ExportRow } from "@hangtag/core/adapter"
import type { EncodedCounts } from "./EncodedFile.ts"
import type { SheetColumn } from "./SheetColumn.ts"
import { columnLayout, protection, type SheetLayout, validations } from "./SheetLayout.ts"
import { fitsToWidth, pageSetup, type SheetPrint } from "./sheetPrint.ts"
import { xlsxCell, xlsxTextCell } from "./xlsxCell.ts"
import { headerStyle, textStyle } from "./xlsxStyles.ts"

/** The XML of a sheet piece by piece: `head`, a `row` for every row, `tail`. All sheets of a file share one. */
export class SheetXml {
  readonly #columns: ReadonlyArray<SheetColumn>
  readonly #opens: ReadonlyArray<string>
  readonly #header: string
  readonly #layout: SheetLayout | undefined
  readonly #fits: string
  readonly #setup: string

  constructor(
    columns: ReadonlyArray<SheetColumn>,
    counts: EncodedCounts,
    layout?: SheetLayout,
    print?: SheetPrint,
  ) {
    this.#layout = layout
    this.#fits = print === undefined ? "" : fitsToWidth
    this.#setup = print === undefined ? "" : pageSetup(print)
    this.#columns = columns
    this.#opens = columns.map(({ letters }) => `<c r="${letters}`)
    const cells = columns.map(({ name }, index) => {
      const rest = xlsxTextCell(name, counts, headerStyle)
      return rest === "" ? "" : `${this.#opens[index]}1${rest}`
    })
    const height = print === undefined || layout !== undefined ? "" : ' ht="32" customHeight="1"'
    this.#header = `<row r="1"${height}>${cells.join("")}</row>`
  }

  head(sheet: number): string {
    const selected = sheet === 1 && this.#layout === undefined ? ' tabSelected="1"' : ""
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${this.#fits}<sheetViews><sheetView${selected} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>${this.#widths}<sheetData>${this.#header}`
  }

  row(cells: ExportRow, number: number, counts: EncodedCounts): string {
    let xml = `<row r="${number}">`
    for (let index = 0; index < cells.length; index++) {
      const rest = xlsxCell(cells[index]!, this.#columns[index]!, counts)
      if (rest !== "") xml += this.#opens[index]! + number + rest
    }
    return `${xml}</row>`
  }

  tail(lastRow: number): string {
    const filter = this.#opens.length === 0 ? "" : `<autoFilter ref="A1:${this.#lastColumn}${lastRow}"/>`
    if (this.#layout === undefined) return `</sheetData>${filter}${this.#setup}</worksheet>`
    return `</sheetData>${protection}${filter}${validations(this.#layout, lastRow)}${this.#setup}</worksheet>`
  }

  /** The filtered area as a defined name gives it. */
  area(lastRow: number): string {
    return `$A$1:$${this.#lastColumn}$${lastRow}`
  }

  get #widths(): string {
    if (this.#columns.length === 0) return ""
    const widths = this.#columns.map(({ kind, width }, index) => {
      // what a person types below is text there too
      const text = kind === "text" ? ` style="${textStyle}"` : ""
      const style = (this.#layout && columnLayout(this.#layout, index)) || text
      return `<col min="${index + 1}" max="${index + 1}" width="${width}"${style} customWidth="1"/>`
    })
    return `<cols>${widths.join("")}</cols>`
  }

  get #lastColumn(): string {
    return this.#columns.at(-1)!.letters
  }
}
