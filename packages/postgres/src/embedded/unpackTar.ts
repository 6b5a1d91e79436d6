import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const blockSize = 512

/** Writes the files and directories of a plain tar into a directory, which is made; PGlite's own way takes four times as long. */
export const unpackTar = (tar: Uint8Array, directory: string): void => {
  const bytes = Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength)
  mkdirSync(directory, { recursive: true })
  for (let at = 0; at < bytes.length && bytes[at] !== 0; ) {
    const field = (from: number, length: number) =>
      bytes.toString("latin1", at + from, at + from + length).split("\0", 1)[0]!
    const path = join(directory, field(0, 100))
    const size = Number.parseInt(field(124, 12), 8)
    const content = at + blockSize
    if (field(156, 1) === "5") mkdirSync(path, { recursive: true })
    else writeFileSync(path, bytes.subarray(content, content + size))
    at = content + Math.ceil(size / blockSize) * blockSize
  }
}
