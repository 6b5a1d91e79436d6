import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { PriceSheetFile, SheetCell } from "@hangtag/core"
import { anOnCollision, aPriceEntry } from "@hangtag/testkit"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import {
  changesOf,
  hangtagOfLists,
  oddKeys,
  sheetCatalog,
  sheetHangtag,
  sheetOf,
  writtenSheet,
} from "./support/priceSheets.ts"

const folder = new URL("fixtures/price-sheets/", import.meta.url)
const files = readdirSync(folder).filter((name) => /\.(?:csv|xlsx)$/.test(name))

describe("a price sheet that another program saved", () => {
  it.each(files)("%s", async (name) => {
    const { previewPriceSheet, principal, close } = await sheetHangtag(sheetCatalog(oddKeys))
    const sheet = await sheetOf(readFileSync(new URL(name, folder)), name)
    const { rows, items, notes } = await previewPriceSheet(principal, { sheet, decimal_mark: null })
    const isEdited = name.includes("edited")
    expect({ ...rows, items: isEdited ? [] : items, notes }).toEqual({
      total: oddKeys.length + 1,
      ignored: 1,
      refused: 0,
      conflict: 0,
      changed: isEdited ? 3 : 0,
      unchanged: oddKeys.length - (isEdited ? 3 : 0),
      items: [],
      notes: [],
    })
    expect(changesOf({ items })).toEqual(
      isEdited
        ? [
            "00123 MAP 80.5 from 2099-12-01",
            "MAR1 MSRP 140 from 2099-12-01",
            "TRUE MAP 79.95 from 2099-12-01",
          ]
        : [],
    )
    expect(items.flatMap(({ edits }) => edits).some((edit) => edit.from_formula)).toBe(
      name.includes("formula"),
    )
    await close()
  })
})

const listsFolder = new URL("lists/", folder)

describe("a price sheet of two lists that another program saved", () => {
  it.each(readdirSync(listsFolder))("%s", async (name) => {
    const { previewPriceSheet, principal, close } = await hangtagOfLists(
      oddKeys,
      (place) => ["90.750", "1299.00", "0.05", "84.9995"][place % 4]!,
      "85.125",
    )
    const sheet = await sheetOf(readFileSync(new URL(name, listsFolder)), name)
    const { rows, items, notes } = await previewPriceSheet(principal, { sheet })
    const refused = name.includes("typed") ? ["J2", "J3", "J5"] : []
    expect(rows).toMatchObject({
      changed: 0,
      conflict: 0,
      refused: refused.length,
      unchanged: oddKeys.length - refused.length,
    })
    expect(notes).toEqual([])
    expect(items.map(({ cell }) => cell)).toEqual(refused)
    for (const { cell, why } of items)
      expect(why).toMatch(
        new RegExp(
          `^${cell} only shows the price, .* when .*: new amounts go into ${cell!.replace("J", "L")}$`,
        ),
      )
    await close()
  })
})

describe("keys of types and lists that spreadsheets would run as formulas", () => {
  it.each(["csv", "xlsx"] as const)("come back from %s as they are", async (format) => {
    const seed = sheetCatalog(["-V1", "V2"])
    const hangtag = await sheetHangtag({ ...seed, prices: [] })
    const { createPriceList, previewPriceSheet, principal, close } = hangtag
    await createPriceList(principal, { price_list: "-EU", name: "-EU", currency: "EUR", parent: null })
    const lists = ["base", "-EU"]
    const types = ["@MAP", "=NET", "\uFF1DX"]
    const prices = types.map((price_type) =>
      aPriceEntry({ variant_key: "-V1", price_type, amount: "100", effective_from: "2026-01-01" }),
    )
    await hangtag.seed({ prices })
    const file = await sheetOf(await writtenSheet(hangtag, format, types, lists), `prices.${format}`)
    const same = await previewPriceSheet(principal, { sheet: file })
    expect(same).toMatchObject({ rows: { unchanged: 2 }, notes: [] })
    const sheet = file.sheets.find(({ rows }) => rows.length === 3)!
    const [heading, row, other] = sheet.rows
    const added = heading!.cells.flatMap(
      ({ column, text }): ReadonlyArray<SheetCell> =>
        text.endsWith(" new") ? [{ column, kind: "text", text: "95" }] : [],
    )
    const cells = [...row!.cells, ...added].toSorted((a, b) => a.column - b.column)
    const sheets = [{ ...sheet, rows: [heading!, { ...row!, cells }, other!] }]
    const request = { sheet: { ...file, sheets }, effective_from: "2099-06-01" }
    const { items } = await previewPriceSheet(principal, request)
    expect(items.map(({ why }) => why)).toEqual([null])
    expect(items[0]!.edits.map(({ price_type, price_list }) => [price_type, price_list])).toEqual(
      types.flatMap((type) => lists.map((list) => [type, list])),
    )
    await close()
  })

  it("are found in sheets of one's own that have them from guarded csv", async () => {
    const { previewPriceSheet, principal, close } = await sheetHangtag(sheetCatalog(["-V1"]))
    const text = "variant_key,product,price_type,amount,from\n'-V1,P1,MAP,95,2099-06-01\n"
    const sheet = await sheetOf(new TextEncoder().encode(text), "own.csv")
    const { items } = await previewPriceSheet(principal, { sheet, brand_key: "B1" })
    expect(changesOf({ items })).toEqual(["-V1 MAP 95 from 2099-06-01"])
    await close()
  })
})

