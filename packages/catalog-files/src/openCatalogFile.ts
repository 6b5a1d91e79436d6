import { constants, createWriteStream, openSync } from "node:fs"
import { mkdtemp, open, rm, stat, statfs } from "node:fs/promises"
import { Socket } from "node:net"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { pipeline } from "node:stream/promises"
import { Effect } from "effect"
import { csvRows } from "./csvRows.ts"
import { FileNotImportable } from "./FileNotImportable.ts"
import type { CatalogFile } from "./ImportItem.ts"
import { ndjsonFile } from "./ndjsonFile.ts"
import { readLines } from "./readLines.ts"
import { requireModestSize } from "./requireModestSize.ts"
import type { SheetBlock } from "./SheetRow.ts"
import { shopifyColumns } from "./shopifyColumns.ts"
import { shopifyFile } from "./shopifyFile.ts"
import type { ShopifyChoices } from "./shopifyVariant.ts"
import { withinSpace } from "./withinSpace.ts"
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

/** What an archive is, by its first part. */
const zipFault = (start: Uint8Array): string | undefined => {
  const first = Buffer.from(start.subarray(30, 30 + (start[26] ?? 0))).toString("latin1")
  if (/^\/?(\[Content_Types\]\.xml$|_rels\/|docProps\/|customXml\/|xl\/)/.test(first)) return undefined
  return first === "mimetype"
    ? "it is an OpenDocument sheet; save it as xlsx, or as CSV UTF-8"
    : "it is a zip archive; unpack it, and import the files in it"
}

/** What is no text that can be read, nor an xlsx workbook. */
const faultOf = (start: Uint8Array): string | undefined => {
  if (hasPrefix(start, 0x1f, 0x8b)) return "it is compressed; unpack it with gunzip"
  if (hasPrefix(start, 0xd0, 0xcf, 0x11, 0xe0)) {
    return "it is a workbook of Excel 97 to 2003 (xls); save it as xlsx, or as CSV UTF-8"
  }
  if (hasPrefix(start, 0x50, 0x4b, 3, 4)) return zipFault(start)
  // text without a byte order mark has a NUL for half of every letter
  const isWide = start[0] === 0 || start[1] === 0
  return isWide || hasPrefix(start, 0xff, 0xfe) || hasPrefix(start, 0xfe, 0xff)
    ? "it is UTF-16; save it as UTF-8"
    : undefined
}

/** The format by extension, else by the first bytes; a sentence where it is none that can be read. */
const detectFormat = (path: string, start: Uint8Array): Format | { readonly reason: string } => {
  const reason = faultOf(start)
  if (reason !== undefined) return { reason }
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

/** The first rows that are not blank, at most two. */
const firstRows = async (rows: AsyncIterable<SheetBlock>): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const found: Array<ReadonlyArray<string>> = []
  for await (const block of rows) {
    for (const { cells } of block.rows) {
      if (cells.some((cell) => cell.trim() !== "") && found.push(cells) === 2) return found
    }
    if (block.fault === undefined) continue
    if (found.length === 0) throw new Error(`its first row ${block.fault.text}`)
    // there is a row, though it cannot be read: that is told by its line
    found.push([])
  }
  return found
}

const hasLines = async (path: string): Promise<boolean> => {
  for await (const { lines } of readLines(path)) {
    if (lines.some((line) => typeof line !== "string" || line.trim() !== "")) return true
  }
  return false
}

/** As many as a sheet of Excel's may have. */
const mostColumns = 16_384

const isEmpty = "it is empty; look whether it was saved where you expect it"

/** Opens a pipe without waiting for who writes to it: nothing ends a thread that waits so, not even the process's end. */
const openPipe = (path: string): Socket =>
  new Socket({
    fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
    readable: true,
    writable: false,
  })

/** Keeps what can be read only once, standard input or a pipe, in a file of its own until the import ends. */
const stagedFile = (source: NodeJS.ReadableStream | string) =>
  Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "hangtag-import-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true })),
  ).pipe(
    Effect.flatMap((folder) => {
      const staged = join(folder, "file")
      return Effect.as(
        Effect.tryPromise({
          try: async (signal) => {
            const input = typeof source === "string" ? openPipe(source) : source
            await pipeline(input, withinSpace(await statfs(folder)), createWriteStream(staged), { signal })
          },
          catch: fileFailure(typeof source === "string" ? source : standardInput),
        }),
        staged,
      )
    }),
  )

/** What a path of `-` is told as. */
export const standardInput = "standard input"

/** Finds out what a file is and whether it can be imported, before anything is written; `-` is standard input. */
export const openCatalogFile = Effect.fnUntraced(function* (
  path: string,
  effectiveFrom: string | null,
  choices: ShopifyChoices,
) {
  const name = path === "-" ? standardInput : path
  const refuse = (reason: string) => new FileNotImportable({ file: name, reason })
  const attempt = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: fileFailure(name) })
  const given = path === "-" ? undefined : yield* attempt(() => stat(path))
  if (given?.isDirectory()) return yield* refuse("it is a folder; name the files in it")
  // a device such as /dev/zero may have no end
  if (given && !given.isFile() && !given.isFIFO())
    return yield* refuse("it is neither a file nor a pipe; name a file, or - for standard input")
  const actual = given?.isFile() ? path : yield* stagedFile(given === undefined ? process.stdin : path)
  return yield* attempt(async (): Promise<CatalogFile> => {
    const { size } = await stat(actual)
    if (size === 0) throw refuse(isEmpty)
    const format = detectFormat(path, await firstBytes(actual))
    if (typeof format === "object") throw refuse(format.reason)
    if (format === "ndjson") {
      if (!(await hasLines(actual))) throw refuse(isEmpty)
      return ndjsonFile(name, actual, size)
    }
    if (format === "xlsx") await requireModestSize(actual)
    const rows = () => readers[format](actual)
    const [header, first] = await firstRows(rows())
    if (header === undefined) throw refuse(isEmpty)
    if (header.length > mostColumns)
      throw refuse(
        `it has ${header.length} columns, and may have ${mostColumns}; leave out those that nothing reads`,
      )
    const columns = shopifyColumns(header)
    if (typeof columns === "string") throw refuse(columns)
    if (first === undefined) throw refuse("it names its columns and has no products below them")
    return shopifyFile({ name, size, columns, rows, effectiveFrom, choices })
  })
})
