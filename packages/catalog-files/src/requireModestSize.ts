import { createReadStream } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { createInflateRaw } from "node:zlib"
import { maxLineBytes } from "./readLines.ts"

/** What a workbook may unpack to: it is read whole, and takes about 12 bytes of memory for each. */
const most = { rows: 64 * 1024 ** 2, rest: 64 * 1024 ** 2 }

/** Sheets, styles and pictures: each costs its time, also where it is empty. */
const mostParts = 10_000

interface Part {
  readonly isRows: boolean
  /** The element that is held whole while it is read, if any. */
  readonly element: "row" | "si" | undefined
  readonly isDeflated: boolean
  readonly start: number
  /** As the header says, which may lie. */
  readonly packed: number
}

const damaged = (detail: string, cause?: unknown) =>
  new Error(`the workbook is damaged or not complete (${detail}); save it again as xlsx`, { cause })

/** The part of the zip archive that begins there; undefined where its directory does. */
const partAt = async (file: FileHandle, position: number): Promise<Part | undefined> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(30), 0, 30, position)
  if (bytesRead < 30 || buffer.readUInt32LE(0) !== 0x04034b50) return undefined
  const isDeflated = buffer.readUInt16LE(8) !== 0
  const isEndUntold = (buffer.readUInt16LE(6) & 8) !== 0
  if (!isDeflated && isEndUntold) throw damaged("a part that is not packed does not say where it ends")
  const nameLength = buffer.readUInt16LE(26)
  const name = (await file.read(Buffer.alloc(nameLength), 0, nameLength, position + 30)).buffer.toString()
  const isRows = /\bworksheets\/[^/]+\.xml$/i.test(name)
  return {
    isRows,
    element: isRows ? "row" : /sharedStrings\.xml$/i.test(name) ? "si" : undefined,
    isDeflated,
    start: position + 30 + nameLength + buffer.readUInt16LE(28),
    packed: buffer.readUInt32LE(18),
  }
}

/** Measures elements of a part from one end to the next, chunk by chunk: a few kB can stand for one of gigabytes. */
const elementMeter = (element: string) => {
  const end = `${element}>`
  let length = 0
  // behind `<?xml`, which every part begins with
  let from = 5
  let before = ""
  // Comments, CDATA and instructions may hold what looks like an end. No spreadsheet writes them: from the first on, all
  // is one element.
  let hasSections = false
  return (chunk: Buffer) => {
    const border = before + chunk.toString("latin1", 0, 1)
    hasSections ||= ["<!", "<?"].some((begin) => border === begin || chunk.includes(begin, from))
    before = chunk.toString("latin1", chunk.byteLength - 1)
    from = 0
    const at = hasSections ? -1 : chunk.lastIndexOf(end)
    // a text may have the same letters, but no `<`
    const isEnd = at !== -1 && /<\/(\w+:)?$/.test(chunk.toString("latin1", Math.max(0, at - 20), at))
    length = isEnd ? chunk.byteLength - at : length + chunk.byteLength
    if (length > maxLineBytes)
      throw new Error("a row or text of it is longer than 16 MiB; shorten its texts, or save it as csv")
  }
}

/** Where the next part, or the directory, begins: a description of the one before may stand in between. */
const nextFrom = async (file: FileHandle, position: number): Promise<number> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, position)
  for (let at = 0; at + 4 <= bytesRead; at++)
    if ([0x04034b50, 0x02014b50].includes(buffer.readUInt32LE(at))) return position + at
  // what stands behind would be read and not measured
  throw damaged("no part begins where the one before ends")
}

/** The directory at the end, which the workbook is read by, must name the parts that were measured, and each once. */
const requireDirectory = async (file: FileHandle, position: number, parts: ReadonlySet<number>) => {
  const { size } = await file.stat()
  if (size - position > maxLineBytes) throw damaged("its directory is longer than 16 MiB")
  const { buffer: directory } = await file.read(Buffer.alloc(size - position), 0, size - position, position)
  const named = new Set<number>()
  let at = 0
  let entries = 0
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50) {
    named.add(directory.readUInt32LE(at + 42))
    entries++
    at +=
      46 + directory.readUInt16LE(at + 28) + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  const isWhole =
    entries === parts.size &&
    named.size === parts.size &&
    [...named].every((start) => parts.has(start)) &&
    at + 22 <= directory.length &&
    directory.readUInt32LE(at) === 0x06054b50 &&
    directory.readUInt32LE(at + 16) === position &&
    // nothing stands behind it but its own comment
    at + 22 + directory.readUInt16LE(at + 20) === directory.length
  if (!isWhole) throw damaged("its directory names other parts than it has")
}

/**
 * Throws where a workbook unpacks to more than an import may hold: some megabytes can stand for gigabytes.
 *
 * It is unpacked for that, part by part and kept nowhere, since what the archive says of its sizes may be wrong.
 */
export const requireModestSize = async (path: string): Promise<void> => {
  const file = await open(path)
  const size = { rows: 0, rest: 0 }
  const grow = (kind: "rows" | "rest", bytes: number) => {
    size[kind] += bytes
    if (size[kind] <= most[kind]) return
    const what = kind === "rows" ? "its sheets" : "its texts and styles"
    throw new Error(`${what} unpack to more than ${most[kind] / 1024 ** 2} MB; save it as csv, or in parts`)
  }
  try {
    let position = 0
    const parts = new Set<number>()
    for (let part = await partAt(file, 0); part !== undefined; part = await partAt(file, position)) {
      parts.add(position)
      if (parts.size > mostParts)
        throw new Error(`it holds more than ${mostParts} parts; save its first sheet as csv`)
      const kind = part.isRows ? "rows" : "rest"
      if (!part.isDeflated) {
        grow(kind, part.packed)
        position = await nextFrom(file, part.start + part.packed)
        continue
      }
      const packed = createReadStream(path, { start: part.start })
      const unpacked = packed.pipe(createInflateRaw())
      const measure = part.element && elementMeter(part.element)
      try {
        for await (const chunk of unpacked as AsyncIterable<Buffer>) {
          grow(kind, chunk.byteLength)
          measure?.(chunk)
        }
      } catch (cause) {
        if (!String((cause as NodeJS.ErrnoException).code).startsWith("Z_")) throw cause
        throw damaged((cause as Error).message, cause)
      } finally {
        packed.destroy()
      }
      position = await nextFrom(file, part.start + unpacked.bytesWritten)
    }
    await requireDirectory(file, position, parts)
  } finally {
    await file.close()
  }
}
