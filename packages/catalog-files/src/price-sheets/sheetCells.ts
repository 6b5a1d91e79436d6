import type { SheetCell, SheetRow } from "@hangtag/core"
import type { Sheet } from "../readWorkbook.ts"
import { type CellModel, cellSays, isDateFormat, shownNumber, type WorkbookContext } from "../workbookCell.ts"

/** Percent signs that are shown: those in quotes and behind a backslash are letters. */
const isPercentFormat = (format: string): boolean => format.replaceAll(/"[^"]*"?|\\./g, "").includes("%")

/** The currency that a number format shows beside the digits: in brackets, as Excel writes what is typed as $95, or by a sign or letters of its own. */
const currencyIn = (format: string): string | undefined => {
  const [, named = ""] = /\[\$([^\]-]*)/.exec(format) ?? []
  if (named.trim() !== "") return named.trim()
  // conditions, colors and gaps are not shown
  const shown = format.replaceAll(/\[[^\]]*\]?|[_*]./gu, " ")
  return /[A-Z]{0,2}\p{Sc}|(?<!\p{L})(?:[A-Z]{3}|zł|kr|Kč)(?!\p{L})/u.exec(shown)?.[0]
}

const shownAs = (format: string | undefined): Pick<SheetCell, "shown_as" | "currency"> => {
  if (format === undefined || format === "General") return {}
  if (isDateFormat(format)) return { shown_as: "date" }
  if (isPercentFormat(format)) return { shown_as: "percent" }
  const currency = currencyIn(format)
  return currency === undefined ? {} : { currency }
}

/** A cell of a workbook as it says of itself; none where it is empty. */
const sheetCell = (column: number, cell: CellModel, context: WorkbookContext): ReadonlyArray<SheetCell> => {
  const isFormula = cell.formula !== undefined || cell.shareType !== undefined
  const formula = isFormula ? { formula: true } : {}
  const { type, text } = cellSays(cell, context)
  if (text === undefined || (type === "n" && text === ""))
    return isFormula ? [{ column, kind: "no_value", text: "", formula: true }] : []
  if (type === "e") return [{ column, kind: "error", text: text || "an error", ...formula }]
  if (type === "b")
    return [{ column, kind: "boolean", text: text === "1" || text === "true" ? "TRUE" : "FALSE", ...formula }]
  if (type !== "n") return text === "" ? [] : [{ column, kind: "text", text, ...formula }]
  const number = Number(text)
  if (!Number.isFinite(number)) return [{ column, kind: "error", text: "no number", ...formula }]
  const format = cell.styleId === undefined ? undefined : context.formatOf(cell.styleId)
  return [{ column, kind: "number", text: shownNumber(number, format), ...formula, ...shownAs(format) }]
}

/** The rows of a workbook's sheet that are not empty. */
export const sheetCells = ({ models, context }: Sheet): Array<SheetRow> => {
  const found: Array<SheetRow> = []
  for (const { row, cells } of models()) {
    const own = cells.flatMap(({ column, cell }) => sheetCell(column, cell, context))
    if (own.length > 0) found.push({ row, cells: own })
  }
  return found
}
