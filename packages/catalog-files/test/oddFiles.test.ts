import { gzipSync } from "node:zlib"
import { assert, describe } from "@effect/vitest"
import { Effect, Result } from "effect"
import ExcelJS from "exceljs"
import { oddFileCases } from "./oddFiles.cases.ts"
import { inForce, inMemory, load, stored } from "./support.ts"

const bytesOf = ({ text, encoding, mark, isPacked }: (typeof oddFileCases)[number]["given"]): Uint8Array => {
  const marked = mark ? `\uFEFF${text}` : text
  const bytes =
    encoding === "utf16le"
      ? Buffer.from(marked, "utf16le")
      : encoding === "utf16be"
        ? Buffer.from(marked, "utf16le").swap16()
        : Buffer.from(marked, encoding === "cp1252" ? "latin1" : "utf8")
  return isPacked ? gzipSync(bytes) : bytes
}

describe("csv files of other programs", () => {
  for (const { name, given, expect } of oddFileCases)
    inMemory(name, function* () {
      const loaded = yield* Effect.result(
        load({ [given.name ?? "shop.csv"]: bytesOf(given) }, { locale: given.locale }),
      )
      if ("refused" in expect) {
        assert.include(Result.isFailure(loaded) ? loaded.failure.message : "read", expect.refused)
        return
      }
      const summary = Result.getOrThrow(loaded)
      assert.deepEqual(
        summary.problems.map(({ line, fault }) => `${line} ${fault}`),
        [...(expect.faults ?? [])],
      )
      const { products, brands } = yield* stored()
      const boot = products.get("boot")?.versions.get(1)
      assert.deepEqual([...brands.keys()], boot === undefined ? [] : ["acme"])
      const { PRICE } = yield* inForce("B")
      assert.strictEqual([boot?.name, PRICE].filter(Boolean).join(" "), expect.boot)
    })

  inMemory("that are cut off where they are packed are refused", function* () {
    const packed = gzipSync("Handle,Title,Variant Price\na,A,1\n").subarray(0, -9)
    const error = yield* Effect.flip(load({ "shop.csv.gz": packed }))
    assert.include(error.message, "damaged or not complete")
  })
})

describe("prices in csv files", () => {
  inMemory("are no percentages, and name no currency, by their column", function* () {
    const header = "Handle,Title,Vendor,Variant SKU,Variant Price,Price / Europe"
    const prices = ["10%,9 EUR", "€ 10,€9", "$10,9.00", "12 zł,kr 9", "10,10.5 %"]
    const rows = prices.map((price, index) => `p${index},P,Acme,V${index},${price}\n`)
    const markets = [{ market: "Europe", price_list: "EU", currency: "EUR" }]
    const { problems } = yield* load(
      { "shop.csv": `${header}\n${rows.join("")}` },
      { currency: "USD", markets },
    )
    const foreign = (sign: string, currency: string) =>
      `which says ${sign}, and the price list is in ${currency}: write the amount in ${currency}`
    const [base, europe] = ["in column Variant Price,", "in column Price / Europe,"]
    const alone = "which names its currency; write the amount alone"
    assert.deepStrictEqual(
      problems.map(({ line, fault }) => `${line} ${fault}`),
      [
        `2 has 10% ${base} a percentage; write the amount itself`,
        `2 has 9 EUR ${europe} ${alone}`,
        `3 has € 10 ${base} ${foreign("€", "USD")}`,
        `3 has €9 ${europe} ${alone}`,
        `4 has $10 ${base} ${alone}`,
        `5 has 12 zł ${base} ${foreign("zł", "USD")}`,
        `5 has kr 9 ${europe} ${foreign("kr", "EUR")}`,
        `6 has 10.5 % ${europe} a percentage; write the amount itself`,
      ],
    )
  })
})

const columns = ["Handle", "Title", "Vendor", "Variant SKU", "Variant Price", "Released"]

const workbookOf = (fill: (workbook: ExcelJS.Workbook) => void) =>
  Effect.promise(async () => {
    const workbook = new ExcelJS.Workbook()
    fill(workbook)
    return { "shop.xlsx": new Uint8Array(await workbook.xlsx.writeBuffer()) }
  })

const sheetOf = (rows: ReadonlyArray<ReadonlyArray<ExcelJS.CellValue>>) =>
  workbookOf((workbook) => workbook.addWorksheet("Products").addRows([columns, ...rows]))

