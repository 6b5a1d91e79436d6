import { plainDecimal } from "@hangtag/core/adapter"
import { type Shown, shownAs } from "./cells/shownAs.ts"

/** A text of the workbook's list, or of a cell: plain, or parts with formats of their own. */
export type SharedText = string | { readonly richText?: ReadonlyArray<{ readonly text: string }> }

/** A cell as it is written: `value` is its text, undefined where it has none. */
export interface CellModel {
  readonly address?: string
  readonly type?: string
  readonly value?: SharedText
  readonly formula?: string
  readonly shareType?: string
  readonly styleId?: number
}

/** What exceljs reads cells by. */
export interface CellReader {
  readonly t?: string
  model: { -readonly [Name in keyof CellModel]: CellModel[Name] }
  parseOpen: (node: { readonly name: string }) => unknown
  parseText: (text: string) => void
  parseClose: (name: string) => unknown
}

export interface WorkbookContext {
  readonly texts: ReadonlyArray<SharedText>
  readonly formatOf: (style: number) => string | undefined
  /** Days are counted from 1904, as Macs did. */
  readonly is1904: boolean
}

/** exceljs guesses what a cell is by its value: decodes texts twice, takes the empty text of a formula for none. */
export const keepWhatCellsSay = (cell: CellReader) => {
  const open = cell.parseOpen.bind(cell)
  const add = cell.parseText.bind(cell)
  const close = cell.parseClose.bind(cell)
  // how a text is read aloud stands beside it
  let isReading = false
  cell.parseOpen = (node) => {
    if (node.name === "rPh") isReading = true
    if (isReading) return true
    const taken = open(node)
    if (node.name === "v" || node.name === "is") cell.model.value ??= ""
    return taken
  }
  cell.parseText = (text) => {
    if (!isReading) add(text)
  }
  cell.parseClose = (name) => {
    if (isReading) {
      isReading = name !== "rPh"
      return true
    }
    if (name !== "c") return close(name)
    if (cell.t !== undefined) cell.model.type = cell.t
    return false
  }
}

/** `_x000D_` is a character that XML does not keep. */
const unescaped = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const plain = (text: SharedText): string =>
  typeof text === "string" ? text : (text.richText ?? []).map((part) => part.text).join("")

/** What a cell is, with the text that it has: of a shared text, a rich one, or its own. */
export const cellSays = (
  { type = "n", value }: CellModel,
  { texts }: WorkbookContext,
): { readonly type: string; readonly text: string | undefined } => {
  if (value === undefined) return { type, text: undefined }
  if (typeof value === "object" && value.richText !== undefined) return { type: "str", text: plain(value) }
  const text = plain(value)
  if (type === "s") return { type: "str", text: texts[Number(text)] && plain(texts[Number(text)]!) }
  return { type, text: type === "n" || type === "b" || type === "e" ? text : unescaped(text) }
}

/** A sum of 19.99 may stand there as 19.990000000000002: of fractions spreadsheets keep and show 15 digits. */
export const numberText = (value: number): string =>
  plainDecimal(Number.isInteger(value) ? value : Number(value.toPrecision(15)))

/** The same with the zeros before it that a format such as `00000` shows: it is of codes, and 00123 is not 123. */
export const shownNumber = (value: number, format = ""): string => {
  const [zeros = ""] = /^0{2,30}(?=;|$)/.exec(format) ?? []
  const text = numberText(value)
  return /^\d+$/.test(text) ? text.padStart(zeros.length, "0") : text
}

/** Whole numbers from here on have more digits than spreadsheets keep. */
const tooLong = 1e15

const day = 86_400_000

/** A number of days as ISO 8601, without a date where it is a part of one; Excel's 1900 has a 29th of February. */
const dateText = (days: number, is1904: boolean): string | undefined => {
  const shift = is1904 ? 24_107 : days < 61 ? 25_568 : 25_569
  const date = new Date(Math.round((days - shift) * day))
  if (days < 0 || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return undefined
  const text = date.toISOString()
  return days < 1 && !is1904 ? text.slice(11, 19) : text.replace(/T00:00:00.000Z$/, "")
}

/** The text of a cell, by what it says of itself, and what a number is shown as where not as one; or why it has none. */
export const cellText = (
  { type = "n", value, formula, shareType, styleId }: CellModel,
  { texts, formatOf, is1904 }: WorkbookContext,
): string | { readonly text: string; readonly shown: Shown } | { readonly fault: string } => {
  const isFormula = formula !== undefined || shareType !== undefined
  const isNumber = type === "n"
  if (value === undefined || (isNumber && value === ""))
    return isFormula ? { fault: "a formula without its value" } : ""
  if (typeof value === "object" && value.richText !== undefined) return plain(value)
  const text = plain(value)
  if (type === "s") {
    const shared = texts[Number(text)]
    return shared === undefined ? { fault: "a text that the workbook has not" } : plain(shared)
  }
  if (type === "e") return { fault: text || "an error" }
  if (type === "b") return text === "1" || text === "true" ? "TRUE" : "FALSE"
  if (!isNumber) return unescaped(text)
  const number = Number(text)
  if (!Number.isFinite(number)) return { fault: "no number" }
  const format = styleId === undefined ? undefined : formatOf(styleId)
  const shown = shownAs(format)
  if (shown.shown_as !== "date")
    return Math.abs(number) < tooLong
      ? { text: shownNumber(number, format), shown }
      : { fault: "a number of more digits than spreadsheets keep (15; texts keep all)" }
  const date = dateText(number, is1904)
  return date === undefined ? { fault: "no date" } : { text: date, shown }
}
