import type { ExportCell } from "@hangtag/core"
import { dateSerial, dateTimeSerial } from "./dateSerial.ts"
import { decimalScale, fitsSpreadsheet, isDecimal } from "./decimal.ts"
import type { EncodedCounts } from "./EncodedFile.ts"
import { xlsxLimits } from "./xlsxLimits.ts"
import { dateStyle, dateTimeStyle, numberStyle, styleCount } from "./xlsxStyles.ts"
import { cutToCell, xlsxText } from "./xlsxText.ts"

// Made once: of every joint of two texts, this one is passed most often.
const valueOpens = Array.from({ length: styleCount }, (_, style) => `" s="${style}"><v>`)
const valueClose = "</v></c>"

/** A cell from the end of its reference on (`" s="2"><v>1</v></c>`); empty when there is nothing to show. */
export function xlsxCell(cell: ExportCell, counts: EncodedCounts): string {
  if (cell === null) return ""
  if (typeof cell === "string") return xlsxTextCell(cell, counts)
  if (typeof cell === "boolean") return cell ? '" t="b"><v>1</v></c>' : '" t="b"><v>0</v></c>'
  const { kind, text } = cell
  if (kind === "number") {
    if (isDecimal(text)) {
      const scale = decimalScale(text)
      if (fitsSpreadsheet(text, scale)) return valueOpens[numberStyle(scale)]! + text + valueClose
      counts.numbersAsText++
    }
  } else if (kind === "date") {
    const serial = dateSerial(text)
    if (serial !== undefined) return valueOpens[dateStyle]! + serial + valueClose
  } else {
    const time = dateTimeSerial(text)
    if (time !== undefined) {
      return valueOpens[dateTimeStyle(time.milliseconds, time.utc)]! + time.serial + valueClose
    }
  }
  return xlsxTextCell(text, counts)
}

/** The same for text. It is always inline, so nothing can read it as a formula. */
export function xlsxTextCell(text: string, counts: EncodedCounts): string {
  if (text === "") return ""
  if (text.length <= xlsxLimits.textLength) return xlsxText(text)
  counts.truncatedCells++
  return xlsxText(cutToCell(text))
}
