import type { ColumnKind, ExportCell, ExportRow } from "@hangtag/core/adapter"
import { describe, expect, it } from "vitest"
import { encodeXlsx, type XlsxOptions } from "../../src/files/encodeXlsx.ts"
import { date, dateTime, number } from "./corpus.ts"
import { inBatches, readAll } from "./encoded.ts"
import { loadWorkbook, readWorkbook } from "./readWorkbook.ts"
import { zipEntries } from "./zipEntries.ts"

const encode = (
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<ExportRow>,
  options: XlsxOptions = {},
  kinds?: ReadonlyArray<ColumnKind>,
) => {
  const file = encodeXlsx(columns, inBatches(rows), options, { kinds })
  return readAll(file).then((bytes) => ({ bytes, counts: file.counts }))
}

describe("a cell of an xlsx file", () => {
  const cells: ReadonlyArray<{ name: string; given: ExportCell; expect: unknown; format?: string }> = [
    { name: "empty", given: null, expect: null },
    { name: "larger than Excel's largest", given: number("1e308"), expect: "1e308" },
    { name: "an empty text is an empty cell", given: "", expect: null },
    { name: "true", given: true, expect: true },
    { name: "false", given: false, expect: false },
    { name: "text that looks like a number", given: "007", expect: "007" },
    { name: "text that looks like a formula", given: "=1+1", expect: "=1+1" },
    { name: "a whole number", given: number("42"), expect: 42, format: "0" },
    { name: "a number keeps its scale", given: number("149.90"), expect: 149.9, format: "0.00" },
    { name: "a negative number", given: number("-0.500"), expect: -0.5, format: "0.000" },
    { name: "thirteen digits", given: number("4006381333931"), expect: 4006381333931, format: "0" },
    { name: "fifteen digits", given: number("1234567890123.45"), expect: 1234567890123.45, format: "0.00" },
    {
      name: "sixteen digits would lose one",
      given: number("12345678901234.56"),
      expect: "12345678901234.56",
    },
    {
      name: "zeros at the ends are no digits",
      given: number("0.00000010000000"),
      expect: 1e-7,
      format: "0.00000000000000",
    },
    { name: "a number wider than its column", given: number("100000000000000000000"), expect: 1e20 },
    { name: "more decimals than Excel formats", given: number(`0.${"0".repeat(30)}1`), expect: 1e-31 },
    { name: "an exponent", given: number("1.5e-7"), expect: 1.5e-7 },
    { name: "too large for a double", given: number("1e400"), expect: "1e400" },
    { name: "too small for a double", given: number("1e-400"), expect: "1e-400" },
    { name: "zero", given: number("0.00"), expect: 0, format: "0.00" },
    { name: "a number that is none", given: number("NaN"), expect: "NaN" },
    { name: "a number that is a formula", given: number("=1"), expect: "=1" },
    { name: "a date", given: date("2026-12-01"), expect: new Date("2026-12-01"), format: "yyyy-mm-dd" },
    { name: "a leap day", given: date("2024-02-29"), expect: new Date("2024-02-29"), format: "yyyy-mm-dd" },
    {
      name: "the first day that all agree on",
      given: date("1900-03-01"),
      expect: new Date("1900-03-01"),
      format: "yyyy-mm-dd",
    },
    { name: "the day before", given: date("1900-02-28"), expect: "1900-02-28" },
    { name: "a year of two digits", given: date("0050-01-01"), expect: "0050-01-01" },
    { name: "the last day", given: date("9999-12-31"), expect: new Date("9999-12-31"), format: "yyyy-mm-dd" },
    { name: "a day that is none", given: date("2026-02-29"), expect: "2026-02-29" },
    { name: "a month that is none", given: date("2026-13-01"), expect: "2026-13-01" },
    { name: "a date that is none", given: date("soon"), expect: "soon" },
    { name: "a zero below zero", given: number("-0"), expect: "-0" },
    { name: "the same with decimals", given: number("-0.00"), expect: "-0.00" },
    { name: "below zero by little", given: number("-0.01"), expect: -0.01, format: "0.00" },
    {
      name: "a date-time",
      given: dateTime("2026-12-01T08:30:15"),
      expect: new Date("2026-12-01T08:30:15Z"),
      format: "yyyy-mm-dd hh:mm:ss",
    },
    {
      name: "without seconds",
      given: dateTime("2026-12-01T08:30"),
      expect: new Date("2026-12-01T08:30:00Z"),
      format: "yyyy-mm-dd hh:mm:ss",
    },
    {
      name: "with milliseconds",
      given: dateTime("2026-12-01T08:30:15.250Z"),
      expect: new Date("2026-12-01T08:30:15.250Z"),
      format: "yyyy-mm-dd hh:mm:ss.000",
    },
    {
      name: "with microseconds",
      given: dateTime("2026-12-01T08:30:15.123456Z"),
      expect: new Date("2026-12-01T08:30:15.123Z"),
      format: "yyyy-mm-dd hh:mm:ss.000",
    },
    {
      name: "with an offset, as the brand's clocks show it",
      given: dateTime("2026-12-01T08:30:15-05:00", "Europe/Berlin"),
      expect: new Date("2026-12-01T14:30:15Z"),
      format: "yyyy-mm-dd hh:mm:ss",
    },
    {
      name: "a date-time before 1900-03-01",
      given: dateTime("1899-12-31T08:00:00"),
      expect: "1899-12-31T08:00:00",
    },
    {
      name: "a date-time that is past the last day there",
      given: dateTime("9999-12-31T23:00:00Z", "Pacific/Auckland"),
      expect: "9999-12-31T23:00:00Z",
    },
  ]

  it("has the value and the format that its kind asks for", async () => {
    const { bytes } = await encode(
      ["name", "value"],
      cells.map(({ name, given }) => [name, given]),
    )
    const sheet = (await loadWorkbook(bytes)).worksheets[0]!
    const seen = cells.map((_, index) => {
      const cell = sheet.getCell(index + 2, 2)
      return [sheet.getCell(index + 2, 1).value, cell.value, cell.numFmt ?? "General"]
    })
    expect(seen).toEqual(
      cells.map(({ name, expect: value, format = typeof value === "string" ? "@" : "General" }) => [
        name,
        value,
        format,
      ]),
    )
  })

  const prices: ReadonlyArray<{ name: string; given: string; expect: unknown; format?: string }> = [
    { name: "a decimal", given: "89.5", expect: 89.5 },
    { name: "two decimals", given: "149.95", expect: 149.95 },
    { name: "none", given: "150", expect: 150 },
    { name: "thousands", given: "1234567.890", expect: 1234567.89 },
    { name: "six decimals", given: "0.123456", expect: 0.123456 },
    { name: "seven decimals show too", given: "0.1234567", expect: 0.1234567, format: "#,##0.00#####" },
    { name: "wider than its column", given: "123456789012.34", expect: 123456789012.34, format: "General" },
    { name: "sixteen digits", given: "12345678901234.56", expect: "12345678901234.56", format: "@" },
  ]

  it("has one format for all prices, with two decimals at least, all that there are, and thousands apart", async () => {
    const rows = prices.map(({ given }) => [number(given)])
    const { bytes } = await encode(["MAP"], rows, {}, ["price"])
    const sheet = (await loadWorkbook(bytes)).worksheets[0]!
    expect(sheet.getColumn(1).width).toBe(16)
    expect(
      prices.map(({ name }, index) => {
        const { value, numFmt } = sheet.getCell(index + 2, 1)
        return [name, value, numFmt ?? "General"]
      }),
    ).toEqual(prices.map(({ name, expect: value, format = "#,##0.00####" }) => [name, value, format]))
  })

  it("keeps microseconds, up to what a double has room for", async () => {
    const { bytes } = await encode(["at"], [[dateTime("2026-12-01T08:30:15.123456Z")]], {}, ["date-time"])
    const sheet = zipEntries(bytes).find(({ path }) => path.endsWith("sheet1.xml"))!.text
    const serial = Number(/<v>(46\d+\.\d+)<\/v>/.exec(sheet)![1])
    expect(Math.round((serial % 1) * 86_400_000_000)).toBe(30_615_123_456)
  })

  it("wraps a text of many characters or several lines from its top", async () => {
    const texts = [
      "short",
      "x".repeat(60),
      "x".repeat(61),
      "日".repeat(31),
      "two\nlines",
      "two\rlines",
      "=1+1",
    ]
    const { bytes } = await encode(
      ["text"],
      texts.map((text) => [text]),
    )
    const sheet = (await loadWorkbook(bytes)).worksheets[0]!
    const seen = texts.map((_, index) => {
      const { alignment, numFmt } = sheet.getCell(index + 2, 1)
      return [alignment?.vertical, alignment?.wrapText ?? false, numFmt]
    })
    expect(seen).toEqual([false, false, true, true, true, true, false].map((wraps) => ["top", wraps, "@"]))
  })

  it("counts the dates that had to be written as text", async () => {
    const { counts } = await encode(
      ["at"],
      [[date("1899-01-01")], [dateTime("0099-01-01T00:00Z")], [date("2026-12-01")]],
    )
    expect(counts).toMatchObject({ rows: 3, datesAsText: 2 })
  })

  it("counts the numbers that had to be written as text", async () => {
    const rows = ["1234567890123456", "1.5", "1e999", "NaN"].map((text) => [number(text)])
    const { counts } = await encode(["n"], rows)
    expect(counts).toEqual({ rows: 4, sheets: 1, truncatedCells: 0, numbersAsText: 2, datesAsText: 0 })
  })

  it("is cut to 32,767 UTF-16 units, never through a surrogate pair, and counted", async () => {
    const rows = [
      "x".repeat(32_767),
      "x".repeat(40_000),
      `${"x".repeat(32_766)}😀`,
      `${"x".repeat(32_765)}😀!`,
    ]
    const { bytes, counts } = await encode(
      ["text"],
      rows.map((text) => [text]),
    )
    const [, ...cells] = (await readWorkbook(bytes)).Export!
    expect(cells.map(([text]) => [String(text).length, String(text).slice(-2)])).toEqual([
      [32_767, "xx"],
      [32_767, "xx"],
      [32_766, "xx"],
      [32_767, "😀"],
    ])
    expect(counts.truncatedCells).toBe(3)
  })
})