describe("a csv sheet of one's own", () => {
  it.each([
    ["variant_key,MAP from,MAP new\r\nA,2099-06-01,1,299.00\r\n", "D2"],
    ["variant_key;MAP from;MAP new\nA;2099-06-01;1;299.00\n", "D2"],
    ["variant_key\tMAP from\tMAP new\nA\t2099-06-01\t1\t299.00\n", "D2"],
    ["variant_key,MAP from,MAP new\nA,2099-06-01,95,50\n", "D2"],
    ["variant_key,MAP new,note\nA,1,299.00,\n", "D2"],
    ['variant_key,MAP from,MAP new\nA,2099-06-01,"95,50"\n', null],
    ["variant_key,MAP from,MAP new,,\nA,2099-06-01,95.50,,\n", null],
  ])("has as many cells in a row as headings: %j", async (text, cell) => {
    const { previewPriceSheet, principal, close } = await sheetHangtag(sheetCatalog(["A"]))
    const sheet = await sheetOf(new TextEncoder().encode(text), "own.csv")
    const request = { sheet, brand_key: "B1", effective_from: "2099-06-01" }
    const { items } = await previewPriceSheet(principal, request)
    if (cell === null) expect(changesOf({ items })).toEqual(["A MAP 95.5 from 2099-06-01"])
    else {
      expect(items).toMatchObject([{ outcome: "refused", cell }])
      expect(items[0]!.why).toContain("in quotes, or with a point")
    }
    await close()
  })
})

describe("a csv sheet that was cut off", () => {
  const text = "variant_key,MAP new,from,note\nA1,89.90,2099-06-01,\nA2,1290.00,2099-06-01,new"

  it("is refused, since 1290.00 then says 12; one whose last row is whole is read without a line break", async () => {
    const read = (length: number) => sheetOf(Buffer.from(text.slice(0, length)), "own.csv")
    expect((await read(text.length)).sheets[0]?.rows).toHaveLength(3)
    await expect(read(text.indexOf("90.00,2099"))).rejects.toThrow(
      "its row 3 is the last one and has no line break at its end, as of a file that was cut off",
    )
  })

  it("is refused too where a quote has rows run into each other", async () => {
    const read = sheetOf(Buffer.from('variant_key,MAP new\n"A1,9\n"A2",10\n'), "own.csv")
    await expect(read).rejects.toThrow("its row 2 has a quote")
  })
})

