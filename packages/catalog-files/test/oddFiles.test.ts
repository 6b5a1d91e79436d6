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

const columns = ["Handle", "Title", "Vendor", "Variant SKU", "Variant Price", "Released"]

const workbookOf = (fill: (workbook: ExcelJS.Workbook) => void) =>
  Effect.promise(async () => {
    const workbook = new ExcelJS.Workbook()
    fill(workbook)
    return { "shop.xlsx": new Uint8Array(await workbook.xlsx.writeBuffer()) }
  })

const sheetOf = (rows: ReadonlyArray<ReadonlyArray<ExcelJS.CellValue>>) =>
  workbookOf((workbook) => workbook.addWorksheet("Products").addRows([columns, ...rows]))

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
