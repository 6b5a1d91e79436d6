/**
 * Decodes the bytes of a JSON body as Python's `json.loads` does: UTF-8, or UTF-16 and UTF-32 known by a byte
 * order mark or by where the first NUL bytes are; surrogates pass. `undefined` when the bytes are not text.
 */
export const decodeBodyText = (bytes: Uint8Array): string | undefined => {
  const [encoding, mark] = detectEncoding(bytes)
  const text = bytes.subarray(mark)
  switch (encoding) {
    case "utf-8":
      return decodeUtf8(text)
    case "utf-16le":
      return decodeUtf16(text, false)
    case "utf-16be":
      return decodeUtf16(text, true)
    case "utf-32le":
      return decodeUtf32(text, true)
    case "utf-32be":
      return decodeUtf32(text, false)
  }
}

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be"

/** The encoding, and the length of the byte order mark. */
const detectEncoding = (bytes: Uint8Array): readonly [Encoding, number] => {
  const [b0, b1, b2, b3] = bytes
  if (b0 === 0 && b1 === 0 && b2 === 0xfe && b3 === 0xff) return ["utf-32be", 4]
  if (b0 === 0xff && b1 === 0xfe && b2 === 0 && b3 === 0) return ["utf-32le", 4]
  if (b0 === 0xfe && b1 === 0xff) return ["utf-16be", 2]
  if (b0 === 0xff && b1 === 0xfe) return ["utf-16le", 2]
  if (b0 === 0xef && b1 === 0xbb && b2 === 0xbf) return ["utf-8", 3]
  if (bytes.length >= 4) {
    if (b0 === 0) return [b1 === 0 ? "utf-32be" : "utf-16be", 0]
    if (b1 === 0) return [b2 === 0 && b3 === 0 ? "utf-32le" : "utf-16le", 0]
  } else if (bytes.length === 2) {
    if (b0 === 0) return ["utf-16be", 0]
    if (b1 === 0) return ["utf-16le", 0]
  }
  return ["utf-8", 0]
}

const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes)
  } catch {
    return decodeUtf8WithSurrogates(bytes)
  }
}

/** The lowest code point that a sequence of N bytes may stand for. */
const lowest = [0, 0, 0x80, 0x800, 0x10000]

/** The length of the sequence that the byte begins; 0 of one that begins none. */
const sequenceLength = (first: number): number => {
  if (first < 0x80) return 1
  if (first < 0xc0 || first > 0xf7) return 0
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}

/** UTF-8 in which surrogates are encoded too, each by itself. A loop: five million in pieces would take seconds. */
const decodeUtf8WithSurrogates = (bytes: Uint8Array): string | undefined => {
  const units = new Uint16Array(bytes.length)
  let used = 0
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at]!
    const end = at + sequenceLength(first)
    if (end === at || end > bytes.length) return undefined
    const length = end - at
    let codePoint = length === 1 ? first : first & (0x7f >> length)
    for (at++; at < end; at++) {
      const byte = bytes[at]!
      if ((byte & 0xc0) !== 0x80) return undefined
      codePoint = (codePoint << 6) | (byte & 0x3f)
    }
    if (codePoint < lowest[length]! || codePoint > 0x10ffff) return undefined
    used = writeUnits(units, used, codePoint)
  }
  return textOf(units, used)
}

/** Gives where the next one goes. */
const writeUnits = (units: Uint16Array, at: number, codePoint: number): number => {
  if (codePoint < 0x10000) {
    units[at] = codePoint
    return at + 1
  }
  units[at] = 0xd7c0 + (codePoint >> 10)
  units[at + 1] = 0xdc00 | (codePoint & 0x3ff)
  return at + 2
}

const textOf = (units: Uint16Array<ArrayBuffer>, length: number): string =>
  Buffer.from(units.buffer, 0, 2 * length).toString("utf16le")

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const decodeUtf16 = (bytes: Uint8Array, bigEndian: boolean): string | undefined => {
  if (bytes.length % 2 !== 0) return undefined
  const units = Buffer.from(bytes)
  return (bigEndian ? units.swap16() : units).toString("utf16le")
}

const decodeUtf32 = (bytes: Uint8Array, littleEndian: boolean): string | undefined => {
  if (bytes.length % 4 !== 0) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const units = new Uint16Array(bytes.length / 2)
  let used = 0
  for (let at = 0; at < bytes.length; at += 4) {
    const codePoint = view.getUint32(at, littleEndian)
    if (codePoint > 0x10ffff) return undefined
    used = writeUnits(units, used, codePoint)
  }
  return textOf(units, used)
}
