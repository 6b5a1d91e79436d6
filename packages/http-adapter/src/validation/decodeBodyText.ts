/**
 * Decodes the bytes of a JSON body as Python's `json.loads` does: UTF-8, or UTF-16 and UTF-32 told by a byte
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

/** Valid but for encoded surrogates: decoded in pieces around them. */
const decodeUtf8WithSurrogates = (bytes: Uint8Array): string | undefined => {
  const pieces: Array<string> = []
  let start = 0
  try {
    for (let at = bytes.indexOf(0xed); at !== -1; at = bytes.indexOf(0xed, at + 1)) {
      const [second = 0, third = 0] = bytes.subarray(at + 1, at + 3)
      if (second < 0xa0 || second > 0xbf || third < 0x80 || third > 0xbf) continue
      pieces.push(utf8.decode(bytes.subarray(start, at)))
      pieces.push(String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | (third & 0x3f)))
      start = at + 3
    }
    pieces.push(utf8.decode(bytes.subarray(start)))
    return pieces.join("")
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const decodeUtf16 = (bytes: Uint8Array, bigEndian: boolean): string | undefined => {
  if (bytes.length % 2 !== 0) return undefined
  const units = Buffer.from(bytes)
  return (bigEndian ? units.swap16() : units).toString("utf16le")
}

const decodeUtf32 = (bytes: Uint8Array, littleEndian: boolean): string | undefined => {
  if (bytes.length % 4 !== 0) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pieces: Array<string> = []
  for (let at = 0; at < bytes.length; at += 4) {
    const codePoint = view.getUint32(at, littleEndian)
    if (codePoint > 0x10ffff) return undefined
    pieces.push(String.fromCodePoint(codePoint))
  }
  return pieces.join("")
}
