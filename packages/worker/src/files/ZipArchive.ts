/// <reference path="./yazl.d.ts" />
import { createRequire } from "node:module"
import { Readable } from "node:stream"
import * as zlib from "node:zlib"
import { ZipFile } from "yazl"
import { ByteBlocks } from "./ByteBlocks.ts"
import { ExportLimitExceeded } from "./ExportLimitExceeded.ts"

/**
 * Lends yazl the checksum of zlib for its own in JavaScript, which takes a tenth of an export's CPU time; the value is
 * the same. A bundle that has swallowed yazl keeps yazl's.
 */
const lendChecksum = (): void => {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("yazl"))
    const lent: { unsigned: (bytes: Buffer, before: number) => number } = require("buffer-crc32")
    lent.unsigned = (bytes, before) => zlib.crc32(bytes, before)
  } catch {}
}
lendChecksum()

/**
 * A ZIP file written while its parts are being made, without the 64-bit extension (Excel refuses some files that
 * have it) and without any trace of the clock or the time zone: the same parts give the same bytes.
 */
export class ZipArchive {
  readonly #zip = new ZipFile()
  readonly #entry
  #source: Readable | undefined

  constructor(compressionLevel: number) {
    // In local time, as yazl writes the local time of it.
    const mtime = new Date(2000, 0, 1)
    this.#entry = { mtime, forceDosTimestamp: true, compressionLevel, forceZip64Format: false }
    this.#zip.on("error", (error) => this.#zip.outputStream.destroy(error))
  }

  addText(path: string, text: string): void {
    this.#zip.addBuffer(Buffer.from(text, "utf8"), path, this.#entry)
  }

  /** Adds a part that is read once the parts before it have been written. It may add parts itself. */
  addStream(path: string, blocks: AsyncIterable<Uint8Array>): void {
    this.#zip.addReadStreamLazy(path, this.#entry, (done) => {
      this.#source = Readable.from(blocks)
      // yazl does not watch its sources: without this an error would end the process.
      this.#source.on("error", (error) => this.#zip.outputStream.destroy(error))
      done(null, this.#source)
    })
  }

  end(): void {
    this.#zip.end({ forceZip64Format: false })
  }

  /** The file's bytes; fails with `ExportLimitExceeded` before giving more than `maxBytes`. */
  async *chunks(maxBytes: number): AsyncGenerator<Uint8Array, void, undefined> {
    const out = new ByteBlocks()
    try {
      for await (const chunk of this.#zip.outputStream as AsyncIterable<Uint8Array>) {
        out.append(chunk)
        if (out.bytes > maxBytes) {
          throw new ExportLimitExceeded({ reason: "file-size", limit: maxBytes, actual: out.bytes })
        }
        yield* out.take()
      }
      yield* out.takeAll()
    } finally {
      this.#source?.destroy()
    }
  }
}
