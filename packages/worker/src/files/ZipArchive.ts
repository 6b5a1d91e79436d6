import * as zlib from "node:zlib"
import { type Deflated, deflated } from "./deflated.ts"

/** Names are UTF-8. */
const utf8Names = 0x0800
/** Checksum and sizes stand behind the part, not before it. */
const factsBehind = 0x0008

interface Part extends Deflated {
  readonly name: Buffer
  readonly flags: number
  readonly offset: number
  compressed: number
}

type Field = readonly [bytes: 2 | 4, value: number]

/** Numbers of two or four bytes in a row, the least byte of each first. */
const numbers = (...fields: ReadonlyArray<Field>): Buffer => {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

const facts = ({ crc32, compressed, size }: Part): ReadonlyArray<Field> => [
  [4, crc32],
  [4, compressed],
  [4, size],
]

/** What stands of a part before it, and at the end again: version 2.0, deflate, 2000-01-01 00:00, no extra fields. */
const head = (part: Part): ReadonlyArray<Field> => [
  [2, 20],
  [2, part.flags],
  [2, 8],
  [2, 0],
  [2, 0x2821],
  ...facts(part),
  [2, part.name.length],
  [2, 0],
]

/**
 * A ZIP file (APPNOTE 6.3) written while its parts are being made, without the 64-bit extension (Excel refuses some files
 * that have it) and without any trace of the clock: the same parts give the same bytes.
 *
 * Its reader has to stop before 4 GiB, of a part too.
 */
export class ZipArchive {
  readonly #level: number
  readonly #parts: Array<Part> = []
  #bytes = 0

  constructor(compressionLevel: number) {
    this.#level = compressionLevel
  }

  /** The bytes of a part, to be read to their end before those of another. By the sizes before it `file` finds the next one. */
  *text(path: string, text: string): Generator<Uint8Array, void, undefined> {
    const bytes = Buffer.from(text)
    const content = zlib.deflateRawSync(bytes, { level: this.#level })
    const part = this.#add(path, utf8Names)
    Object.assign(part, { crc32: zlib.crc32(bytes), size: bytes.length, compressed: content.length })
    yield this.#begin(part)
    yield this.#counted(content)
  }

  /** The same of one whose blocks are still being made. */
  async *stream(
    path: string,
    blocks: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const part = this.#add(path, utf8Names | factsBehind)
    yield this.#begin(part)
    for await (const bytes of deflated(blocks, this.#level, part)) {
      part.compressed += bytes.length
      yield this.#counted(bytes)
    }
    yield this.#counted(numbers([4, 0x08074b50], ...facts(part)))
  }

  /** What stands behind all parts. */
  *end(): Generator<Uint8Array, void, undefined> {
    const offset = this.#bytes
    for (const part of this.#parts) {
      const place = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, part.offset])
      yield this.#counted(Buffer.concat([numbers([4, 0x02014b50], [2, 20], ...head(part)), place, part.name]))
    }
    const { length } = this.#parts
    const size = this.#bytes - offset
    yield numbers([4, 0x06054b50], [2, 0], [2, 0], [2, length], [2, length], [4, size], [4, offset], [2, 0])
  }

  #add(path: string, flags: number): Part {
    const part = { name: Buffer.from(path), flags, offset: this.#bytes, crc32: 0, size: 0, compressed: 0 }
    this.#parts.push(part)
    return part
  }

  #begin(part: Part): Uint8Array {
    return this.#counted(Buffer.concat([numbers([4, 0x04034b50], ...head(part)), part.name]))
  }

  #counted(bytes: Uint8Array): Uint8Array {
    this.#bytes += bytes.length
    return bytes
  }
}
