import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { plainDecimal } from "@hangtag/core/adapter"
import type { Cell, CellValue, Workbook, Worksheet } from "exceljs"
import type { SheetRow } from "./SheetRow.ts"

/** A sheet of a workbook; its rows are made when they are asked for. */
export interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  readonly rows: () => ReadonlyArray<SheetRow>
}

/** As many rows, and columns, as a sheet of Excel's may have. */
const most = { rows: 1_048_576, columns: 16_384 }
/** Nothing of these is a product, and some make millions of cells out of a few letters. */
const unread = [
  "autoFilter",
  "conditionalFormatting",
  "dataValidations",
  "drawing",
  "extLst",
  "hyperlinks",
  "legacyDrawing",
  "mergeCells",
  "picture",
  "tableParts",
]
/** Numbers that exceljs gives its types of values. */
const valueType = { text: 3, formula: 6 }

/** A sum of 19.99 may stand there as 19.990000000000002: of fractions spreadsheets keep and show 15 digits. */
const numberText = (value: number): string =>
  plainDecimal(Number.isInteger(value) ? value : Number(value.toPrecision(15)))

/** The text of a value, or why it has none. */
const valueText = (value: CellValue): string | { readonly fault: string } => {
  if (value === null || value === undefined) return ""
  if (typeof value === "number") return Number.isFinite(value) ? numberText(value) : { fault: "no number" }
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE"
  if (value instanceof Date)
    return Number.isNaN(value.getTime())
      ? { fault: "no date" }
      : value.toISOString().replace(/T00:00:00.000Z$/, "")
  if (typeof value === "string") return value
  if ("richText" in value) return value.richText.map((part) => part.text).join("")
  if ("error" in value) return { fault: value.error }
  return "hyperlink" in value ? valueText(value.text) : ""
}

const cellText = (cell: Cell): string | { readonly fault: string } =>
  cell.type !== valueType.formula
    ? valueText(cell.value)
    : cell.result === undefined || cell.result === null
      ? { fault: "a formula without its value" }
      : valueText(cell.result as CellValue)

/** What exceljs reads a cell by; of its sheet's reader. */
interface CellReader {
  readonly t?: string
  readonly model: { type?: number; value?: unknown; result?: unknown }
  parseClose: (name: string) => unknown
}
interface SheetReader {
  readonly map: {
    readonly sheetData: { readonly childXform: { readonly map: { readonly c: CellReader } } }
  }
  readonly parseStream: (stream: unknown) => Promise<{ sheetNo?: string }>
}

/**
 * exceljs decodes the text of a constant twice (`S&amp;P` becomes `S&P`), takes the empty text of a formula for none, and
 * a date in words for its year: what the cell says of itself counts.
 */
const readCellsAsTheySay = ({ map }: SheetReader) => {
  const cell = map.sheetData.childXform.map.c
  const close = cell.parseClose.bind(cell)
  cell.parseClose = (name) => {
    if (name !== "c" || (cell.t !== "str" && cell.t !== "d")) return close(name)
    const { model } = cell
    const text = model.value
    const rest = close(name)
    if (model.type === valueType.formula) model.result = text ?? ""
    else if (text !== undefined) Object.assign(model, { type: valueType.text, value: text })
    return rest
  }
}

/** Loaded where it is needed: it takes longer than all the rest, and who never reads xlsx need not install it. */
const loadExcelJS = async () => {
  try {
    const { default: ExcelJS } = await import("exceljs")
    const require = createRequire(import.meta.url)
    const Reader = require("exceljs/lib/xlsx/xform/sheet/worksheet-xform.js") as new (
      options: object,
    ) => SheetReader
    return { ExcelJS, Reader }
  } catch {
    throw new Error('reading xlsx needs the package "exceljs": install it, or save the sheet as csv')
  }
}

const rowsOf = (sheet: Worksheet): ReadonlyArray<SheetRow> => {
  const rows: Array<SheetRow> = []
  sheet.eachRow((row, line) => {
    const cells: Array<string> = []
    const faults: Array<string> = []
    row.eachCell((cell, column) => {
      const text = cellText(cell)
      while (cells.length < column) cells.push("")
      if (typeof text === "string") cells[column - 1] = text
      else faults.push(`${text.fault} in cell ${cell.address}`)
    })
    const [fault] = faults
    const more = faults.length > 1 ? `, and ${faults.length - 1} more such cells` : ""
    rows.push(
      fault === undefined
        ? { line, cells }
        : { line, cells, fault: `has ${fault}${more}; write the values there, and save it again` },
    )
  })
  return rows
}

interface Parts {
  _processWorksheetEntry: (
    stream: unknown,
    model: { worksheetHash: Record<string, unknown>; worksheets: Array<unknown> },
    number: string,
    options: object,
    path: string,
  ) => Promise<void>
}

/** Reads a workbook whole, in the order of its sheets: one that `requireModestSize` has measured. */
export const readWorkbook = async (path: string): Promise<ReadonlyArray<Sheet>> => {
  const { ExcelJS, Reader } = await loadExcelJS()
  const workbook: Workbook = new ExcelJS.Workbook()
  const parts = workbook.xlsx as unknown as Parts
  parts._processWorksheetEntry = async (stream, model, number, options, part) => {
    const reader = new Reader(options)
    readCellsAsTheySay(reader)
    const sheet = await reader.parseStream(stream)
    sheet.sheetNo = number
    model.worksheetHash[part] = sheet
    model.worksheets.push(sheet)
  }
  try {
    const options = { ignoreNodes: unread, maxRows: most.rows, maxCols: most.columns }
    await workbook.xlsx.load((await readFile(path)) as never, options as never)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`the workbook is damaged or not complete (${detail}); save it again as xlsx`, { cause })
  }
  return workbook.worksheets.map((sheet) => {
    if (sheet.rowCount > most.rows) throw new Error(`its sheet ${sheet.name} has a row ${sheet.rowCount}`)
    return { name: sheet.name, isHidden: sheet.state !== "visible", rows: () => rowsOf(sheet) }
  })
}
