import { setImmediate as nextTurn } from "node:timers/promises"
import type { ExportRow } from "@hangtag/core/adapter"
import { ByteBlocks } from "./ByteBlocks.ts"
import { type CsvFormat, csvCell } from "./csvCell.ts"
import { gzipped } from "./deflated.ts"
import { type EncodedCounts, type EncodedFile, noCounts } from "./EncodedFile.ts"
import { ExportLimitExceeded } from "./ExportLimitExceeded.ts"
import { RowCursor } from "./RowCursor.ts"

/** How csv is written; each has a default. */
export interface CsvOptions {
  /** Begin with a UTF-8 byte order mark, by which Excel tells UTF-8. Default true. */
  readonly bom?: boolean | undefined
  /** Default comma. */
  readonly delimiter?: CsvFormat["delimiter"] | undefined
  /** Default point. */
  readonly decimal?: CsvFormat["decimal"] | undefined
  /** Put an apostrophe before texts that a spreadsheet would run as a formula. Default true. */
  readonly formulaGuard?: boolean | undefined
  /** Bytes of the file before compression, refused past it. Default 4 GiB. */
  readonly maxFileBytes?: number | undefined
  /** Compress the file. Default false. */
  readonly gzip?: boolean | undefined
}

/** Of a row, before they are handed on: a row may be longer than a text can be. */
const charactersAtATime = 1_000_000

/** Encodes rows as RFC 4180 csv: CRLF, the header first. Reading it fails with `ExportLimitExceeded` past its size. */
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
  {
    bom = true,
    delimiter = ",",
    decimal = ".",
    formulaGuard = true,
    maxFileBytes = 4 * 1024 ** 3,
  }: CsvOptions,
  counts: EncodedCounts,
): AsyncGenerator<Uint8Array, void, undefined> {
  const out = new ByteBlocks()
  const format: CsvFormat = { delimiter, decimal, formulaGuard }
  const cursor = new RowCursor(batches, columns.length)
  const taken = () => {
    if (out.bytes <= maxFileBytes) return out.take()
    throw new ExportLimitExceeded({ reason: "csv-size", limit: maxFileBytes, actual: out.bytes })
  }
  counts.sheets = 1
  if (bom) out.write("\uFEFF")
  try {
    for (let row: ExportRow | undefined = columns; row !== undefined; ) {
      let line = ""
      let isBegun = false
      for (let i = 0; i < row.length; i++) {
        line += i === 0 ? csvCell(row[0]!, format) : delimiter + csvCell(row[i]!, format)
        if (line.length < charactersAtATime) continue
        out.write(line)
        yield* taken()
        line = ""
        isBegun = true
      }
      // A line with nothing on it would be skipped by readers, so one empty cell is written as a quoted one.
      out.write(line === "" && !isBegun ? '""\r\n' : `${line}\r\n`)
      if (row !== columns) {
        cursor.advance()
        counts.rows++
      }
      if (out.ready) {
        yield* taken()
        // Rows may come without ever waiting; other work of the process gets its turn here.
        await nextTurn()
      }
      row = cursor.peek() ?? (await cursor.pull())
    }
    yield* taken()
    yield* out.takeAll()
  } finally {
    await cursor.close()
  }
}
