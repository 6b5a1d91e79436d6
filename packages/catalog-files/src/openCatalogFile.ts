import { stat } from "node:fs/promises"
import { extname } from "node:path"
import { Effect } from "effect"
import { csvRows, delimiterOf } from "./csvRows.ts"
import type { CatalogFile } from "./ImportItem.ts"
import { FileNotImportable } from "./importErrors.ts"
import { lookAlike } from "./lookAlike.ts"
import { ndjsonFile } from "./ndjsonFile.ts"
import { readLines } from "./readLines.ts"
import { readWorkbook, type Sheet } from "./readWorkbook.ts"
import { requireModestSize } from "./requireModestSize.ts"
import type { SheetBlock } from "./SheetRow.ts"
import { shopifyColumns } from "./shopifyColumns.ts"
import { shopifyFile } from "./shopifyFile.ts"
import type { ShopifyChoices } from "./shopifyVariant.ts"
import { decodedFile, firstBytes, isWindowsText, stagedInput, unpackedFile } from "./stagedFile.ts"

type Format = "ndjson" | "csv" | "xlsx"

const formatOfExtension: Readonly<Record<string, Format>> = {
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".csv": "csv",
  ".xlsx": "xlsx",
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

const saveIt = "save it as xlsx, or as CSV UTF-8"

/** What an archive is, by its name and first part. */
const zipFault = (extension: string, start: Uint8Array): string | undefined => {
  const first = Buffer.from(start.subarray(30, 30 + (start[26] ?? 0))).toString("latin1")
  if (extension === ".docx" || first.startsWith("word/"))
    return `it is a document of Word; copy its table into a sheet, and ${saveIt}`
  if (extension === ".xlsb") return `it is a binary workbook (xlsb); ${saveIt}`
  if (/^\/?(\[Content_Types\]\.xml$|_rels\/|docProps\/|customXml\/|xl\/)/.test(first)) return undefined
  if (extension === ".ods" || /^(mimetype$|META-INF\/|content\.xml$)/.test(first))
    return `it is an OpenDocument sheet (ods); ${saveIt}`
  if (extension === ".numbers" || first.startsWith("Index/")) return `it is a sheet of Numbers; ${saveIt}`
  return "it is a zip archive; unpack it, and take the files in it one by one"
}

/** What XML is, by a name that stands near its beginning. */
const xmlFault = (text: string): string =>
  text.includes("base.google.com/ns")
    ? "it is a Google Merchant Center feed (XML): import a file with Shopify's product columns (Handle, Title, Vendor, Variant SKU, Variant Price), or catalog NDJSON"
    : text.includes("schemas-microsoft-com:office:spreadsheet") || text.includes("opendocument")
      ? `it is a workbook written as XML; ${saveIt}`
      : /<(html|table)\b/i.test(text)
        ? `it is a web page (HTML), whatever its name says; open it in a spreadsheet and ${saveIt}`
        : "it is XML; import a file with Shopify's product columns, or catalog NDJSON"

const origin = "take the file that it was made of, as xlsx or CSV UTF-8"

/** What is no text that can be read, nor an xlsx workbook. */
const faultOf = (extension: string, start: Uint8Array): string | undefined => {
  if (hasPrefix(start, 0x25, 0x50, 0x44, 0x46)) return `it is a PDF: ${origin}`
  if (hasPrefix(start, 0x89, 0x50, 0x4e, 0x47) || hasPrefix(start, 0xff, 0xd8, 0xff))
    return `it is a picture: ${origin}`
  if (hasPrefix(start, 0xd0, 0xcf, 0x11, 0xe0))
    return Buffer.from(start).includes("EncryptedPackage", 0, "utf16le")
      ? "it is a workbook with a password; take the password off and save it again"
      : `it is a workbook of Excel 97 to 2003 (xls); ${saveIt}`
  if (hasPrefix(start, 0x50, 0x4b, 3, 4)) return zipFault(extension, start)
  const text = new TextDecoder().decode(start).trimStart()
  if (/^<(\?xml|!doctype|html|table|meta|rss|feed)\b/i.test(text)) return xmlFault(text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: texts have none but tabs and ends of lines
  if ((text.slice(0, 4096).match(/[\x00-\x08\x0E-\x1F]/g)?.length ?? 0) > 8)
    return `it is no text that can be read, nor an xlsx workbook; ${saveIt}`
  return undefined
}

/** UTF-16 by its byte order mark, or by the NUL that is half of every plain letter. */
export const wideEncoding = (start: Uint8Array): string | undefined =>
  hasPrefix(start, 0xff, 0xfe) || (start[0] !== 0 && start[1] === 0)
    ? "utf-16le"
    : hasPrefix(start, 0xfe, 0xff) || (start[0] === 0 && start[1] !== 0)
      ? "utf-16be"
      : undefined

/** The format by extension, else by the first bytes; a sentence where it is none that can be read. */
export const detectFormat = (path: string, start: Uint8Array): Format | { readonly reason: string } => {
  const extension = extname(path).toLowerCase()
  const reason = faultOf(extension, start)
  if (reason !== undefined) return { reason }
  const byExtension = formatOfExtension[extension]
  const isZip = hasPrefix(start, 0x50, 0x4b, 3, 4)
  if (byExtension === "xlsx" && !isZip) return { reason: "it is no xlsx workbook, whatever its name says" }
  if (byExtension !== undefined && !(isZip && byExtension !== "xlsx")) return byExtension
  if (isZip) return "xlsx"
  const text = new TextDecoder().decode(start).trimStart()
  if (text.startsWith("[")) return { reason: "it is a JSON array; write one object a line (NDJSON)" }
  return text.startsWith("{") ? "ndjson" : "csv"
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
    // there is a row, though it cannot be read: that is reported by its line
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

const blockRows = 500

const isEmpty = "it is empty; look whether it was saved where you expect it"

/** The sheet that was named, else the first that is shown and names the columns of products, and which others do. */
const chooseSheet = (
  sheets: ReadonlyArray<Sheet>,
  wanted: string | undefined,
): { readonly sheet: Sheet; readonly unread: ReadonlyArray<string> } => {
  const names = sheets.map(({ name }) => name).join(", ")
  if (wanted !== undefined) {
    const named = sheets.find(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase())
    if (named === undefined) throw new Error(`it has no sheet ${wanted}; its sheets are ${names}`)
    return { sheet: named, unread: [] }
  }
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  const [first] = shown
  if (first === undefined) throw new Error(`its sheets are all hidden; name one with --sheet: ${names}`)
  const isOfProducts = ({ rows }: Sheet) => {
    const header = rows().find(({ cells }) => cells.some((cell) => cell.trim() !== ""))
    return header !== undefined && typeof shopifyColumns(header.cells) === "object"
  }
  const [sheet = first, ...others] = shown.filter(isOfProducts)
  return { sheet, unread: others.map(({ name }) => name) }
}

/** The rows of a workbook's sheet, read once and as wide as the first of them: a workbook writes no empty cells. */
const workbookRows = async (path: string, size: number, sheet: string | undefined) => {
  await requireModestSize(path)
  const chosen = chooseSheet(await readWorkbook(path), sheet)
  const all = chosen.sheet.rows()
  const rows = async function* (): AsyncGenerator<SheetBlock> {
    for (let at = 0; at < all.length; at += blockRows) yield { rows: all.slice(at, at + blockRows), bytes: 0 }
    yield { rows: [], bytes: size }
  }
  return { rows, unread: chosen.unread, hiddenRows: chosen.sheet.hiddenRows }
}

/** What a path of `-` is called. */
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
  const failed = fileFailure(name)
  let actual = given?.isFile() ? path : yield* stagedInput(given === undefined ? process.stdin : path, failed)
  let start = yield* attempt(() => firstBytes(actual))
  const isPacked = hasPrefix(start, 0x1f, 0x8b)
  if (isPacked) {
    actual = yield* unpackedFile(actual, failed)
    start = yield* attempt(() => firstBytes(actual))
  }
  const unpacked = isPacked ? path.replace(/\.gz$/i, "") : path
  const encoding = wideEncoding(start)
  if (encoding !== undefined) {
    actual = yield* decodedFile(actual, encoding, failed)
    start = yield* attempt(() => firstBytes(actual))
  }
  const format = detectFormat(unpacked, start)
  const isWindows = format === "csv" && (yield* attempt(() => isWindowsText(actual)))
  if (isWindows) {
    actual = yield* decodedFile(actual, "windows-1252", failed)
    start = yield* attempt(() => firstBytes(actual))
  }
  return yield* attempt(async (): Promise<CatalogFile> => {
    const { size } = await stat(actual)
    if (size === 0) throw refuse(isEmpty)
    if (typeof format === "object") throw refuse(format.reason)
    if (format === "ndjson") {
      if (!(await hasLines(actual))) throw refuse(isEmpty)
      return ndjsonFile(name, actual, size)
    }
    const delimiter = delimiterOf(new TextDecoder().decode(start))
    const { rows, unread, hiddenRows } =
      format === "xlsx"
        ? await workbookRows(actual, size, choices.sheet)
        : { rows: () => csvRows(actual, delimiter), unread: [], hiddenRows: [] }
    const [header, first] = await firstRows(rows())
    if (header === undefined) throw refuse(isEmpty)
    if (header.length > mostColumns)
      throw refuse(
        `it has ${header.length} columns, and may have ${mostColumns}; leave out those that nothing reads`,
      )
    const other = first && lookAlike(header, first)
    if (other !== undefined) throw refuse(other)
    const columns = shopifyColumns(header, choices.markets)
    if (typeof columns === "string") throw refuse(columns)
    if (first === undefined) throw refuse("it names its columns and has no products below them")
    // a workbook's numbers are numbers in every language
    const read = format === "xlsx" ? { ...choices, amounts: undefined } : choices
    return shopifyFile({
      name,
      size,
      columns,
      rows,
      effectiveFrom,
      choices: read,
      isWindows,
      unread,
      hiddenRows,
    })
  })
})
