import { open, stat } from "node:fs/promises"
import { extname } from "node:path"
import { Effect } from "effect"
import { csvRows } from "./csvRows.ts"
import { FileNotImportable } from "./FileNotImportable.ts"
import type { CatalogFile } from "./ImportItem.ts"
import { ndjsonFile } from "./ndjsonFile.ts"
import type { SheetBlock } from "./SheetRow.ts"
import { shopifyColumns } from "./shopifyColumns.ts"
import { shopifyFile } from "./shopifyFile.ts"
import { xlsxRows } from "./xlsxRows.ts"

type Format = "ndjson" | "csv" | "xlsx"

const formatOfExtension: Readonly<Record<string, Format>> = {
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".csv": "csv",
  ".xlsx": "xlsx",
}
const readers: Readonly<Record<"csv" | "xlsx", (path: string) => AsyncIterable<SheetBlock>>> = {
  csv: csvRows,
  xlsx: xlsxRows,
}
const hasPrefix = (bytes: Uint8Array, ...prefix: ReadonlyArray<number>) =>
  prefix.every((byte, index) => bytes[index] === byte)

const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "reading it is not permitted",
  EISDIR: "it is a folder; name the files in it",
}

export const fileFailure =
  (file: string) =>
  (error: unknown): FileNotImportable => {
    if (error instanceof FileNotImportable) return error
    const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : ""
    const reason = systemReasons[code] ?? (error instanceof Error ? error.message : String(error))
    return new FileNotImportable({ file, reason })
  }

/** The format by extension, else by the first bytes; a sentence where it is none that can be read. */
const detectFormat = (path: string, start: Uint8Array): Format | { readonly reason: string } => {
  if (hasPrefix(start, 0x1f, 0x8b)) return { reason: "it is compressed; unpack it with gunzip" }
  if (hasPrefix(start, 0xff, 0xfe) || hasPrefix(start, 0xfe, 0xff)) {
    return { reason: "it is UTF-16; save it as UTF-8" }
  }
  const byExtension = formatOfExtension[extname(path).toLowerCase()]
  const isZip = hasPrefix(start, 0x50, 0x4b, 3, 4)
  if (byExtension === "xlsx" && !isZip) return { reason: "it is no xlsx workbook, whatever its name says" }
  if (byExtension !== undefined && !(isZip && byExtension !== "xlsx")) return byExtension
  if (isZip) return "xlsx"
  const text = new TextDecoder().decode(start).trimStart()
  if (text.startsWith("[")) return { reason: "it is a JSON array; write one object a line (NDJSON)" }
  return text.startsWith("{") ? "ndjson" : "csv"
}

const firstBytes = async (path: string): Promise<Uint8Array> => {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const firstRow = async (rows: AsyncIterable<SheetBlock>): Promise<ReadonlyArray<string>> => {
  for await (const block of rows) if (block.rows[0] !== undefined) return block.rows[0].cells
  return []
}

/** Finds out what a file is and whether it can be imported, before anything is written. */
export const openCatalogFile = (
  path: string,
  effectiveFrom: string,
): Effect.Effect<CatalogFile, FileNotImportable> =>
  Effect.tryPromise({
    try: async () => {
      const stats = await stat(path)
      const refuse = (reason: string) => new FileNotImportable({ file: path, reason })
      if (stats.isDirectory()) throw refuse("it is a folder; name the files in it")
      if (!stats.isFile()) throw refuse("it is read more than once, so a pipe will not do; save it as a file")
      const format = detectFormat(path, await firstBytes(path))
      if (typeof format === "object") throw refuse(format.reason)
      if (format === "ndjson") return ndjsonFile(path, path, stats.size)
      const rows = () => readers[format](path)
      const columns = shopifyColumns(await firstRow(rows()))
      if (typeof columns === "string") throw refuse(columns)
      return shopifyFile({ name: path, size: stats.size, columns, rows, effectiveFrom })
    },
    catch: fileFailure(path),
  })
