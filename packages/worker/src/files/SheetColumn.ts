import type { ColumnKind, ExportCell, ExportRow } from "@hangtag/core/adapter"

/** A column of a sheet: what all of its cells share. */
export interface SheetColumn {
  readonly name: string
  readonly kind: ColumnKind
  readonly letters: string
  /** As a sheet counts it: characters, and the cell's own margin. */
  readonly width: number
}

/** Texts that take more than this are wrapped. */
export const widest = 60
/** Room for the filter button beside the header's text. */
const headerRoom = 4

/** By what a cell of the kind can show at most, as rows yet to come may. */
const narrowest: Readonly<Record<ColumnKind, number>> = {
  text: 8,
  // 2026-12-01
  any: 12,
  // 1234567890
  number: 12,
  // 999,999,999.99
  price: 16,
  // 2026-12-01 09:00:00.123
  "date-time": 24,
}
/** In print: what is wider is shown smaller. */
const printed: Readonly<Record<ColumnKind, number>> = { ...narrowest, number: 9, price: 11, "date-time": 12 }

const longestWord = (name: string): number =>
  Math.max(...name.split(" ").map((word) => shownLength(word, widest)))

/** Fifteen digits, sign and point: of an attribute that has numbers. */
const numberWidth = 18

const isNumber = (cell: ExportCell): boolean =>
  typeof cell === "object" && cell !== null && cell.kind === "number"

const cellWidth = (cell: ExportCell): number =>
  cell === null
    ? 0
    : typeof cell === "string"
      ? shownLength(cell, widest) + 1
      : isNumber(cell)
        ? numberWidth
        : narrowest.any

/** The columns of a sheet, as wide as their kind asks for, else as the header and the first rows show them. */
export const sheetColumns = (
  names: ReadonlyArray<string>,
  kinds: ReadonlyArray<ColumnKind> | undefined,
  sample: ReadonlyArray<ExportRow>,
  isPrinted = false,
): ReadonlyArray<SheetColumn> =>
  names.map((name, index) => {
    const kind = kinds?.[index] ?? "any"
    const isKnown = kind !== "any" && kind !== "text"
    const heading = isPrinted ? longestWord(name) : shownLength(name, widest)
    let width = Math.max((isPrinted ? printed : narrowest)[kind], heading + headerRoom)
    if (!isKnown) for (const row of sample) width = Math.max(width, cellWidth(row[index] ?? null))
    return { name, kind, letters: columnName(index), width: Math.min(width, widest) }
  })

/** The letters of a column, counted from 0: A, B, …, Z, AA, …, XFD. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

// East Asian wide and full-width letters, which take the room of two: UAX #11, W and F, below U+10000.
export const wideRanges = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
] as const

/** Whether a UTF-16 unit is a letter of double width. Half of a pair is not: both together are. */
export const isWide = (code: number): boolean =>
  code >= 0x1100 && wideRanges.some(([first, last]) => code >= first && code <= last)

/** The room that the longest line of a text takes, in characters; of what is past `enough` nothing is known. */
export function shownLength(text: string, enough: number): number {
  let longest = 0
  let line = 0
  for (let index = 0; index < text.length && line < enough; index++) {
    const code = text.charCodeAt(index)
    if (code === 10 || code === 13) line = 0
    else line += isWide(code) ? 2 : 1
    if (line > longest) longest = line
  }
  return longest
}
