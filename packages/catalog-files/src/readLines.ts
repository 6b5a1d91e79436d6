import { isUtf8 } from "node:buffer"
import { createReadStream } from "node:fs"

/** A line that could not be read as text. */
export interface LineFault {
  readonly fault: string
}

export interface LineBlock {
  /** The number of the first of the lines, from 1. */
  readonly first: number
  readonly lines: ReadonlyArray<string | LineFault>
  readonly bytes: number
}

export const maxLineBytes = 16 * 1024 ** 2
const tooLong: LineFault = {
  fault: "is longer than 16 MiB; split the product into versions or shorten its texts",
}
const notUtf8: LineFault = { fault: "is not UTF-8; save the file as UTF-8" }
const lineFeed = 10

const decode = (bytes: Buffer): string | LineFault => (isUtf8(bytes) ? bytes.toString() : notUtf8)

/** Lines of whole lines; only where one is not UTF-8 each is looked at by itself. */
const decodeLines = (bytes: Buffer): Array<string | LineFault> => {
  if (isUtf8(bytes)) return bytes.toString().split("\n")
  const lines: Array<string | LineFault> = []
  for (let start = 0; start <= bytes.length; ) {
    const end = bytes.indexOf(lineFeed, start)
    const stop = end === -1 ? bytes.length : end
    lines.push(decode(bytes.subarray(start, stop)))
    start = stop + 1
  }
  return lines
}

/**
 * Reads a file's lines in blocks of about 64 KiB. The byte order mark is dropped, a carriage return is not.
 *
 * A line longer than `maxLineBytes`, or not UTF-8, is a `LineFault`; neither is held in memory.
 */
export async function* readLines(path: string): AsyncGenerator<LineBlock> {
  let held: Array<Buffer> = []
  let heldBytes = 0
  let first = 1
  const hold = (bytes: Buffer) => {
    heldBytes += bytes.length
    if (heldBytes > maxLineBytes) held = []
    else held.push(bytes)
  }
  const release = (): string | LineFault => {
    const line = heldBytes > maxLineBytes ? tooLong : decode(Buffer.concat(held))
    held = []
    heldBytes = 0
    return first === 1 && typeof line === "string" && line.startsWith("\uFEFF") ? line.slice(1) : line
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 64 * 1024 }) as AsyncIterable<Buffer>) {
    const end = chunk.indexOf(lineFeed)
    if (end === -1) {
      hold(chunk)
      yield { first, lines: [], bytes: chunk.length }
      continue
    }
    const last = chunk.lastIndexOf(lineFeed)
    hold(chunk.subarray(0, end))
    const lines = [release()]
    if (last > end) lines.push(...decodeLines(chunk.subarray(end + 1, last)))
    hold(chunk.subarray(last + 1))
    yield { first, lines, bytes: chunk.length }
    first += lines.length
  }
  if (heldBytes > 0) yield { first, lines: [release()], bytes: 0 }
}
