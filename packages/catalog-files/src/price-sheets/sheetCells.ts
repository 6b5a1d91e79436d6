import type { SheetCell, SheetRow } from "@hangtag/core"
import { shownAs } from "../cells/shownAs.ts"
import type { Sheet } from "../readWorkbook.ts"
import { type CellModel, cellSays, shownNumber, type WorkbookContext } from "../workbookCell.ts"

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
