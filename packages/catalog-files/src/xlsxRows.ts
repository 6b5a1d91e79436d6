import { createReadStream } from "node:fs"
import { plainDecimal } from "@hangtag/core/adapter"
import type { CellValue } from "exceljs"
import { RowBlocks } from "./RowBlocks.ts"
import type { SheetBlock } from "./SheetRow.ts"

/** A sum of 19.99 may stand there as 19.990000000000002: of fractions spreadsheets keep and show 15 digits. */
const numberText = (value: number): string =>
  plainDecimal(Number.isInteger(value) ? value : Number(value.toPrecision(15)))

const cellText = (value: CellValue): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "number") return numberText(value)
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE"
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00.000Z$/, "")
  if (typeof value === "string") return value
  if ("richText" in value) return value.richText.map((part) => part.text).join("")
  if ("error" in value) return value.error
  if ("hyperlink" in value) return typeof value.text === "string" ? value.text : cellText(value.text)
  return cellText(value.result ?? null)
}

/** Loaded where it is needed: it takes longer than all the rest, and who never reads xlsx need not install it. */
const loadExcelJS = () =>
  import("exceljs").then(
    (module) => module.default,
    () => {
      throw new Error('reading xlsx needs the package "exceljs": install it, or save the sheet as csv')
    },
  )

/** Reads the rows of a workbook's first sheet, the header among them; numbers as plain decimals. */
export async function* xlsxRows(path: string): AsyncGenerator<SheetBlock> {
  const ExcelJS = await loadExcelJS()
  const source = createReadStream(path)
  const blocks = new RowBlocks(source)
  try {
    for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(source, {})) {
      for await (const row of sheet) {
        const cells = Array.from(row.values as ReadonlyArray<CellValue>, cellText).slice(1)
        if (blocks.add({ line: row.number, cells })) yield blocks.take()
      }
      break
    }
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`the workbook is damaged or not complete (${detail}); save it again as xlsx`, { cause })
  } finally {
    source.destroy()
  }
  yield blocks.take()
}
