import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { open } from "node:fs/promises"
import { pipeline } from "node:stream"
import { createGunzip } from "node:zlib"
import { ImportRefused, type RowsToCome } from "@hangtag/postgres/organizations"
import { formatName, formatVersion } from "./organizationFile.ts"

const isGzip = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

/** Lines without their ends, some at a time; split at line feeds alone, since texts hold other ends of lines. */
async function* linesOf(path: string): AsyncGenerator<ReadonlyArray<string>> {
  const isCompressed = await isGzip(path)
  const source = createReadStream(path, { highWaterMark: 1 << 18 })
  // a failure of either is the reader's
  const bytes = isCompressed ? pipeline(source, createGunzip(), () => {}) : source
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let rest: Array<string> = []
  for await (const chunk of bytes) {
    const lines = decoder.decode(chunk as Buffer, { stream: true }).split("\n")
    const last = lines.pop()!
    if (lines.length === 0) {
      rest.push(last)
      continue
    }
    lines[0] = rest.join("") + lines[0]
    rest = [last]
    yield lines
  }
  if (rest.some((text) => text !== "")) yield [rest.join("")]
}

const damaged = (why: string) =>
  new ImportRefused({ problem: `The file is damaged, or is no organization's: ${why}; export it again` })

interface End {
  readonly rows: Readonly<Record<string, number>>
  readonly files: number
  readonly sha256: string
}

const tableOf = (line: string): string | undefined => /^\{"table":"([a-z_]+)","row":/.exec(line)?.[1]

const isOfFile = (line: string): boolean => line.startsWith('{"file":')

const headerOf = (line: string): RowsToCome => {
  const { format, format_version, ...coming } = JSON.parse(line) as Record<string, unknown>
  if (format !== formatName) throw damaged("its first line is of another format")
  if (format_version !== formatVersion)
    throw new ImportRefused({
      problem: `The file is of format ${format_version}, and this Hangtag reads ${formatVersion}`,
    })
  return coming as unknown as RowsToCome
}

/** Whose file it is, by its first line. */
export const organizationOfFile = async (path: string): Promise<string> => {
  for await (const [first] of linesOf(path)) return headerOf(first ?? "").organization
  throw damaged("it has no end")
}

/** Reads the file to its end, and gives its head and its end where all of it is as it was written. */
export const checkOrganizationFile = async (path: string) => {
  const hash = createHash("sha256")
  const rows: Record<string, number> = {}
  let files = 0
  let header: RowsToCome | undefined
  let end: End | undefined
  for await (const lines of linesOf(path)) {
    for (const line of lines) {
      if (end !== undefined) throw damaged("something stands behind its end")
      if (header === undefined) {
        header = headerOf(line)
        for (const name of Object.keys(header.tables)) rows[name] = 0
      } else if (line.startsWith('{"end":')) {
        end = (JSON.parse(line) as { readonly end: End }).end
        continue
      } else {
        const table = tableOf(line)
        if (table !== undefined && rows[table] !== undefined) rows[table]++
        else if (!isOfFile(line)) throw damaged("it has a line of no kind that is known")
        else if (line.includes('"size":')) files++
      }
      hash.update(`${line}\n`)
    }
  }
  if (header === undefined || end === undefined) throw damaged("it has no end")
  if (end.sha256 !== hash.digest("hex")) throw damaged("it is not as it was written")
  return { header, rows, files }
}

const mostRows = 1_000
const mostBytes = 4 << 20

/** The rows of the file, some of one table at a time. */
export async function* rowsOfFile(path: string) {
  let table = ""
  let rows: Array<string> = []
  let bytes = 0
  for await (const lines of linesOf(path)) {
    for (const line of lines) {
      const next = tableOf(line)
      if (next === undefined) continue
      if (rows.length > 0 && (next !== table || rows.length >= mostRows || bytes >= mostBytes)) {
        yield { table, rows }
        rows = []
        bytes = 0
      }
      table = next
      rows.push(line.slice(line.indexOf('"row":') + 6, -1))
      bytes += line.length
    }
  }
  if (rows.length > 0) yield { table, rows }
}

/** A file that begins, or a piece of the content of the one that has begun. */
type Piece =
  | { readonly file: string; readonly content_type: string; readonly size: number }
  | { readonly file: string; readonly content: string }

/** The pieces of exports' files, one file after the other. */
async function* piecesOfFiles(path: string): AsyncGenerator<Piece> {
  for await (const lines of linesOf(path)) {
    for (const line of lines) {
      if (isOfFile(line)) yield JSON.parse(line) as Piece
      else if (tableOf(line) !== undefined) return
    }
  }
}

/** The files of exports, each with its content, which is to be read before the next one. */
export async function* filesOfFile(path: string) {
  const pieces = piecesOfFiles(path)
  let next = await pieces.next()
  async function* content() {
    for (next = await pieces.next(); !next.done && "content" in next.value; next = await pieces.next())
      yield Buffer.from(next.value.content, "base64")
  }
  while (!next.done) {
    const { value } = next
    if ("content" in value || !/^exports\/[0-9a-f-]{36}\//.test(value.file))
      throw damaged("a file in it is no export's")
    yield { key: value.file, content_type: value.content_type, content: content() }
  }
}
