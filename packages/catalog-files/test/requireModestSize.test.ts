import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { deflateRawSync } from "node:zlib"
import { afterAll, expect, it } from "vitest"
import { temporaryFolder } from "../../../test/temporaryFolder.ts"
import { requireModestSize } from "../src/requireModestSize.ts"

const folder = temporaryFolder(afterAll)

interface Part {
  readonly name: string
  readonly content: Buffer
  /** Says nothing of sizes before the content, and something wrong behind it. */
  readonly lies?: boolean
  /** Bytes behind it that belong to no part. */
  readonly junk?: number
  readonly isStored?: boolean
}

/** The parts as an archive has them, with its directory; `named` are those that the directory names, all unless given. */
const archive = (parts: ReadonlyArray<Part>, named = parts.map((_, index) => index)): string => {
  const path = join(folder, `${Math.random()}.xlsx`)
  let position = 0
  const places: Array<number> = []
  const bytes = parts.flatMap(({ name, content, lies = false, junk = 0, isStored = false }) => {
    const packed = isStored ? content : deflateRawSync(content, { level: 1 })
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(lies ? 8 : 0, 6)
    header.writeUInt16LE(isStored ? 0 : 8, 8)
    header.writeUInt32LE(lies ? 0 : packed.length, 18)
    header.writeUInt32LE(lies ? 0 : content.length, 22)
    header.writeUInt16LE(name.length, 26)
    const behind = lies
      ? [Buffer.from("504b07080000000001000000", "hex"), Buffer.from("01000000", "hex")]
      : []
    const all = [header, Buffer.from(name), packed, ...behind, Buffer.alloc(junk)]
    places.push(position)
    position += Buffer.concat(all).length
    return all
  })
  const directory = named.flatMap((index) => {
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(parts[index]!.name.length, 28)
    entry.writeUInt32LE(places[index]!, 42)
    return [entry, Buffer.from(parts[index]!.name)]
  })
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt32LE(position, 16)
  writeFileSync(path, Buffer.concat([...bytes, ...directory, end]))
  return path
}

const megabytes = (count: number, fill = "<row r='1'><c/></row><si><t>row&gt;</t></si>") =>
  Buffer.alloc(count * 1024 ** 2, fill)
const small = { name: "xl/workbook.xml", content: megabytes(1) }
const texts = { name: "xl/sharedStrings.xml", content: megabytes(66) }

it("a workbook that unpacks to little is read", () =>
  expect(
    requireModestSize(archive([small, { name: "xl/worksheets/sheet1.xml", content: megabytes(60) }])),
  ).resolves.toBeUndefined())

it.each([false, true])(
  "one whose texts would not fit is refused, whatever it says of its size (%s)",
  (lies) =>
    expect(
      requireModestSize(
        archive([
          { ...small, lies },
          { ...texts, lies },
        ]),
      ),
    ).rejects.toThrow("its texts and styles unpack to more than 64 MB; save it as csv, or in parts"),
)

it.each([{ junk: 100 }, { isStored: true, lies: true }])(
  "one that hides a part from who measures it is refused (%o)",
  (trick) =>
    expect(requireModestSize(archive([{ ...small, ...trick }, small]))).rejects.toThrow(
      "the workbook is damaged or not complete",
    ),
)

it.each([
  ["xl/worksheets/sheet1.xml", "row>"],
  ["xl/worksheets/sheet1.xml", "<c><v>1</v></c>"],
  ["xl/sharedStrings.xml", "si>"],
  ["xl/worksheets/sheet1.xml", "<![CDATA[</row>]]>"],
  ["xl/sharedStrings.xml", "<!--</si>-->"],
  ["xl/worksheets/sheet1.xml", "<?a </row>?>"],
])("one with a row or text that no memory could hold is refused (%s, %s)", (name, fill) =>
  expect(requireModestSize(archive([small, { name, content: megabytes(17, fill) }]))).rejects.toThrow(
    "a row or text of it is longer than 16 MiB",
  ),
)

it("one of very many parts is refused, however small they are", () => {
  const empty = { name: "x", content: Buffer.alloc(0), isStored: true }
  return expect(requireModestSize(archive(Array(10_001).fill(empty)))).rejects.toThrow(
    "more than 10000 parts",
  )
})

it.each([[[0]], [[0, 1, 1]], [[1, 1]]])(
  "one whose directory names other parts than were measured is refused (%o)",
  (named) =>
    expect(requireModestSize(archive([small, { ...small, name: "x" }], named))).rejects.toThrow(
      "its directory names other parts than it has",
    ),
)

it("one whose sheets unpack to more than can be held is refused", () =>
  expect(
    requireModestSize(archive([small, { name: "xl/worksheets/sheet1.xml", content: megabytes(66) }])),
  ).rejects.toThrow("its sheets unpack to more than 64 MB"))
