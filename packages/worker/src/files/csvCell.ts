import type { ExportCell } from "@hangtag/core/adapter"
import { isDecimal } from "./decimal.ts"

/** How csv is written, nothing left open. */
export interface CsvFormat {
  readonly delimiter: "," | ";" | "\t" | "|"
  readonly decimal: "." | ","
  readonly formulaGuard: boolean
}

/** Whatever some reader splits at, in every file: LibreOffice does at each of the first three by default. */
const needsQuotes = /[",;\t|\r\n]/

// OWASP, "CSV Injection": with what comes before, and the full-width and small forms that some readers take for them.
const beginsFormula = /^[\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|^[\t\r\n\0]/u

/** Whether a spreadsheet may run the text as a formula. */
export const looksLikeFormula = (text: string): boolean => {
  const first = text.charCodeAt(0)
  const small = first | 0x20
  // nearly all texts begin with a letter or a digit: to see that first takes a third of the time
  const isPlain = (small >= 0x61 && small <= 0x7a) || (first >= 0x30 && first <= 0x39)
  return !isPlain && beginsFormula.test(text)
}

export function csvCell(cell: ExportCell, format: CsvFormat): string {
  if (cell === null) return ""
  if (typeof cell === "string") return csvText(cell, format)
  if (typeof cell === "boolean") return cell ? "true" : "false"
  return cell.kind === "number" && isDecimal(cell.text)
    ? csvNumber(cell.text, format)
    : csvText(cell.text, format)
}

function csvNumber(text: string, { delimiter, decimal }: CsvFormat): string {
  if (decimal === ".") return text
  const number = text.replace(".", ",")
  return delimiter === "," && number.includes(",") ? `"${number}"` : number
}

export function csvText(text: string, { formulaGuard }: CsvFormat): string {
  const guarded = formulaGuard && looksLikeFormula(text) ? `'${text}` : text
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
