import { setImmediate as nextTurn } from "node:timers/promises"
import type { ExportRow } from "@hangtag/core"
import { ByteBlocks } from "./ByteBlocks.ts"
import { type CsvFormat, csvCell, csvText } from "./csvCell.ts"
import { type EncodedCounts, type EncodedFile, noCounts } from "./EncodedFile.ts"
import { gzipped } from "./gzipped.ts"
import { RowCursor } from "./RowCursor.ts"

export interface CsvOptions {
  /** Begin with a UTF-8 byte order mark, by which Excel tells UTF-8. Default true. */
  readonly bom?: boolean | undefined
  /** Default comma. */
  readonly delimiter?: CsvFormat["delimiter"] | undefined
  /** Default point. */
  readonly decimal?: CsvFormat["decimal"] | undefined
  /** Put an apostrophe before texts that a spreadsheet would run as a formula. Default true. */
  readonly formulaGuard?: boolean | undefined
  /** Compress the file. Default false. */
  readonly gzip?: boolean | undefined
}

/** Encodes rows as RFC 4180 csv: CRLF, the header first. */
export function encodeCsv(
  columns: ReadonlyArray<string>,
  batches: AsyncIterable<ReadonlyArray<ExportRow>>,
  options: CsvOptions = {},
): EncodedFile {
  const counts = noCounts()
  const text = csvChunks(columns, batches, options, counts)
  const chunks = options.gzip ? gzipped(text) : text
  return { counts, [Symbol.asyncIterator]: () => chunks }
}

async function* csvChunks(
  columns: ReadonlyArray<string>,
  batches: AsyncIterable<ReadonlyArray<ExportRow>>,
  { bom = true, delimiter = ",", decimal = ".", formulaGuard = true }: CsvOptions,
  counts: EncodedCounts,
): AsyncGenerator<Uint8Array, void, undefined> {
  const out = new ByteBlocks()
  const format: CsvFormat = { delimiter, decimal, formulaGuard }
  const cursor = new RowCursor(batches, columns.length)
  counts.sheets = 1
  if (bom) out.write("\uFEFF")
  out.write(endOfLine(columns.map((header) => csvText(header, format)).join(delimiter)))
  try {
    for (;;) {
      const row = cursor.peek() ?? (await cursor.pull())
      if (row === undefined) break
      let line = csvCell(row[0] ?? null, format)
      for (let i = 1; i < row.length; i++) line += delimiter + csvCell(row[i]!, format)
      out.write(endOfLine(line))
      cursor.advance()
      counts.rows++
      if (out.ready) {
        yield* out.take()
        // Rows may come without ever waiting; other work of the process gets its turn here.
        await nextTurn()
      }
    }
    yield* out.takeAll()
  } finally {
    await cursor.close()
  }
}

// A line with nothing on it would be skipped by readers, so one empty cell is written as a quoted one.
const endOfLine = (line: string) => (line === "" ? '""\r\n' : `${line}\r\n`)