describe("a price sheet of lists that are called anything, in currencies of three digits and of none", () => {
  const dinars = ["x]", "x] new", "[y", " [z", "a~b", "EU shown", "eu shown"]
  const yen = [" X", "base ", "none", "=A1"]
  it.each(["csv", "xlsx"] as const)("goes there and back as %s", async (format) => {
    const hangtag = await sheetHangtag(sheetCatalog(["A"]))
    const { createPriceList, previewPriceSheet, principal, close } = hangtag
    const lists = [...dinars, ...yen]
    for (const price_list of lists) {
      const currency = dinars.includes(price_list) ? "KWD" : "JPY"
      await createPriceList(principal, { price_list, name: price_list, currency, parent: null })
    }
    const file = await sheetOf(await writtenSheet(hangtag, format, ["MAP"], lists), `prices.${format}`)
    const sheet = file.sheets.find(({ name, rows }) => name === "Prices" || rows.length === 2)!
    const [heading, row] = sheet.rows
    const cells = lists.flatMap((list, place): ReadonlyArray<SheetCell> => {
      const { column } = heading!.cells.find(({ text }) => text === `MAP [${list}] new`)!
      return [
        { column, kind: "text", text: `${place + 1},345` },
        { column: column + 1, kind: "text", text: "2099-12-01" },
      ]
    })
    const rows = [
      heading!,
      { ...row!, cells: [...row!.cells, ...cells].toSorted((a, b) => a.column - b.column) },
    ]
    const { items, notes } = await previewPriceSheet(principal, {
      sheet: { ...file, sheets: [{ ...sheet, rows }] },
    })
    expect(notes).toEqual([])
    expect(
      items.flatMap(({ why, edits }) =>
        why === null ? edits.map(({ price_list, amount }) => [price_list, amount]) : [[why]],
      ),
    ).toEqual([
      ...dinars.map((list, place) => [list, `${place + 1}.345`]),
      ...yen.map((list, place) => [list, `${dinars.length + place + 1}345`]),
    ])
    await close()
  })
})

interface Workbook {
  readonly xlsx: {
    readonly load: (bytes: Uint8Array) => Promise<unknown>
    readonly writeBuffer: () => Promise<Uint8Array>
  }
  readonly getWorksheet: (name: string) => {
    readonly sheetProtection: { readonly sheet: boolean }
    state: string
    readonly getCell: (row: number, column: number) => { value: unknown; text: string; numFmt: string }
  }
}
const { Workbook } = createRequire(import.meta.url)("exceljs") as { readonly Workbook: new () => Workbook }

/** A new amount of a variant, or the end of its price: its place, and of which type. */
interface Edit {
  readonly place: number
  readonly type: "MAP" | "MSRP"
  readonly amount: number | "end"
}

/** What a program does to the file before it is taken back. */
const programs: Readonly<
  Record<
    string,
    {
      readonly format: "xlsx" | "csv"
      readonly edit: (bytes: Uint8Array, edits: ReadonlyArray<Edit>) => Promise<Uint8Array>
    }
  >
> = {
  "rows by hand": { format: "csv", edit: async (bytes) => bytes },
  exceljs: {
    format: "xlsx",
    edit: async (bytes, edits) => {
      const book = new Workbook()
      await book.xlsx.load(bytes)
      const sheet = book.getWorksheet("Prices")
      const headings = Array.from({ length: 24 }, (_, place) => sheet.getCell(1, place + 1).text)
      for (const { place, type, amount } of edits) {
        const column = headings.indexOf(`${type} new`) + 1
        sheet.getCell(place + 2, column).value = amount
        sheet.getCell(place + 2, column + 1).value = new Date("2099-12-01T00:00:00Z")
      }
      return book.xlsx.writeBuffer()
    },
  },
}

/** The rows with the edits, sorted and filtered as people do; what they touch stays in its row. */
const edited = (
  file: PriceSheetFile,
  edits: ReadonlyArray<Edit>,
  order: ReadonlyArray<number>,
): PriceSheetFile => {
  const [sheet] = file.sheets
  const [heading, ...rows] = sheet!.rows
  const withEdits = rows.map((row, place) => {
    const own = edits.filter((edit) => edit.place === place)
    const cells = own.flatMap(({ type, amount }): ReadonlyArray<SheetCell> => {
      const { column } = heading!.cells.find(({ text }) => text === `${type} new`)!
      return [
        { column, kind: amount === "end" ? "text" : "number", text: String(amount) },
        { column: column + 1, kind: "text", text: "2099-12-01" },
      ]
    })
    return { ...row, cells: [...row.cells, ...cells].toSorted((a, b) => a.column - b.column) }
  })
  const sorted = withEdits.map((_, place) => ({ ...withEdits[order[place]!]!, row: place + 2 }))
  return { ...file, sheets: [{ ...sheet!, rows: [heading!, ...sorted] }] }
}