describe("days that are texts", () => {
  inMemory("are said where they can be read as two, and kept", function* () {
    const header = "Handle,Title,Vendor,Variant SKU,Variant Price,Released,Variant Until,Seen"
    const rows = [
      "boot,Boot,Acme,B1,1,01/02/2026,1/2/2026,13/02/2026",
      "boot,,,B2,1,,3/4/2026,",
      "hat,Hat,Acme,H,1,12/12/2026,x,2026-01-02",
    ]
    const { warnings } = yield* load({ "shop.csv": `${header}\n${rows.join("\n")}\n` })
    const kept = "they are kept as they are; write days as 2026-12-01"
    assert.deepStrictEqual(
      warnings.map((text) => text.replace(/^.*shop\.csv: /, "")),
      [
        `1 value of released can be read as two days, such as 01/02/2026 on line 2: ${kept}`,
        `2 values of until can be read as two days, such as 1/2/2026 on line 2: ${kept}`,
      ],
    )
    const { products } = yield* stored()
    assert.strictEqual(products.get("boot")?.versions.get(1)?.attributes.released, "01/02/2026")
  })
})

describe("workbooks", () => {
  inMemory("are read by what their cells say of themselves", function* () {
    const released = new Date("2026-03-04T00:00:00Z")
    const rows = [
      [
        "a",
        { formula: '"S&amp;P"', result: "S&amp;P" },
        "Acme",
        "A",
        { formula: "1-1", result: 0 },
        released,
      ],
      ["b", "S&amp;P", "Acme", "B", 1.1, { formula: '""', result: "" }],
      ["c", "C", "Acme", "C", { error: "#N/A" }, null],
      ["d", "D", "Acme", "D", { formula: "1/0", result: { error: "#DIV/0!" } }, null],
      ["e", "E", "Acme", "E", { formula: "1+1" }, { error: "#REF!" }],
    ] as unknown as Array<Array<ExcelJS.CellValue>>
    const summary = yield* load(yield* sheetOf(rows))
    const mend = "; write the values there, and save it again"
    assert.deepStrictEqual(
      summary.problems.map(({ line, fault }) => `${line} ${fault}`),
      [
        `4 has #N/A in cell E4${mend}`,
        `5 has #DIV/0! in cell E5${mend}`,
        `6 has a formula without its value in cell E6, and 1 more such cells${mend}`,
      ],
    )
    const { products } = yield* stored()
    const version = (key: string) => products.get(key)?.versions.get(1)
    assert.deepStrictEqual(
      [version("a")?.name, version("a")?.attributes, version("b")?.name, version("b")?.attributes],
      ["S&amp;P", { released: "2026-03-04" }, "S&amp;P", {}],
    )
    assert.deepStrictEqual([yield* inForce("A"), yield* inForce("B")], [{ PRICE: "0" }, { PRICE: "1.1" }])
  })

  inMemory("have no percentages, dates, and amounts of other currencies for prices", function* () {
    const day = new Date("2026-05-01T00:00:00Z")
    const formats = [
      "0%",
      "dd/mm/yyyy",
      '#,##0.00 "€"',
      "[$kr.-406] #,##0.00",
      '"10% off" 0.00',
      "$0.00",
      "0.00",
      "0.00\\%",
    ]
    const content = yield* workbookOf((workbook) => {
      const sheet = workbook.addWorksheet("Products")
      sheet.addRow(columns)
      for (const [index, numFmt] of formats.entries()) {
        const key = "ABCDEFGH"[index]!
        sheet
          .addRow([key.toLowerCase(), key, "Acme", key, index === 1 ? day : index + 10])
          .getCell(5).numFmt = numFmt
      }
    })
    const foreign = (sign: string) =>
      `which by its number format says ${sign}, and the price list is in USD: write the amount in USD, with a number format that names no other currency, and save it again`
    const inDollars = yield* load(content, { currency: "USD" })
    assert.deepStrictEqual(
      inDollars.problems.map(({ line, kind, fault }) => `${line} ${kind} ${fault}`),
      [
        "2 price has 10 in column Variant Price, which is shown as a percentage; write the amount itself, as a number that is shown as one, and save it again",
        "3 price has 2026-05-01 in column Variant Price, a date, which spreadsheets make of amounts such as 1.5; write the amount there, as a number, and save it again",
        `4 price has 12 in column Variant Price, ${foreign("€")}`,
        `5 price has 13 in column Variant Price, ${foreign("kr")}`,
      ],
    )
    const found = yield* Effect.forEach(["A", "B", "C", "D", "E", "F", "G", "H"], inForce)
    assert.deepStrictEqual(
      found.map(({ PRICE = "none" }) => PRICE),
      ["none", "none", "none", "none", "14", "15", "16", "17"],
    )
  })

  inMemory(
    "have rows that are hidden read too, with a warning, and numbers whose format has letters",
    function* () {
      const content = yield* workbookOf((workbook) => {
        const sheet = workbook.addWorksheet("Products")
        sheet.addRows([columns, ["a", "A", "Acme", "A", 1]])
        const filtered = sheet.addRow(["b", "B", "Acme", "B", 2])
        filtered.hidden = true
        filtered.getCell(5).numFmt = "0.00\\ \\S\\t\\d"
        sheet.addRow([]).hidden = true
      })
      const { warnings, problems } = yield* load(content)
      assert.deepStrictEqual(problems, [])
      assert.lengthOf(warnings, 1)
      assert.include(
        warnings[0],
        "1 of its rows are hidden, as by a filter, and were read too, first row 3; delete those that are not meant",
      )
      assert.deepStrictEqual(yield* inForce("B"), { PRICE: "2" })
    },
  )

  inMemory("have amounts with whatever sign for a list whose currency is not said", function* () {
    const content = yield* workbookOf((workbook) => {
      const sheet = workbook.addWorksheet("Products")
      sheet.addRow(columns)
      sheet.addRow(["a", "A", "Acme", "A", 10]).getCell(5).numFmt = '#,##0.00 "€"'
    })
    assert.strictEqual((yield* load(content)).rejected, 0)
    assert.deepStrictEqual(yield* inForce("A"), { PRICE: "10" })
  })

  inMemory("have no dates for keys", function* () {
    const day = new Date("2026-02-01T00:00:00Z")
    const summary = yield* load(yield* sheetOf([["a", "A", "Acme", day, 1, day]]))
    assert.deepStrictEqual(
      summary.problems.map(({ line, fault }) => `${line} ${fault}`),
      [
        "2 has the date 2026-02-01 in column Variant SKU, which spreadsheets make of keys such as 1-2; write the key there, as a text, and save it again",
      ],
    )
  })

  inMemory(
    "are read by the first sheet that is shown and has products, or by the one that is named",
    function* () {
      const content = yield* workbookOf((workbook) => {
        workbook.addWorksheet("Cover").addRow(["Spring prices"])
        workbook.addWorksheet("Old", { state: "hidden" }).addRows([columns, ["a", "Old", "Acme", "A", 1]])
        workbook.addWorksheet("New").addRows([columns, ["a", "New", "Acme", "A", 2]])
        workbook.addWorksheet("Last").addRows([columns, ["a", "Last", "Acme", "A", 3]])
      })
      const title = Effect.map(stored(), ({ products }) => products.get("a")?.versions.get(1)?.name)
      const { warnings } = yield* load(content)
      assert.strictEqual(yield* title, "New")
      assert.include(
        warnings.join(),
        "sheets that have the columns of products too were not read: Last; save each",
      )
      const unpruned = yield* Effect.flip(load(content, { prune: true }))
      assert.include(unpruned.message, "has products in sheets that are not read, Last, so what is gone")
      yield* load(content, { sheet: "old" })
      assert.strictEqual(yield* title, "Old")
      const error = yield* Effect.flip(load(content, { sheet: "Nope" }))
      assert.include(error.message, "its sheets are Cover, Old, New, Last")
    },
  )

  inMemory("are read the same each time, with whatever else is in them", function* () {
    const content = yield* workbookOf((workbook) => {
      const sheet = workbook.addWorksheet("Products")
      sheet.addRows([columns, ["a", "A", "Acme", "A", 1]])
      sheet.mergeCells("A5:C9")
      sheet.autoFilter = "A1:F1"
      sheet.getCell("B2").note = "seen"
      sheet.getCell("C2").dataValidation = { type: "list", formulae: ['"Acme,Bolt"'] }
      sheet.addTable({ name: "T", ref: "H1", columns: [{ name: "x" }], rows: [["y"]] })
      const image = workbook.addImage({ base64: "iVBORw0KGgo=", extension: "png" })
      sheet.addImage(image, "A1:B2")
    })
    for (let time = 0; time < 20; time++) assert.strictEqual((yield* load(content)).rejected, 0)
  })
})
