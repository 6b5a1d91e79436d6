import type { ColumnKind, ExportRow } from "@hangtag/core/adapter"
import { type AboutLines, aboutSheet } from "./aboutSheet.ts"
import { inBlocks } from "./ByteBlocks.ts"
import { type EncodedCounts, type EncodedFile, noCounts } from "./EncodedFile.ts"
import { ExportLimitExceeded } from "./ExportLimitExceeded.ts"
import { RowCursor } from "./RowCursor.ts"
import { sheetColumns } from "./SheetColumn.ts"
import type { SheetLayout } from "./SheetLayout.ts"
import { SheetXml } from "./SheetXml.ts"
import { sheetBlocks } from "./sheetBlocks.ts"
import type { SheetPrint } from "./sheetPrint.ts"
import { firstParts, sheetPath, workbookParts } from "./workbookParts.ts"
import { xlsxLimits } from "./xlsxCell.ts"
import { ZipArchive } from "./ZipArchive.ts"

/** How xlsx is written; each has a default. */
export interface XlsxOptions {
  /** Deflate level 1 to 9. Default 5: as few bytes as 6, zlib's own, in two thirds of its time; three tenths fewer than 1. */
  readonly compressionLevel?: number | undefined
  /** Rows of a sheet, the header among them. Default and greatest: 1,048,576. */
  readonly maxRowsPerSheet?: number | undefined
  /** Bytes of a sheet before compression; the next sheet begins before. Default and greatest: 4 GiB - 2. */
  readonly maxSheetBytes?: number | undefined
  /** Bytes of the file, refused past it. Default and greatest: 4 GiB - 2. */
  readonly maxFileBytes?: number | undefined
}

/** What is known of the sheets beside their rows. */
export interface SheetFacts {
  /** What the columns hold; of any kind by default. */
  readonly kinds?: ReadonlyArray<ColumnKind> | undefined
  /** What a sheet behind the others says of the file; none by default. */
  readonly about?: AboutLines | undefined
  /** How a sheet is laid out that people write into; none is unless given. */
  readonly layout?: SheetLayout | undefined
  /** How the rows are printed; as the program that shows them has it unless given. */
  readonly print?: SheetPrint | undefined
}

/** Rows that, with the header, decide the width of columns whose kind does not. */
const sampleSize = 100

/**
 * Encodes rows as an xlsx workbook of as many sheets as they need (`Export`, `Export 2`, …), each with the header.
 * Reading it fails with `ExportLimitExceeded` for too many columns or too large a file.
 */
export function encodeXlsx(
  columns: ReadonlyArray<string>,
  batches: AsyncIterable<ReadonlyArray<ExportRow>>,
  options: XlsxOptions = {},
  facts: SheetFacts = {},
): EncodedFile {
  const counts = noCounts()
  const chunks = xlsxChunks(columns, facts, batches, options, counts)
  return { counts, [Symbol.asyncIterator]: () => chunks }
}

async function* xlsxChunks(
  columns: ReadonlyArray<string>,
  { kinds, about, layout, print }: SheetFacts,
  batches: AsyncIterable<ReadonlyArray<ExportRow>>,
  options: XlsxOptions,
  counts: EncodedCounts,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (columns.length > xlsxLimits.columns) {
    throw new ExportLimitExceeded({ reason: "columns", limit: xlsxLimits.columns, actual: columns.length })
  }
  const limits = {
    rows: options.maxRowsPerSheet ?? xlsxLimits.rowsPerSheet,
    bytes: options.maxSheetBytes ?? xlsxLimits.bytes,
  }
  const cursor = new RowCursor(batches, columns.length)
  const zip = new ZipArchive(options.compressionLevel ?? 5)
  const areas: Array<string> = []

  async function* parts(): AsyncGenerator<Uint8Array, void, undefined> {
    const sample = await cursor.sample(sampleSize)
    const shown = sheetColumns(columns, kinds, sample, print !== undefined && layout === undefined)
    const sheet = new SheetXml(shown, counts, layout, print)
    async function* blocks(): AsyncGenerator<Uint8Array, void, undefined> {
      areas.push(sheet.area(yield* sheetBlocks(sheet, areas.length + 1, cursor, limits, counts)))
    }
    for (const [path, xml] of firstParts(layout !== undefined, print)) yield* zip.text(path, xml)
    do yield* zip.stream(sheetPath(areas.length + 1), blocks())
    while ((await cursor.pull()) !== undefined)
    const aboutXml = about && aboutSheet(about, counts)
    for (const [path, xml] of workbookParts(areas, aboutXml, layout, counts, print !== undefined))
      yield* zip.text(path, xml)
    yield* zip.end()
  }
  try {
    yield* inBlocks(parts(), options.maxFileBytes ?? xlsxLimits.bytes)
  } finally {
    await cursor.close()
  }
}
