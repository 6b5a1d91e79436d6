import { inflateRawSync } from "node:zlib"

export interface ZipEntry {
  readonly path: string
  readonly versionNeeded: number
  readonly extraLength: number
  readonly text: string
}

/** The entries of a ZIP file read by its central directory, with what its headers say about ZIP64 and extras. */
export const zipEntries = (file: Buffer): ReadonlyArray<ZipEntry> => {
  const end = file.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"))
  const entries: Array<ZipEntry> = []
  let at = file.readUInt32LE(end + 16)
  for (let index = 0; index < file.readUInt16LE(end + 10); index++) {
    const size = file.readUInt32LE(at + 20)
    const nameLength = file.readUInt16LE(at + 28)
    const extraLength = file.readUInt16LE(at + 30)
    const local = file.readUInt32LE(at + 42)
    const data = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    entries.push({
      path: file.toString("utf8", at + 46, at + 46 + nameLength),
      versionNeeded: Math.max(file.readUInt16LE(at + 6), file.readUInt16LE(local + 4)),
      extraLength: extraLength + file.readUInt16LE(local + 28),
      text: inflateRawSync(file.subarray(data, data + size)).toString("utf8"),
    })
    at += 46 + nameLength + extraLength + file.readUInt16LE(at + 32)
  }
  return entries
}
