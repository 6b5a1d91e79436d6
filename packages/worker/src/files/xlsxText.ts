import { widest } from "./SheetColumn.ts"
import { wideRanges } from "./shownLength.ts"
import { xlsxLimits } from "./xlsxLimits.ts"
import { styleCount, textStyle, wrappedStyle } from "./xlsxStyles.ts"

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