describe("a sheet of an xlsx file", () => {
  it("has a bold frozen header with a filter, and columns as wide as what they show", async () => {
    const { bytes } = await encode(
      ["key", "a longer header", "text"],
      [
        ["P1", true, "y"],
        [null, null, "z".repeat(500)],
      ],
    )
    const sheet = (await loadWorkbook(bytes)).worksheets[0]!
    expect(sheet.getRow(1).values).toEqual([undefined, "key", "a longer header", "text"])
    expect(sheet.getCell("B1").font?.bold).toBe(true)
    expect(sheet.getCell("C2").font?.bold).toBeFalsy()
    expect(sheet.views[0]).toMatchObject({ state: "frozen", ySplit: 1, topLeftCell: "A2" })
    expect(sheet.autoFilter).toBe("A1:C3")
    expect([1, 2, 3].map((column) => sheet.getColumn(column).width)).toEqual([12, 19, 60])
  })

  it("has columns as wide as what their cells can show, though the first rows show less", async () => {
    const kinds = ["text", "number", "price", "date-time", "any", "any", "any"] as const
    const { bytes } = await encode(
      ["a", "b", "c", "d", "e", "日本語の列の名前", "g"],
      [["日本語の商品", number("1"), number("1"), null, number("1"), "x", "x"]],
      {},
      kinds,
    )
    const sheet = (await loadWorkbook(bytes)).worksheets[0]!
    expect(kinds.map((_, index) => sheet.getColumn(index + 1).width)).toEqual([13, 12, 16, 24, 18, 20, 12])
  })

  it("is text where its column is, below the rows too", async () => {
    const { bytes } = await encode(["key", "n"], [["007", number("1")]], {}, ["text", "number"])
    const sheet = (await loadWorkbook(bytes)).worksheets[0]!
    expect([sheet.getColumn(1).numFmt, sheet.getColumn(2).numFmt]).toEqual(["@", undefined])
    expect(sheet.getCell("A1").numFmt).toBe("@")
  })

  it("is written with references, blanks that have to stay, and nothing for empty cells", async () => {
    const { bytes } = await encode(
      ["a", "b", "c"],
      [
        ["plain text", "", null],
        [" lead", "trail ", "two  blanks"],
        ["a\nb", "a\tb", "<&>"],
      ],
    )
    const part = (path: string) => zipEntries(bytes).find((entry) => entry.path === path)!.text
    const cell = (reference: string, text: string, space = ' xml:space="preserve"') =>
      `<c r="${reference}" s="${text.includes("\n") ? 3 : 2}" t="inlineStr"><is><t${space}>${text}</t></is></c>`
    expect(part("xl/worksheets/sheet1.xml")).toContain(
      [
        `<row r="2">${cell("A2", "plain text", "")}</row>`,
        `<row r="3">${cell("A3", " lead")}${cell("B3", "trail ")}${cell("C3", "two  blanks")}</row>`,
        `<row r="4">${cell("A4", "a\nb")}${cell("B4", "a\tb")}${cell("C4", "&lt;&amp;&gt;", "")}</row>`,
      ].join(""),
    )
    expect(part("xl/workbook.xml")).toContain(
      `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'Export'!$A$1:$C$4</definedName>`,
    )
  })

  it("keeps columns of the same name apart", async () => {
    const { bytes } = await encode(["name", "name"], [["a", "b"]])
    expect((await readWorkbook(bytes)).Export).toEqual([
      ["name", "name"],
      ["a", "b"],
    ])
  })

  it("exists with its header when there are no rows", async () => {
    const { bytes, counts } = await encode(["key"], [])
    expect(await readWorkbook(bytes)).toEqual({ Export: [["key"]] })
    expect(counts).toEqual({ rows: 0, sheets: 1, truncatedCells: 0, numbersAsText: 0, datesAsText: 0 })
  })

  it("reaches to column XFD", async () => {
    const columns = Array.from({ length: 16_384 }, (_, index) => `c${index}`)
    const { bytes } = await encode(columns, [columns])
    const sheet = zipEntries(bytes).find(({ path }) => path === "xl/worksheets/sheet1.xml")!.text
    expect(sheet).toContain(
      '<c r="XFD2" s="2" t="inlineStr"><is><t>c16383</t></is></c></row></sheetData><autoFilter ref="A1:XFD2"/>',
    )
    for (const reference of ["Z1", "AA1", "ZZ1", "AAA1"]) expect(sheet).toContain(`<c r="${reference}" `)
  })

  it("is followed by another one with the same header when it is full", async () => {
    const rows = Array.from({ length: 7 }, (_, index) => [`P${index}`])
    const { bytes, counts } = await encode(["key"], rows, { maxRowsPerSheet: 4 })
    expect(await readWorkbook(bytes)).toEqual({
      Export: [["key"], ["P0"], ["P1"], ["P2"]],
      "Export 2": [["key"], ["P3"], ["P4"], ["P5"]],
      "Export 3": [["key"], ["P6"]],
    })
    expect(counts).toEqual({ rows: 7, sheets: 3, truncatedCells: 0, numbersAsText: 0, datesAsText: 0 })
    const sheets = (await loadWorkbook(bytes)).worksheets
    expect(sheets.map((sheet) => sheet.autoFilter)).toEqual(["A1:A4", "A1:A4", "A1:A2"])
  })

  it("is the last one when the rows just fill it", async () => {
    const rows = Array.from({ length: 6 }, (_, index) => [`P${index}`])
    const { counts } = await encode(["key"], rows, { maxRowsPerSheet: 4 })
    expect(counts.sheets).toBe(2)
  })

  it("never passes its limit in bytes, wherever that falls", async () => {
    const rows = Array.from({ length: 12 }, () => ["x".repeat(40)])
    for (let limit = 1200; limit < 1320; limit++) {
      const { bytes } = await encode(["text"], rows, { maxSheetBytes: limit })
      const sheets = zipEntries(bytes).filter(({ path }) => path.startsWith("xl/worksheets/"))
      expect(sheets.length).toBeGreaterThan(1)
      expect(Math.max(...sheets.map(({ text }) => text.length))).toBeLessThanOrEqual(limit)
    }
  })

  it("ends before its limit in bytes, with every row and every count once", async () => {
    const rows = Array.from({ length: 50 }, (_, index) => [`${index} ${"é".repeat(33_000)}`, number("1e999")])
    const { bytes, counts } = await encode(["text", "n"], rows, { maxSheetBytes: 500_000 })
    const sheets = zipEntries(bytes).filter(({ path }) => path.startsWith("xl/worksheets/"))
    const sizes = sheets.map(({ text }) => Buffer.byteLength(text))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500_000)
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(500_000 - 67_000)
    expect(counts).toEqual({
      rows: 50,
      sheets: sheets.length,
      truncatedCells: 50,
      numbersAsText: 50,
      datesAsText: 0,
    })
    const read = Object.values(await readWorkbook(bytes)).flatMap(([, ...cells]) => cells)
    expect(read.map(([text]) => Number.parseInt(String(text), 10))).toEqual(rows.map((_, index) => index))
  })
})

describe("the sheet about an xlsx file", () => {
  it("is the last one, and tells what it was given and what was counted", async () => {
    const rows = [[number("1e999")], [date("1899-01-01")], ["x".repeat(40_000)]]
    const file = encodeXlsx(
      ["n"],
      inBatches(rows),
      { maxRowsPerSheet: 3 },
      { about: [["Labels", "=fall; sale"]] },
    )
    const sheets = await readWorkbook(await readAll(file))
    expect(Object.keys(sheets)).toEqual(["Export", "Export 2", "About"])
    expect(sheets.About).toEqual([
      ["Labels", "=fall; sale"],
      ["Rows", 3],
      ["Sheets of rows", 2],
      ["Texts cut at 32,767 characters", 1],
      ["Numbers kept as text", 1],
      ["Dates kept as text", 1],
    ])
  })
})
