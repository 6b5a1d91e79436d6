import { createReadStream } from "node:fs"
import { open } from "node:fs/promises"
import { pipeline } from "node:stream"
import { CsvError, type InfoRecord, type Parser, parse } from "csv-parse"
import { maxLineBytes } from "./readLines.ts"
import { RowBlocks, type SheetBlock, type SheetRow } from "./SheetRow.ts"
import { firstBytes } from "./stagedFile.ts"

const delimiters = [",", ";", "\t", "|"]

const unquotedOf = (text: string) => text.replaceAll(/"(?:[^"]|"")*"/g, "")

/** What separates the columns: what Excel wrote into a line before them, else what stands most often in the first line that is not blank, outside quotes. */
export const delimiterOf = (start: string): string => {
  const line = start.replace(/^\uFEFF/, "").trimStart()
  const [, said] = /^sep=(.)/.exec(line) ?? []
  if (said !== undefined) return said
  const unquoted = unquotedOf(line)
    .split(/[\r\n]/, 1)
    .join("")
  const count = (delimiter: string) => unquoted.split(delimiter).length
  return delimiters.toSorted((a, b) => count(b) - count(a))[0] ?? ","
}

const faultTexts: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'opens a quote (") that is never closed; nothing from here on was read',
  CSV_MAX_RECORD_SIZE:
    'is longer than 16 MiB, most likely for want of a closing quote ("); nothing from here on was read',
}

/** A sheet of Excel's has 16,384 columns. The parser holds a row whole, and its limit of bytes counts no empty cells. */
const mostCells = 100_000

class TooManyCells extends Error {
  /** Before it, as of the parser's own errors. */
  readonly empty_lines: number
  constructor(emptyLines: number) {
    super()
    this.empty_lines = emptyLines
  }
}

const count = (cells: ReadonlyArray<string>, pattern: RegExp): number =>
  cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0)

/** What the parser holds of the row that has not ended, and for which it has no type. */
interface Held {
  readonly record: ReadonlyArray<string>
  /** Of the cell that has not ended. */
  readonly field: { prepend: (quote: Buffer) => void; readonly toString: () => string }
}
const heldBy = (parser: object): Held | undefined => (parser as { readonly state?: Held }).state

/** The parser has no limit of cells of its own. */
const cellsHeld = (parser: object): number => heldBy(parser)?.record.length ?? 0

/**
 * The rows, by how many were before, in which a quote is closed by one that more text follows, lines further down: the parser takes
 * all of it for the cell's text, the rows in between too.
 */
const rowsSwallowing = (parser: Parser): ReadonlySet<number> => {
  const rows = new Set<number>()
  const field = heldBy(parser)?.field
  const prepend = field?.prepend.bind(field)
  if (field !== undefined && prepend !== undefined)
    field.prepend = (quote) => {
      if (/[\r\n]/.test(field.toString())) rows.add(parser.info.records)
      prepend(quote)
    }
  return rows
}

const cutOff =
  "is the last one and has no line break at its end, as of a file that was cut off; look whether it is complete, and end it with a line break"

const swallows = (line: number) =>
  `has a quote (") that is closed in the middle of a cell further down: what stands up to line ${line} may be rows of their own; look for a quote too many or too few`

const lastByte = async (path: string): Promise<number | undefined> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return (await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))).buffer[0]
  } finally {
    await file.close()
  }
}

/** Whether a carriage return ends no row: the first one ends otherwise, and one stands alone further down. */
const hasStrayReturns = async (path: string): Promise<boolean> => {
  const start = new TextDecoder().decode(await firstBytes(path))
  if (/\r\n|\n|\r/.exec(unquotedOf(start))?.[0] === "\r") return false
  let isOpen = false
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (isOpen && chunk[0] !== 10) return true
    isOpen = chunk.at(-1) === 13
    for (let at = chunk.indexOf(13); at !== -1 && at < chunk.length - 1; at = chunk.indexOf(13, at + 1))
      if (chunk[at + 1] !== 10) return true
  }
  return isOpen
}

const strayReturn =
  "has a line break (CR) in a cell without quotes, and the first row ends with another kind (LF): it may be a text in two lines, or the end of a row; put the cell in quotes, or save the file again with one kind of line breaks"

/**
 * Reads rows separated by `delimiter` (RFC 4180, line ends as the first one, byte order mark or none), the header among them. One with
 * fewer cells than the first row is a fault, and so is a last one without a line break.
 */
export async function* csvRows(path: string, delimiter: string): AsyncGenerator<SheetBlock> {
  const isCutOff = ![10, 13].includes((await lastByte(path)) ?? 10)
  const stray = new Set<number>()
  const hasStray = await hasStrayReturns(path)
  const source = createReadStream(path, { highWaterMark: 256 * 1024 })
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    record_delimiter: hasStray ? ["\r\n", "\n"] : ["\r\n", "\n", "\r"],
    ...(hasStray && {
      cast: (cell: string, { quoting, records }: { readonly quoting: boolean; readonly records: number }) => {
        if (!quoting && cell.includes("\r")) stray.add(records)
        return cell
      },
    }),
    relax_column_count: true,
    // 5" in a cell without quotes means 5"
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxLineBytes,
  })
  const swallowing = rowsSwallowing(parser)
  let failure: unknown
  const watched = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      yield chunk
      // of the row that has not ended; it ends here, and is refused below
      if (cellsHeld(parser) > mostCells) return
    }
  }
  pipeline(source, watched, parser, (error) => {
    failure = error ?? undefined
  })
  const blocks = new RowBlocks(source)
  // csv-parse counts a CRLF inside quotes as two lines
  let counted = 0
  let end = 0
  let emptyLines = 0
  let width: number | undefined
  // the last one is known once no other comes
  let last: SheetRow | undefined
  try {
    for await (const { info, record: cells } of parser as AsyncIterable<{
      info: InfoRecord
      record: Array<string>
    }>) {
      if (cells.length > mostCells) throw new TooManyCells(info.empty_lines)
      counted += count(cells, /\r\n/g)
      end = info.lines - counted
      emptyLines = info.empty_lines
      // Excel's note of what separates the columns
      if (width === undefined && cells[0] === "sep=") continue
      const isBlank = cells.every((cell) => cell.trim() === "")
      if (!isBlank) width ??= cells.length
      const isShort = !isBlank && width !== undefined && cells.length < width
      const fault = `has ${cells.length} cells where the first row names ${width} columns; write every cell, also those that are empty`
      if (last !== undefined && blocks.add(last)) yield blocks.take()
      last = { line: end - count(cells, /\r\n|\n|\r/g), cells, ...(isShort && { fault }) }
      if (stray.has(info.records - 1)) last = { ...last, fault: strayReturn, isBroken: true }
      if (swallowing.has(info.records - 1)) last = { ...last, fault: swallows(end), isBroken: true }
    }
    if (last !== undefined)
      blocks.add(isCutOff ? { ...last, fault: cutOff, isBroken: last.fault !== undefined } : last)
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof TooManyCells)) throw failure ?? error
    const text =
      error instanceof TooManyCells
        ? `has more than ${mostCells} cells; nothing from here on was read`
        : (faultTexts[error.code] ?? `cannot be read: ${error.message}`)
    if (last !== undefined) blocks.add(last)
    const skipped = typeof error.empty_lines === "number" ? error.empty_lines - emptyLines : 0
    yield { ...blocks.take(), fault: { line: end + skipped + 1, text } }
    return
  }
  yield blocks.take()
}