const catalogs = FastCheck.record({
  keys: FastCheck.uniqueArray(
    FastCheck.oneof(
      FastCheck.constantFrom(...oddKeys),
      FastCheck.stringMatching(/^[A-Za-z0-9=+@ -]{0,8}[A-Za-z0-9]$/).filter((key) => key.trim() === key),
      FastCheck.nat().map((key) => String(key).padStart(6, "0")),
    ),
    { minLength: 1, maxLength: 12 },
  ),
  seed: FastCheck.nat(),
})

describe("the law of price sheets", () => {
  for (const [name, { format, edit }] of Object.entries(programs))
    it(`what is not edited changes nothing, and what is edited changes exactly that: ${name}`, async () => {
      await FastCheck.assert(
        FastCheck.asyncProperty(
          catalogs,
          FastCheck.uniqueArray(
            FastCheck.record({
              place: FastCheck.nat({ max: 11 }),
              type: FastCheck.constantFrom("MAP" as const, "MSRP" as const),
              amount: FastCheck.option(
                FastCheck.nat({ max: 9_999 }).map((cents) => 1_000 + cents / 100),
                { nil: "end" as const },
              ),
              // each variant has a MAP, which can end
            }).map((edit): Edit => (edit.amount === "end" ? { ...edit, type: "MAP" } : edit)),
            { selector: ({ place, type }) => `${place} ${type}`, maxLength: 8 },
          ),
          async ({ keys, seed }, wanted) => {
            const sorted = keys.toSorted((a, b) => (a < b ? -1 : 1))
            const edits = wanted.filter(({ place }) => place < keys.length)
            const lists = seed % 3 === 0 ? ["base", "EU"] : ["base"]
            const amountOf = (place: number) => ["90.750", "7", "1299.00", "1.005"][(seed + place) % 4]!
            const hangtag = await (lists.length === 1
              ? sheetHangtag(sheetCatalog(keys, amountOf))
              : hangtagOfLists(keys, amountOf, "85.125"))
            const { generatePriceSheet, listPriceBatches, listBatchRecords, principal } = hangtag
            const bytes = await writtenSheet(hangtag, format, ["MAP", "MSRP"], lists)
            const saved = await edit(bytes, edits)
            const read = await sheetOf(saved, `prices.${format}`)
            const order = sorted.map((_, place) => (place * 5 + seed) % sorted.length)
            const isOrder = new Set(order).size === order.length
            const sheet =
              format === "xlsx"
                ? read
                : edited(read, edits, isOrder ? order : sorted.map((_, place) => place))
            const taking = generatePriceSheet(principal, { sheet, on_collision: anOnCollision() })
            if (edits.length === 0) {
              await expect(taking).rejects.toMatchObject({ refusal: { reason: "empty" } })
              expect((await listPriceBatches(principal)).total).toBe(0)
            } else {
              const { batch_key, created, rows } = await taking
              expect([created, rows.refused, rows.conflict]).toEqual([edits.length, 0, 0])
              const { items } = await listBatchRecords(principal, {
                batch_key: batch_key!,
                limit: 200,
                offset: 0,
              })
              const found = items.map(
                ({ variant_key, price_type, amount, ends, effective_from }) =>
                  `${variant_key} ${price_type} ${amount === null ? ends : Number(amount)} ${effective_from}`,
              )
              expect(found.toSorted()).toEqual(
                edits
                  .map(
                    ({ place, type, amount }) =>
                      `${sorted[place]} ${type} ${amount === "end" ? "fall_back" : amount} 2099-12-01`,
                  )
                  .toSorted(),
              )
            }
            await hangtag.close()
          },
        ),
        { numRuns: 40 },
      )
    })

  it("a price that is published after the sheet was written is never overwritten silently", async () => {
    const hangtag = await sheetHangtag(sheetCatalog(["A", "B"]))
    const { generatePriceChange, publishPriceBatch, generatePriceSheet, principal, clock } = hangtag
    const sheet = await sheetOf(await writtenSheet(hangtag, "csv"), "prices.csv")
    const lines = [
      { price_type: "MAP", amount: "85", effective_from: "2026-06-02", effective_until: null, return: null },
    ]
    const colorways = [{ product_key: "P1", color: "Black", lines, basis: null }]
    const { batch_key } = await generatePriceChange(principal, { brand_key: "B1", colorways })
    await publishPriceBatch(principal, { batch_key: batch_key! })
    clock.set("2026-06-03T00:00:00Z")
    const edits = [{ place: 0, type: "MAP" as const, amount: 80 }]
    const taken = generatePriceSheet(principal, { sheet: edited(sheet, edits, [0, 1]) })
    await expect(taken).rejects.toMatchObject({ refusal: { reason: "empty" } })
    const overwritten = await generatePriceSheet(principal, {
      sheet: edited(sheet, edits, [0, 1]),
      on_conflict: "overwrite",
    })
    expect(overwritten.items[0]).toMatchObject({ outcome: "changed", edits: [{ was: "90.750", is: "85" }] })
    await hangtag.close()
  })
})

