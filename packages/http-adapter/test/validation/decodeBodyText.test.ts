import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeBodyText } from "../../src/validation/decodeBodyText.ts"

const bytes = (...values: ReadonlyArray<number>) => Uint8Array.from(values)
const utf16 = (text: string, bigEndian = false) => {
  const units = Buffer.from(text, "utf16le")
  return bigEndian ? units.swap16() : units
}
const utf32 = (text: string, littleEndian: boolean) => {
  const points = Array.from(text, (char) => char.codePointAt(0)!)
  const view = new DataView(new ArrayBuffer(points.length * 4))
  for (const [index, point] of points.entries()) view.setUint32(index * 4, point, littleEndian)
  return Buffer.from(view.buffer)
}

describe("the text of a body", () => {
  const text = '{"é":"😀"}'
  const MARK = "\ufeff"
  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(MARK + text)],
    ["UTF-16 little endian", utf16(text)],
    ["UTF-16 big endian", utf16(text, true)],
    ["UTF-16 little endian with a mark", utf16(MARK + text)],
    ["UTF-16 big endian with a mark", utf16(MARK + text, true)],
    ["UTF-32 little endian", utf32(text, true)],
    ["UTF-32 big endian", utf32(text, false)],
    ["UTF-32 little endian with a mark", utf32(MARK + text, true)],
    ["UTF-32 big endian with a mark", utf32(MARK + text, false)],
  ])("is read from %s", (_encoding, body) => expect(decodeBodyText(body)).toBe(text))

  it.each([
    ["UTF-16 of one character", utf16("5"), "5"],
    ["big-endian UTF-16 of one character", utf16("5", true), "5"],
    ["a NUL and then ASCII, which is UTF-16", Buffer.from("\0{}1"), "{紱"],
    ["half a surrogate pair in UTF-8", bytes(0x22, 0xed, 0xa0, 0x80, 0x22), '"\ud800"'],
    [
      "half a surrogate pair beside text",
      Buffer.concat([Buffer.from("é"), bytes(0xed, 0xbf, 0xbf)]),
      "é\udfff",
    ],
    ["half a surrogate pair in UTF-32", utf32("a\ud800", true), "a\ud800"],
    ["only a mark", Buffer.from(MARK), ""],
    ["nothing", bytes(), ""],
  ])("is read from %s", (_name, body, expected) => expect(decodeBodyText(body)).toBe(expected))

  it.each([
    ["a byte that UTF-8 has not", bytes(0x22, 0xff, 0x22)],
    ["Latin-1", Buffer.from('"é"', "latin1")],
    ["an overlong form", bytes(0x22, 0xc0, 0xaf, 0x22)],
    ["a code point above U+10FFFF", bytes(0xf4, 0x90, 0x80, 0x80)],
    ["a cut sequence", bytes(0x22, 0xe2, 0x82)],
    ["a cut surrogate", bytes(0x22, 0xed, 0xa0, 0x22)],
    ["a surrogate and a wrong byte", bytes(0xed, 0xa0, 0x80, 0xff)],
    ["UTF-16 of an odd length", bytes(0xff, 0xfe, 0x22)],
    ["UTF-32 of an odd length", bytes(0xff, 0xfe, 0, 0, 0x22)],
    ["UTF-32 above U+10FFFF", bytes(0xff, 0xfe, 0, 0, 0, 0, 0x11, 0)],
  ])("is not read from %s", (_name, body) => expect(decodeBodyText(body)).toBeUndefined())

  it("comes back from every encoding that Python detects", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (content) => {
        const json = JSON.stringify(content)
        for (const body of [
          Buffer.from(json),
          utf16(json),
          utf16(json, true),
          utf32(json, true),
          utf32(json, false),
        ])
          expect(decodeBodyText(body)).toBe(json)
      }),
    )
  })
})
