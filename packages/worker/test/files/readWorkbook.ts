import exceljs from "exceljs"
import { decodeEscapes } from "./encoded.ts"

export const loadWorkbook = async (file: Buffer): Promise<exceljs.Workbook> => {
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load(
    file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer,
  )
  return workbook
}

/** Every sheet's cells as exceljs reads them: header first, null where a cell is missing. */
export const readWorkbook = async (file: Buffer): Promise<Record<string, Array<Array<unknown>>>> => {
  const workbook = await loadWorkbook(file)
  return Object.fromEntries(
    workbook.worksheets.map((sheet) => {
      const width = sheet.columnCount
      const rows: Array<Array<unknown>> = []
      sheet.eachRow({ includeEmpty: true }, (row) => {
        rows.push(
          Array.from({ length: width }, (_, index) => {
            const { value } = row.getCell(index + 1)
            return typeof value === "string" ? decodeEscapes(value) : value
          }),
        )
      })
      return [sheet.name, rows]
    }),
  )
}
