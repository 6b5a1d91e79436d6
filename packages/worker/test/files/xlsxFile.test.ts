import { createHash, randomBytes } from "node:crypto"
import { afterEach, describe, expect, it } from "vitest"
import { ExportLimitExceeded } from "../../src/files/ExportLimitExceeded.ts"
import { encodeXlsx, type XlsxOptions } from "../../src/files/encodeXlsx.ts"
import { inBatches, readAll } from "./encoded.ts"
import { zipEntries } from "./zipEntries.ts"

const rows = Array.from({ length: 3000 }, (_, index) => [
  `P${index}`,
  "x".repeat(index % 50),
  index % 2 === 0,
])
const columns = ["key", "name", "even"]

describe("an xlsx file", () => {
  const zone = process.env.TZ
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  it("is the same bytes however the rows are cut into batches and wherever it is written", async () => {
    const digest = async (size: number, timeZone: string) => {
      process.env.TZ = timeZone
      const bytes = await readAll(encodeXlsx(columns, inBatches(rows, size), { maxRowsPerSheet: 1000 }))
      return createHash("sha256").update(bytes).digest("hex")
    }
    const first = await digest(1000, "UTC")
    expect(await digest(1, "Pacific/Auckland")).toBe(first)
    expect(await digest(3000, "America/New_York")).toBe(first)
  })

  it("is a ZIP without its 64-bit extension, clock or extra fields, its first part telling what it is", async () => {
    const bytes = await readAll(encodeXlsx(columns, inBatches(rows), { maxRowsPerSheet: 2000 }))
    const entries = zipEntries(bytes)
    expect(entries.map(({ path }) => path)).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/styles.xml",
      "xl/worksheets/sheet1.xml",
      "xl/worksheets/sheet2.xml",
      "xl/workbook.xml",
      "xl/_rels/workbook.xml.rels",
    ])
    expect(
      new Set(entries.map(({ versionNeeded, extraLength }) => `${versionNeeded}/${extraLength}`)),
    ).toEqual(new Set(["20/0"]))
  })

  const failure = (columnCount: number, cell: () => string, options: XlsxOptions = {}) => {
    let closed = false
    async function* endless() {
      try {
        for (;;) yield [Array.from({ length: columnCount }, cell)]
      } finally {
        closed = true
      }
    }
    const header = Array.from({ length: columnCount }, (_, index) => `c${index}`)
    return readAll(encodeXlsx(header, endless(), options)).then(
      () => expect.unreachable("the file was written"),
      (error: unknown) => ({ error, closed }),
    )
  }

  it("refuses to grow past the limit of its format, and lets go of the rows", async () => {
    const refused = await failure(2, () => randomBytes(300).toString("base64"), { maxFileBytes: 200_000 })
    expect(refused.error).toBeInstanceOf(ExportLimitExceeded)
    expect(refused.error).toMatchObject({
      _tag: "ExportLimitExceeded",
      reason: "file-size",
      limit: 200_000,
      retryable: false,
    })
    expect((refused.error as Error).message).toContain("export as csv")
    expect(refused.closed).toBe(true)
  })

  it("refuses a row that no sheet can hold", async () => {
    const refused = await failure(1, () => "x".repeat(30_000), { maxSheetBytes: 20_000 })
    expect(refused.error).toMatchObject({ _tag: "ExportLimitExceeded", reason: "file-size", limit: 20_000 })
  })

  it("refuses more than 16,384 columns", async () => {
    const refused = await failure(16_385, () => "")
    expect(refused.error).toMatchObject({
      _tag: "ExportLimitExceeded",
      reason: "columns",
      limit: 16_384,
      actual: 16_385,
    })
    expect((refused.error as Error).message).toContain("Map fewer columns")
  })
})
