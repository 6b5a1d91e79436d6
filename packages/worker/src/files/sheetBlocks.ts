import { ByteBlocks } from "./ByteBlocks.ts"
import { type EncodedCounts, noCounts } from "./EncodedFile.ts"
import { ExportLimitExceeded } from "./ExportLimitExceeded.ts"
import type { RowCursor } from "./RowCursor.ts"
import type { SheetXml } from "./SheetXml.ts"

export interface SheetLimits {
  readonly rows: number
  readonly bytes: number
}

/** Writes one sheet with as many of the rows as it holds and returns the number of its last row. */
export async function* sheetBlocks(
  sheet: SheetXml,
  number: number,
  cursor: RowCursor,
  limits: SheetLimits,
  counts: EncodedCounts,
): AsyncGenerator<Uint8Array, number, undefined> {
  const out = new ByteBlocks()
  const room = limits.bytes - sheet.tail(limits.rows).length
  let last = 1
  out.write(sheet.head(number))
  counts.sheets++
  while (last < limits.rows || last === 1) {
    const row = cursor.peek() ?? (await cursor.pull())
    if (row === undefined) break
    // Counted apart, as a row that no longer fits is written again in the next sheet.
    const rowCounts = noCounts()
    const xml = sheet.row(row, last + 1, rowCounts)
    if (out.bytes + xml.length * 3 > room && out.bytes + Buffer.byteLength(xml) > room) {
      if (last > 1) break
      throw new ExportLimitExceeded({
        reason: "file-size",
        limit: limits.bytes,
        actual: out.bytes + xml.length,
      })
    }
    out.write(xml)
    cursor.advance()
    last++
    counts.rows++
    counts.truncatedCells += rowCounts.truncatedCells
    counts.numbersAsText += rowCounts.numbersAsText
    counts.datesAsText += rowCounts.datesAsText
    if (out.ready) yield* out.take()
  }
  out.write(sheet.tail(last))
  yield* out.takeAll()
  return last
}
