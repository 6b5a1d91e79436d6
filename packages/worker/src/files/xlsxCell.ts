import type { ExportCell } from "@hangtag/core/adapter"
import { dateSerial, dateTimeSerial } from "./dateSerial.ts"
import { decimalScale, fitsSpreadsheet, isDecimal } from "./decimal.ts"
import type { EncodedCounts } from "./EncodedFile.ts"
import { type SheetColumn, wideRanges, widest } from "./SheetColumn.ts"
import {
  dateStyle,
  dateTimeStyle,
  generalStyle,
  numberStyle,
  priceStyle,
  styleCount,
  textStyle,
  wrappedStyle,
} from "./xlsxStyles.ts"

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

const space = 0x20
const lineFeed = 0x0a
const carriageReturn = 0x0d

// 1 for every UTF-16 unit that may need more than to be copied, 2 for one that is only wide. A table, as a regular
// expression takes twice the time and nearly all the characters of a file pass through here to find that they need
// nothing.
const special = new Uint8Array(0x1_0000)
for (const [first, last] of wideRanges) special.fill(2, first, last + 1)
special.fill(1, 0, space + 1)
special.fill(1, 0xd800, 0xe000)
for (const char of "&<>_\ufffe\uffff") special[char.charCodeAt(0)] = 1

// Excel decodes `_x` with four digits before a `_`. LibreOffice also decodes fewer digits that mean a control character
// or `_`, and passes over others with the `_` behind them, though that may begin an escape. That `_` may be the first
// of a character's own escape: of any but tab, line feed, carriage return and U+0020 to U+FFFD.
const digit = "[0-9A-Fa-f]"
const forbidden = "[^\\t\\n\\r -\\ufffd]"
const looksEscaped = new RegExp(
  `_x(?:${digit}{4}|0?[01]?${digit}|0?5[Ff]|${digit}{1,3}(?=_x|${forbidden}))(?:_|${forbidden})`,
  "y",
)

const opens = Array.from({ length: styleCount }, (_, style) => `" s="${style}" t="inlineStr"><is><t>`)
const preservingOpens = opens.map((open) => open.replace("<t>", '<t xml:space="preserve">'))
const close = "</t></is></c>"

/**
 * A text cell from the end of its reference on, in the text format unless another style is given. What XML forbids is
 * written `_xHHHH_` (ECMA-376, ST_Xstring), and a text that looks like such an escape is kept apart from one. A lone
 * surrogate becomes U+FFFD.
 */
export function xlsxText(text: string, style?: number): string {
  let escaped = ""
  let copied = 0
  let preserve = false
  let hasLines = false
  let wide = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const kind = special[code]
    if (kind === 0) continue
    if (kind === 2) {
      wide++
      continue
    }
    if (code <= space && isFragile(code, text, index)) preserve = true
    if (code === space) continue
    if (code === lineFeed || code === carriageReturn) hasLines = true
    const char = String.fromCodePoint(text.codePointAt(index)!)
    const replacement = escapeChar(char, text, index)
    if (replacement !== char) {
      escaped += text.slice(copied, index) + replacement
      copied = index + char.length
    }
    index += char.length - 1
  }
  if (copied > 0) escaped += text.slice(copied)
  const own = style ?? (hasLines || text.length + wide > widest ? wrappedStyle : textStyle)
  return (preserve ? preservingOpens : opens)[own]! + (copied > 0 ? escaped : text) + close
}

function escapeChar(char: string, text: string, index: number): string {
  switch (char) {
    case "\t":
    case "\n":
      return char
    // A bare carriage return would become a line feed on its way through an XML parser.
    case "\r":
      return "&#13;"
    case "&":
      return "&amp;"
    case "<":
      return "&lt;"
    case ">":
      return "&gt;"
    case "_":
      looksEscaped.lastIndex = index
      return looksEscaped.test(text) ? "_x005F_" : char
  }
  // A pair is written as it is: SheetJS and read-excel-file read a reference to it as another character.
  if (char.length === 2) return char
  const code = char.charCodeAt(0)
  return code >= 0xd800 && code < 0xe000 ? "\ufffd" : `_x${hex(code).padStart(4, "0")}_`
}

/** Blanks that a reader may trim or fold unless it is asked not to. */
const isFragile = (code: number, text: string, index: number) =>
  code !== space || index === 0 || index === text.length - 1 || text[index + 1] === " "

const hex = (code: number) => code.toString(16).toUpperCase()

/** The part of a text that fits one cell; never half of a surrogate pair. */
export function cutToCell(text: string): string {
  const last = text.charCodeAt(xlsxLimits.textLength - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, splitsPair ? xlsxLimits.textLength - 1 : xlsxLimits.textLength)
}

/** What Excel accepts: "Excel specifications and limits", and ZIP without its 64-bit extension. */
export const xlsxLimits = {
  /** Rows of a sheet, the header among them. */
  rowsPerSheet: 1_048_576,
  columns: 16_384,
  /** UTF-16 units of a cell's text. */
  textLength: 32_767,
  /** Bytes of the file, and of one sheet before compression. */
  bytes: 0xffff_fffe,
} as const
