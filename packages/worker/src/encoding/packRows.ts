import type { ExportCell, ExportRow } from "@hangtag/core/adapter"

/**
 * Rows of one width in three values, which cross between threads at a third of the cost of the rows themselves:
 * what kind each cell is of, all texts in one, and where in it each cell's text ends.
 */
export interface PackedRows {
  readonly width: number
  readonly kinds: Uint8Array<ArrayBuffer>
  readonly ends: Uint32Array<ArrayBuffer>
  readonly text: string
}

const kindNames = ["null", "string", "true", "false", "number", "date", "date-time"] as const

const kindCodes = Object.fromEntries(kindNames.map((name, code) => [name, code])) as Readonly<
  Record<(typeof kindNames)[number], number>
>

const kindOf = (cell: ExportCell): number =>
  cell === null
    ? kindCodes.null
    : typeof cell === "string"
      ? kindCodes.string
      : typeof cell === "boolean"
        ? kindCodes[`${cell}`]
        : kindCodes[cell.kind]

export const packRows = (rows: ReadonlyArray<ExportRow>, width: number): PackedRows => {
  const kinds = new Uint8Array(rows.length * width)
  const ends = new Uint32Array(rows.length * width)
  let text = ""
  let index = 0
  for (const row of rows) {
    if (row.length !== width) throw new Error(`An export row has ${row.length} cells for ${width} columns`)
    for (const cell of row) {
      kinds[index] = kindOf(cell)
      if (typeof cell === "string") text += cell
      else if (typeof cell === "object" && cell !== null) {
        if (cell.kind === "date-time") text += cell.local
        text += cell.text
      }
      ends[index++] = text.length
    }
  }
  return { width, kinds, ends, text }
}

/** Of what `localDateTime` writes. */
const localLength = 26

const cellOf = (kind: (typeof kindNames)[number], text: string): ExportCell => {
  switch (kind) {
    case "null":
      return null
    case "string":
      return text
    case "true":
      return true
    case "false":
      return false
    case "date-time":
      return { kind, text: text.slice(localLength), local: text.slice(0, localLength) }
    default:
      return { kind, text }
  }
}

/** This many rows at a time live and die in the thread's small young generation; 1,000 cost a fifth more. */
const atATime = 100

/** The rows again, a few at a time. */
export function* unpackRows({ width, kinds, ends, text }: PackedRows): Generator<ReadonlyArray<ExportRow>> {
  let rows: Array<ExportRow> = []
  let from = 0
  for (let index = 0; index < kinds.length; ) {
    const row: Array<ExportCell> = []
    for (let column = 0; column < width; column++, index++) {
      const end = ends[index]!
      row.push(cellOf(kindNames[kinds[index]!]!, text.slice(from, end)))
      from = end
    }
    rows.push(row)
    if (rows.length === atATime) {
      yield rows
      rows = []
    }
  }
  if (rows.length > 0) yield rows
}