describe("a number whose format names a currency, in a list in euros", () => {
  it("is taken where the currency is the list's, and refused as the text is where it is another one", async () => {
    const formats = [
      ...[
        "#,##0.00",
        '#,##0.00\\ "€"',
        "#,##0.00\\ [$€-407]",
        "[$-407]#,##0.00",
        '[$EUR] 0.00;[Red]-0.00 "net"',
      ],
      ...["[$$-409]#,##0.00", '"$"#,##0.00', "_($* #,##0.00_);_($* (#,##0.00)", "[$£-809]0.00", '"¥"#,##0'],
      ...['0.00 "USD"', '#,##0.00 "kr"', "[$CHF-807] 0.00", "[$RM-43E]0.00"],
    ]
    const keys = formats.map((_, place) => `V${String(place).padStart(2, "0")}`)
    const hangtag = await hangtagOfLists(keys, () => "100")
    const book = new Workbook()
    await book.xlsx.load(await writtenSheet(hangtag, "xlsx", ["MAP"]))
    const sheet = book.getWorksheet("Prices")
    for (const [place, format] of formats.entries()) {
      sheet.getCell(place + 2, 7).value = 95
      sheet.getCell(place + 2, 7).numFmt = format
    }
    const read = await sheetOf(await book.xlsx.writeBuffer(), "currencies.xlsx")
    const request = { sheet: read, effective_from: "2099-06-01" }
    const { items } = await hangtag.previewPriceSheet(hangtag.principal, request)
    expect(items.map(({ outcome }) => outcome)).toEqual(
      formats.map((_, place) => (place < 5 ? "changed" : "refused")),
    )
    expect(items[5]!.why).toBe(
      "G7, by its number format, says $, and the price list is in EUR: write the amount in EUR, with a number format that names no other currency",
    )
    await hangtag.close()
  })
})

describe("a price sheet as it is written", () => {
  it("has its prices behind words, protected, and what programs need hidden", async () => {
    const hangtag = await sheetHangtag(sheetCatalog(oddKeys))
    const book = new Workbook()
    await book.xlsx.load(await writtenSheet(hangtag, "xlsx"))
    const [intro, prices, facts] = ["Read me", "Prices", "Hangtag"].map((name) => book.getWorksheet(name))
    expect(intro!.getCell(1, 1).text).toBe(
      "Prices of brand B1 in the price list base, as they were at 2026-06-01 00:00 UTC",
    )
    expect(prices!.sheetProtection.sheet).toBe(true)
    expect(facts!.state).toBe("hidden")
    await hangtag.close()
  })
})

describe("a price sheet whose prices are hidden", () => {
  it("says that what is hidden is not read", async () => {
    const hangtag = await sheetHangtag(sheetCatalog(["A"]))
    const book = new Workbook()
    await book.xlsx.load(await writtenSheet(hangtag, "xlsx"))
    book.getWorksheet("Prices").state = "hidden"
    const sheet = await sheetOf(await book.xlsx.writeBuffer(), "hidden.xlsx")
    await expect(hangtag.previewPriceSheet(hangtag.principal, { sheet })).rejects.toThrow(
      "Sheets of a workbook that are hidden are not read: show the one that has the prices",
    )
    await hangtag.close()
  })
})

