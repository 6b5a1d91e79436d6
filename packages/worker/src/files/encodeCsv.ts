import { setImmediate as nextTurn } from "node:timers/promises"
import type { ExportRow } from "@hangtag/core"
import { ByteBlocks } from "./ByteBlocks.ts"
import { csvCell, csvText } from "./csvCell.ts"
import { type EncodedCounts, type EncodedFile, noCounts } from "./EncodedFile.ts"
import { RowCursor } from "./RowCursor.ts"

export interface CsvOptions {
  /** Begin with a UTF-8 byte order mark, by which Excel tells UTF-8. Default true. */
  readonly bom?: boolean | undefined
  /** Put an apostrophe before texts that a spreadsheet would run as a formula. Default true. */
  readonly formulaGuard?: boolean | undefined
}

/** Encodes rows as RFC 4180 csv: comma, CRLF, the header first. */
export function encodeCsv(
  columns: ReadonlyArray<string>,
  batches: AsyncIterable<ReadonlyArray<ExportRow>>,
  options: CsvOptions = {},
): EncodedFile {
  const counts = noCounts()
  const chunks = csvChunks(columns, batches, options, counts)
  return { counts, [Symbol.asyncIterator]: () => chunks }
}

async function* csvChunks(
  columns: ReadonlyArray<string>,
  batches: AsyncIterable<ReadonlyArray<ExportRow>>,
  { bom = true, formulaGuard = true }: CsvOptions,
  counts: EncodedCounts,
): AsyncGenerator<Uint8Array, void, undefined> {
  const out = new ByteBlocks()
  const cursor = new RowCursor(batches, columns.length)
  counts.sheets = 1
  if (bom) out.write("\uFEFF")
  out.write(endOfLine(columns.map((header) => csvText(header, formulaGuard)).join(",")))
  try {
    for (;;) {
      const row = cursor.peek() ?? (await cursor.pull())
      if (row === undefined) break
      let line = csvCell(row[0] ?? null, formulaGuard)
      for (let i = 1; i < row.length; i++) line += `,${csvCell(row[i]!, formulaGuard)}`
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
