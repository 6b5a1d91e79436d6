import { stat } from "node:fs/promises"
import type { PriceSheetFile, SheetRow } from "@hangtag/core"
import { Effect } from "effect"
import { csvRows, delimiterOf } from "../csvRows.ts"
import { FileNotImportable } from "../importErrors.ts"
import { detectFormat, fileFailure, wideEncoding } from "../openCatalogFile.ts"
import { readWorkbook } from "../readWorkbook.ts"
import { requireModestSize } from "../requireModestSize.ts"
import { decodedFile, firstBytes, isWindowsText } from "../stagedFile.ts"
import { sheetCells } from "./sheetCells.ts"

/** The most bytes of a price sheet. */
export const mostSheetBytes = 20 * 1024 ** 2

const csvSheet = async (path: string, start: Uint8Array): Promise<PriceSheetFile> => {
  const rows: Array<SheetRow> = []
  for await (const block of csvRows(path, delimiterOf(new TextDecoder().decode(start)))) {
    for (const { line, cells, fault, isBroken } of block.rows) {
      if (isBroken) throw new Error(`its row ${line} ${fault}`)
      if (cells.every((text) => text === "")) continue
      // the last one says how many there are: a comma that is not quoted makes one more
      const own = cells.flatMap((text, index) =>
        text === "" && index < cells.length - 1 ? [] : [{ column: index + 1, kind: "text" as const, text }],
      )
      rows.push({ row: line, cells: own })
    }
    // where it breaks off nothing is known of the rest
    if (block.fault !== undefined) throw new Error(`its row ${block.fault.line} ${block.fault.text}`)
  }
  return { sheets: [{ name: "csv", rows }], is_1904: false }
}

const workbookSheets = async (path: string): Promise<PriceSheetFile> => {
  await requireModestSize(path)
  const sheets = await readWorkbook(path)
  return {
    sheets: sheets.flatMap((sheet) =>
      sheet.isHidden ? [] : [{ name: sheet.name, rows: sheetCells(sheet) }],
    ),
    is_1904: sheets.some(({ context }) => context.is1904),
  }
}

/**
 * Reads a price sheet, xlsx or csv, into the rows of its sheets that are shown. Fails with what the file is, and what to do,
 * where it is none of these, is too large, or unpacks to more than an import may hold.
 */
export const readPriceSheet = Effect.fnUntraced(function* (path: string, name: string = path) {
  const failed = fileFailure(name)
  const attempt = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: failed })
  const refuse = (reason: string) => new FileNotImportable({ file: name, reason })
  const { size } = yield* attempt(() => stat(path))
  if (size > mostSheetBytes) return yield* refuse("it is larger than 20 MB; take it in parts")
  let actual = path
  let start = yield* attempt(() => firstBytes(actual))
  if (start.length === 0) return yield* refuse("it is empty; look whether it was saved where you expect it")
  if (start[0] === 0x1f && start[1] === 0x8b)
    return yield* refuse("it is packed with gzip; unpack it, and take the xlsx or csv file in it")
  const encoding = wideEncoding(start)
  if (encoding !== undefined) {
    actual = yield* decodedFile(actual, encoding, failed)
    start = yield* attempt(() => firstBytes(actual))
  }
  const format = detectFormat(name, start)
  if (typeof format === "object") return yield* refuse(format.reason)
  if (format === "ndjson") return yield* refuse("it is a file of JSON; a price sheet is xlsx or csv")
  if (format === "xlsx") return yield* attempt(() => workbookSheets(actual))
  if (yield* attempt(() => isWindowsText(actual))) actual = yield* decodedFile(actual, "windows-1252", failed)
  return yield* attempt(() => csvSheet(actual, start))
}, Effect.scoped)