describe("a price sheet of two lists", () => {
  const opened = () => hangtagOfLists(["A", "B"], () => "100")
  const rowsOf = ({ sheets }: PriceSheetFile) =>
    sheets
      .find(({ rows }) => rows[0]?.cells.some(({ text }) => text === "variant_key"))!
      .rows.map(({ cells }) => new Map(cells.map(({ column, text }) => [column, text])))

  it.each(["csv", "xlsx"] as const)("has what each shows and its own prices, as %s", async (format) => {
    const hangtag = await opened()
    const bytes = await writtenSheet(hangtag, format, ["MAP"], ["base", "EU"])
    const file = await sheetOf(bytes, `prices.${format}`)
    const [heading, a, b] = rowsOf(file)
    const of = (row: ReadonlyMap<number, string> | undefined) =>
      ["MAP", "MAP [EU] shown", "MAP [EU]"].map((name) => {
        const [column] = [...heading!].find(([, text]) => text === name)!
        return row!.get(column) === undefined ? undefined : Number(row!.get(column))
      })
    expect([of(a), of(b)]).toEqual([
      [100, 90, 90],
      [100, 100, undefined],
    ])
    const preview = await hangtag.previewPriceSheet(hangtag.principal, { sheet: file })
    expect(preview).toMatchObject({ rows: { unchanged: 2, changed: 0, refused: 0 }, notes: [] })
    await hangtag.close()
  })

  it("is of the list that is said, where one of one's own names none; beside what is scheduled until then", async () => {
    const hangtag = await opened()
    const { principal } = hangtag
    const later = { variant_key: "A", price_list: "EU", amount: "85", effective_from: "2026-07-01" }
    await hangtag.seed({ prices: [aPriceEntry(later)] })
    const own = "variant_key,price_type,amount,from\r\nA,MAP,80,2026-08-01\r\n"
    const sheet = await sheetOf(new TextEncoder().encode(own), "own.csv")
    const request = { sheet, brand_key: "B1", price_list: "EU" }
    const { items, problem } = await hangtag.previewPriceSheet(principal, request)
    expect(problem).toBe(null)
    expect(items.map(({ edits }) => edits)).toMatchObject([
      [{ price_list: "EU", is: "90", previous: "85", amount: "80", status: "changed" }],
    ])
    await hangtag.close()
  })

  it("gives one batch of what was written in both", async () => {
    const hangtag = await opened()
    const { principal } = hangtag
    const file = await sheetOf(await writtenSheet(hangtag, "csv", ["MAP"], ["base", "EU"]), "prices.csv")
    const [heading] = rowsOf(file)
    const columnOf = (name: string) => [...heading!].find(([, text]) => text === name)![0]
    const asked: ReadonlyArray<readonly [row: number, heading: string, text: string]> = [
      [1, "MAP new", "110"],
      [1, "MAP from", "2099-12-01"],
      [2, "MAP [EU] new", "95"],
      [2, "MAP [EU] from", "2099-12-01"],
    ]
    const sheets = file.sheets.map((sheet) => ({
      ...sheet,
      rows: sheet.rows.map((row, place) => ({
        ...row,
        cells: [
          ...row.cells,
          ...asked
            .filter(([at]) => at === place)
            .map(([, name, text]) => ({ column: columnOf(name), kind: "text" as const, text })),
        ].toSorted((a, b) => a.column - b.column),
      })),
    }))
    const { batch_key, created } = await hangtag.generatePriceSheet(principal, { sheet: { ...file, sheets } })
    const { items } = await hangtag.listBatchRecords(principal, { batch_key: batch_key! })
    expect([
      created,
      ...items.map(({ variant_key, price_list = "base", amount }) => [variant_key, price_list, amount]),
    ]).toEqual([2, ["A", "base", "110"], ["B", "EU", "95"]])
    await hangtag.close()
  })

  it("is refused for a list that there is not, and for too many types and lists", async () => {
    const { exportPriceSheet, principal, close } = await opened()
    const ask = (price_types: ReadonlyArray<string>, price_lists: ReadonlyArray<string>) =>
      exportPriceSheet(principal, { brand_key: "B1", price_types, price_lists })
    await expect(ask(["MAP"], ["base", "XX"])).rejects.toMatchObject({
      fields: [{ loc: ["price_lists", 1], msg: "Value error, there is no such price list" }],
    })
    const types = Array.from({ length: 11 }, (_, index) => `T${index}`)
    await expect(ask(types, ["base", "EU"])).rejects.toThrow("20 price types and lists at most")
    await expect(ask(["MAP", "MAP from"], ["base"])).rejects.toThrow(
      "a sheet of MAP, MAP from could not be taken back: it has two columns with the heading map from",
    )
    await close()
  })
})
