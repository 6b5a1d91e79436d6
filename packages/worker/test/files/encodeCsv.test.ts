import { gunzipSync } from "node:zlib"
import type { ExportRow } from "@hangtag/core/adapter"
import { parse } from "csv-parse/sync"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { looksLikeFormula } from "../../src/files/csvCell.ts"
import { type CsvOptions, encodeCsv } from "../../src/files/encodeCsv.ts"
import { inBatches, readAll } from "./encoded.ts"
import { anyText, nastyTexts } from "./nastyTexts.ts"

const encode = async (
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<ExportRow>,
  options: CsvOptions = {},
) => (await readAll(encodeCsv(columns, inBatches(rows), options))).toString("utf8")

const read = (text: string): Array<Array<string>> => parse(text, { bom: true, relaxColumnCount: false })

const guarded = (text: string) => (looksLikeFormula(text) ? `'${text}` : text)

describe("a csv file", () => {
  it("is comma-separated with CRLF after every line, the header first, a byte order mark before it", async () => {
    const text = await encode(
      ["key", "price", "price", "from", "at", "active", "note"],
      [
        [
          "P1",
          { kind: "number", text: "149.90" },
          { kind: "number", text: "-5" },
          { kind: "date", text: "2026-12-01" },
          { kind: "date-time", text: "2026-12-01T08:30:15-05:00", local: "2026-12-01T13:30:15.000000" },
          true,
          null,
        ],
        ["P2", null, { kind: "number", text: "1234567890123456.789" }, null, null, false, ""],
      ],
    )
    expect(text).toBe(
      "\ufeffkey,price,price,from,at,active,note\r\n" +
        "P1,149.90,-5,2026-12-01,2026-12-01T08:30:15-05:00,true,\r\n" +
        "P2,,1234567890123456.789,,,false,\r\n",
    )
  })

  it("writes a row of any length a piece at a time", async () => {
    const texts = ["x".repeat(600_000), "y".repeat(600_000), `"${"z".repeat(2_000_000)}`, ""]
    const text = await encode(["a", "b", "c", "d"], [texts, ["1", "2", "3", "4"]], { bom: false })
    expect(text === `a,b,c,d\r\n${texts[0]},${texts[1]},"""${"z".repeat(2_000_000)}",\r\n1,2,3,4\r\n`).toBe(
      true,
    )
    expect(await encode(["x".repeat(1_000_000)], [], { bom: false })).toBe(`${"x".repeat(1_000_000)}\r\n`)
  })

  it("refuses to grow past its size, in the middle of a row too", async () => {
    const limit = { limit: 3_000_000, actual: expect.any(Number), reason: "csv-size", retryable: false }
    const long = "x".repeat(1_000_000)
    const options = { maxFileBytes: limit.limit }
    for (const row of [Array(100).fill(long), [long]]) {
      const rows = Array(200).fill(row)
      const columns = row.map(String)
      await expect(encode(columns, rows, { ...options })).rejects.toMatchObject(limit)
      await expect(encode(columns, rows, { ...options, gzip: true })).rejects.toMatchObject(limit)
    }
    expect((await encode(["a"], [[long], [long]], options)).length).toBe(2_000_008)
  })

  it("quotes separators, quotes and line ends, a lone one too", async () => {
    const text = await encode(["a,b"], [['say "hi"'], ["lone\nfeed"], ["lone\rreturn"], ["a\r\nb"]], {
      bom: false,
    })
    expect(text).toBe('"a,b"\r\n"say ""hi"""\r\n"lone\nfeed"\r\n"lone\rreturn"\r\n"a\r\nb"\r\n')
  })

  it("puts an apostrophe before texts that would run as a formula, headers among them, and before nothing else", async () => {
    const formulas = [
      ...["=1+1", "+1", "-1", "@x", "＝1+1", "＋1", "－1", "＠x", "﹦1"],
      ...[
        "\tx",
        "\rx",
        "\nx",
        "\0x",
        "\0=1",
        " =1",
        "\u00a0 @x",
        "\ufeff=1",
        "\u0010=1",
        "\u001f@x",
        "\u200b\u202e=1",
        "\n\n =1",
      ],
    ]
    const others = ["1=1", "'x", "x", " x", "", "é=1", '"=1+1"', "(=1)", "日本"]
    const rows = [...formulas, ...others].map((text) => [text, { kind: "number" as const, text: "-1.50" }])
    expect(read(await encode([...formulas, "n"], []))).toEqual([[...formulas.map((text) => `'${text}`), "n"]])
    expect(read(await encode(["\0=header", "n"], rows))).toEqual([
      ["'\0=header", "n"],
      ...formulas.map((text) => [`'${text}`, "-1.50"]),
      ...others.map((text) => [text, "-1.50"]),
    ])
  })

  it("quotes whatever some reader splits at, whichever delimiter is taken", async () => {
    for (const delimiter of [",", ";", "\t", "|"] as const) {
      const text = await encode(["a;b"], [["a; b"], ["a\tb"], ["a,b"], ["a|b"], ["x;=1+1"]], {
        bom: false,
        delimiter,
      })
      expect(text).toBe('"a;b"\r\n"a; b"\r\n"a\tb"\r\n"a,b"\r\n"a|b"\r\n"x;=1+1"\r\n')
    }
  })

  it.each([
    [";", ",", "a;b\r\n-1149,90;x\r\n1;2026-12-01\r\n"],
    [",", ",", 'a,b\r\n"-1149,90",x\r\n1,2026-12-01\r\n'],
    ["\t", ".", "a\tb\r\n-1149.90\tx\r\n1\t2026-12-01\r\n"],
    ["|", ".", "a|b\r\n-1149.90|x\r\n1|2026-12-01\r\n"],
  ] as const)(
    "has the delimiter %j and the decimal sign %j when asked to",
    async (delimiter, decimal, expected) => {
      const rows: ReadonlyArray<ExportRow> = [
        [{ kind: "number", text: "-1149.90" }, "x"],
        [
          { kind: "number", text: "1" },
          { kind: "date", text: "2026-12-01" },
        ],
      ]
      expect(await encode(["a", "b"], rows, { bom: false, delimiter, decimal })).toBe(expected)
    },
  )

  it("is compressed when asked to, the same bytes however the rows are cut into batches", async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`P${index}`, "é".repeat(index % 50)])
    const encoded = (size: number, gzip: boolean) => {
      const file = encodeCsv(["key", "text"], inBatches(rows, size), { gzip })
      return readAll(file).then((bytes) => ({ bytes, counts: file.counts }))
    }
    const [plain, one, other] = [
      await encoded(1000, false),
      await encoded(1000, true),
      await encoded(7, true),
    ]
    expect(gunzipSync(one.bytes).equals(plain.bytes)).toBe(true)
    expect(one.bytes.equals(other.bytes)).toBe(true)
    expect(one.bytes.readUInt32LE(4), "no moment in its header").toBe(0)
    expect(one.counts).toEqual(plain.counts)
  })

  it("guards what claims to be a number and is none", async () => {
    expect(read(await encode(["n"], [[{ kind: "number", text: "=1+1" }]]))).toEqual([["n"], ["'=1+1"]])
  })

  it("leaves the mark and the apostrophes out when asked to", async () => {
    expect(await encode(["a"], [["=1"]], { bom: false, formulaGuard: false })).toBe("a\r\n=1\r\n")
  })

  it("never has an empty line, which readers skip", async () => {
    const text = await encode(["a"], [[null], [""], ["x"]], { bom: false })
    expect(text).toBe('a\r\n""\r\n""\r\nx\r\n')
    expect(read(text)).toEqual([["a"], [""], [""], ["x"]])
  })

  it("counts its rows", async () => {
    const file = encodeCsv(["a"], inBatches([["1"], ["2"]]))
    await readAll(file)
    expect(file.counts).toEqual({ rows: 2, sheets: 1, truncatedCells: 0, numbersAsText: 0, datesAsText: 0 })
  })

  it("gives every nasty text back", async () => {
    const rows = [...nastyTexts, "y".repeat(1_000_000)].map((text) => ["key", text])
    expect(read(await encode(["key", "text"], rows, { formulaGuard: false })).slice(1)).toEqual(
      rows.map(([key, text]) => [key, text!.toWellFormed()]),
    )
  })

  it("gives every generated text back", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 20 }),
        async (rows) => {
          expect(read(await encode(["a", "b"], rows)).slice(1)).toEqual(
            rows.map((row) => row.map((text) => guarded(text).toWellFormed())),
          )
        },
      ),
    )
  })
})
