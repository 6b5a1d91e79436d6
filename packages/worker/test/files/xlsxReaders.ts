import readExcelFile from "read-excel-file/node"
import * as SheetJs from "xlsx"
import type { Read } from "./corpus.ts"
import { decodeEscapes } from "./encoded.ts"
import { readByOpenpyxl } from "./programs.ts"
import { loadWorkbook } from "./readWorkbook.ts"

export interface XlsxReader {
  readonly name: string
  /** Every cell of the first sheet, the header first; null where there is none. */
  readonly read: (file: Buffer) => Promise<ReadonlyArray<ReadonlyArray<Read>>>
  /** What it gives for some cells that the others read right, by the fault's name. */
  readonly faults: Readonly<Record<string, (right: Read) => Read>>
}

const dateRead = (date: Date): Read => ({ at: date.toISOString().slice(0, -1) })

/** Of readers that show the `_xHHHH_` of a text that stands in its cell, and have to be read so. */
const decoded = decodeEscapes

export const exceljs: XlsxReader = {
  name: "exceljs",
  read: async (file) => {
    const sheet = (await loadWorkbook(file)).worksheets[0]!
    return Array.from({ length: sheet.rowCount }, (_, row) =>
      Array.from({ length: sheet.columnCount }, (_, column): Read => {
        const { value } = sheet.getRow(row + 1).getCell(column + 1)
        if (typeof value === "string") return decoded(value)
        return value instanceof Date ? dateRead(value) : (value as Read)
      }),
    )
  },
  faults: {},
}

export const openpyxl = (python: string): XlsxReader => ({
  name: "openpyxl",
  read: async (file) => {
    const { Export } = await readByOpenpyxl(python, file)
    return Export!.map((row) =>
      [0, 1, 2].map((column): Read => {
        const [kind, value] = row[column] ?? ["n", null]
        if (kind === "d") return { at: new Date(`${value}Z`).toISOString().slice(0, -1) }
        return typeof value === "string" ? decoded(value) : value
      }),
    )
  },
  faults: {},
})

export const sheetJs: XlsxReader = {
  name: "SheetJS",
  read: async (file) => {
    const sheet = SheetJs.read(file, { dense: false }).Sheets.Export!
    const range = SheetJs.utils.decode_range(sheet["!ref"]!)
    return Array.from({ length: range.e.r + 1 }, (_, r) =>
      Array.from({ length: range.e.c + 1 }, (_, c): Read => {
        const cell = sheet[SheetJs.utils.encode_cell({ r, c })] as SheetJs.CellObject | undefined
        if (cell === undefined) return null
        if (cell.t === "n" && /^\d{4}-\d\d-\d\d/.test(cell.w ?? "")) {
          const millis = Math.round(((cell.v as number) - 25_569) * 86_400_000)
          return dateRead(new Date(millis))
        }
        return cell.v as Read
      }),
    )
  },
  faults: {
    "takes `_X0041_` for an escape, which begins with a small x only": (right) =>
      typeof right === "string" ? right.replace("_X0041_", "A") : right,
  },
}

export const readExcel: XlsxReader = {
  name: "read-excel-file",
  read: async (file) => {
    const [sheet] = await readExcelFile(file, { trim: false })
    return sheet!.data.map((row) =>
      row.map((cell): Read => (cell instanceof Date ? dateRead(cell) : (cell as Read))),
    )
  },
  faults: {
    "cuts a double's millisecond where others round it": (right) =>
      typeof right === "object" && right?.at === "2026-12-01T22:30:15.000"
        ? { at: "2026-12-01T22:30:14.999" }
        : right,
  },
}
