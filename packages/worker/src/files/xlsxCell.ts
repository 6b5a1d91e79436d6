import type { ExportCell } from "@hangtag/core/adapter"
import { dateSerial, dateTimeSerial } from "./dateSerial.ts"
import { decimalScale, fitsSpreadsheet, isDecimal } from "./decimal.ts"
import type { EncodedCounts } from "./EncodedFile.ts"
import type { SheetColumn } from "./SheetColumn.ts"
import { xlsxLimits } from "./xlsxLimits.ts"
import { dateStyle, dateTimeStyle, generalStyle, numberStyle, priceStyle, styleCount } from "./xlsxStyles.ts"
import { cutToCell, xlsxText } from "./xlsxText.ts"

// Made once: of every joint of two texts, this one is passed most often.
const valueOpens = Array.from({ length: styleCount }, (_, style) => `" s="${style}"><v>`)
const valueClose = "</v></c>"

/** A cell from the end of its reference on (`" s="2"><v>1</v></c>`); empty when there is nothing to show. */
export function xlsxCell(cell: ExportCell, column: SheetColumn, counts: EncodedCounts): string {
  if (cell === null) return ""
  if (typeof cell === "string") return xlsxTextCell(cell, counts)
  if (typeof cell === "boolean") return cell ? '" t="b"><v>1</v></c>' : '" t="b"><v>0</v></c>'
  const { kind, text } = cell
  if (kind === "number") {
    if (isDecimal(text)) {
      const scale = decimalScale(text)
      if (fitsSpreadsheet(text, scale)) return valueOpens[styleOf(text, scale, column)]! + text + valueClose
      counts.numbersAsText++
    }
  } else if (kind === "date") {
    const serial = dateSerial(text)
    if (serial !== undefined) return valueOpens[dateStyle]! + serial + valueClose
    counts.datesAsText++
  } else {
    const time = dateTimeSerial(cell.local)
    if (time !== undefined) return valueOpens[dateTimeStyle(time.hasFraction)]! + time.serial + valueClose
    counts.datesAsText++
  }
  return xlsxTextCell(text, counts)
}

/** The format of a number; the general one, which shortens what it shows, for one that its column has no room for. */
const styleOf = (text: string, scale: number | undefined, { kind, width }: SheetColumn): number => {
  if (kind !== "price") return text.length >= width ? generalStyle : numberStyle(scale)
  return text.length >= shortPrice && priceLength(text, scale ?? 0) >= width
    ? generalStyle
    : priceStyle(scale)
}

/** Up to N characters, a price has room in the narrowest column, as most do. */
const shortPrice = 10

const priceLength = (text: string, scale: number): number => {
  const whole = scale === 0 ? text.length : text.length - scale - 1
  return whole + Math.floor((whole - 1) / 3) + 1 + Math.max(2, scale)
}

/** The same for text. It is always inline and has the text format, so nothing can read it as a formula. */
export function xlsxTextCell(text: string, counts: EncodedCounts, style?: number): string {
  if (text === "") return ""
  if (text.length <= xlsxLimits.textLength) return xlsxText(text, style)
  counts.truncatedCells++
  return xlsxText(cutToCell(text), style)
}
