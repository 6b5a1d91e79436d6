import type { ExportCell } from "@hangtag/core"
import { dateSerial, dateTimeSerial } from "./dateSerial.ts"
import { decimalScale, fitsSpreadsheet, isDecimal } from "./decimal.ts"
import type { EncodedCounts } from "./EncodedFile.ts"
import { xlsxLimits } from "./xlsxLimits.ts"
import { dateStyle, dateTimeStyle, numberStyle } from "./xlsxStyles.ts"
import { cutToCell, xlsxText } from "./xlsxText.ts"

/** A cell from the end of its reference on (`" s="2"><v>1</v></c>`); empty when there is nothing to show. */
export function xlsxCell(cell: ExportCell, counts: EncodedCounts): string {
  if (cell === null) return ""
  if (typeof cell === "string") return xlsxTextCell(cell, counts)
  if (typeof cell === "boolean") return cell ? '" t="b"><v>1</v></c>' : '" t="b"><v>0</v></c>'
  const { kind, text } = cell
  if (kind === "number") {
    if (isDecimal(text)) {
      const scale = decimalScale(text)
      if (fitsSpreadsheet(text, scale)) return `" s="${numberStyle(scale)}"><v>${text}</v></c>`
      counts.numbersAsText++
    }
  } else if (kind === "date") {
    const serial = dateSerial(text)
    if (serial !== undefined) return `" s="${dateStyle}"><v>${serial}</v></c>`
  } else {
    const time = dateTimeSerial(text)
    if (time !== undefined) {
      return `" s="${dateTimeStyle(time.milliseconds, time.utc)}"><v>${time.serial}</v></c>`
    }
  }
  return xlsxTextCell(text, counts)
}

/** The same for text in a given style. Text is always inline, so nothing can read it as a formula. */
export function xlsxTextCell(text: string, counts: EncodedCounts, style = ""): string {
  if (text === "") return ""
  let shown = text
  if (text.length > xlsxLimits.textLength) {
    shown = cutToCell(text)
    counts.truncatedCells++
  }
  return `"${style} t="inlineStr"><is>${xlsxText(shown)}</is></c>`
}
