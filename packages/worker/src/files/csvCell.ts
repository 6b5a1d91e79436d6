import type { ExportCell } from "@hangtag/core"
import { isDecimal } from "./decimal.ts"

const needsQuotes = /[",\r\n]/
const looksLikeFormula = /^[=+\-@\t\r]/

export function csvCell(cell: ExportCell, formulaGuard: boolean): string {
  if (cell === null) return ""
  if (typeof cell === "string") return csvText(cell, formulaGuard)
  if (typeof cell === "boolean") return cell ? "true" : "false"
  return cell.kind === "number" && isDecimal(cell.text) ? cell.text : csvText(cell.text, formulaGuard)
}

export function csvText(text: string, formulaGuard: boolean): string {
  const guarded = formulaGuard && looksLikeFormula.test(text) ? `'${text}` : text
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
