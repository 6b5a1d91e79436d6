import { parse } from "csv-parse/sync"
import { parseString } from "fast-csv"
import Papa from "papaparse"
import { describe, expect, it } from "vitest"
import { type CsvOptions, encodeCsv } from "../../src/files/encodeCsv.ts"
import { corpusTexts } from "./corpus.ts"
import { inBatches, readAll } from "./encoded.ts"
import { findLibreOffice, importByLibreOffice } from "./programs.ts"

type Rows = ReadonlyArray<ReadonlyArray<string>>

const parsers: Readonly<Record<string, (text: string, delimiter: string) => Rows | Promise<Rows>>> = {
  "csv-parse": (text, delimiter) => parse(text, { bom: true, delimiter }),
  "Papa Parse": (text, delimiter) =>
    Papa.parse<Array<string>>(text, { delimiter, skipEmptyLines: true }).data,
  "fast-csv": (text, delimiter) =>
    new Promise((resolve, reject) => {
      const rows: Array<Array<string>> = []
      parseString(text, { delimiter })
        .on("data", (row: Array<string>) => rows.push(row))
        .on("error", reject)
        .on("end", () => resolve(rows))
    }),
}

// a text between two that are known: whatever splits it moves the last one
const header = ["k;1", "=text", "end"]
const rows = corpusTexts.map((text, index) => [`k${index}`, text, "end"])
const encoded = async (options: CsvOptions) => readAll(encodeCsv(header, inBatches(rows), options))

const unguarded = [header, ...rows].map((row) => row.map((text) => text.toWellFormed()))

/** What a spreadsheet may run, said in another way than the encoder says it. */
const mayRun = (text: string): boolean =>
  "\t\r\n\0".includes(text.charAt(0) || "x") ||
  "=+-@＝＋－＠".includes(text.replace(/^[\p{Z}\p{Cc}\p{Cf}]+/u, "").charAt(0) || "x")
const guarded = unguarded.map((row) => row.map((text) => (mayRun(text) ? `'${text}` : text)))

describe.each(Object.entries(parsers))("the corpus of nasty texts as csv in %s", (_, read) => {
  it.each([",", ";", "\t", "|"] as const)("is what it was, delimited by %j", async (delimiter) => {
    const text = (await encoded({ delimiter, formulaGuard: false })).toString("utf8")
    expect(await read(text, delimiter)).toEqual(unguarded)
  })

  it("has an apostrophe more where a text may run, and nothing else", async () => {
    expect(guarded.filter((row, index) => row[1] !== unguarded[index]![1]).length).toBeGreaterThan(40)
    expect(await read((await encoded({})).toString("utf8"), ",")).toEqual(guarded)
  })
})

/** What LibreOffice makes of texts in csv, by the fault's name. */
const faultsOfLibreOffice: Readonly<Record<string, (text: string) => string>> = {
  "drops NUL": (text) => text.replaceAll("\0", ""),
  "makes line feeds of carriage returns": (text) => text.replace(/\r\n?|\n\r/g, "\n"),
  "takes digits for a number": (text) => (text === "007" ? "7" : text === "1e5" ? "1.00E+05" : text),
}

describe("the corpus of nasty texts as csv in LibreOffice, with the separators that it has set", () => {
  it("has no formula and no shifted column", async ({ skip }) => {
    const office = findLibreOffice()
    if (office === undefined) return skip("no LibreOffice here (Debian: libreoffice-calc)")
    const shown: Rows = parse(await importByLibreOffice(office, await encoded({})), {
      relaxColumnCount: true,
    })
    const faults = Object.entries(faultsOfLibreOffice)
    for (const [name, fault] of faults)
      expect(
        corpusTexts.some((text) => fault(text) !== text),
        name,
      ).toBe(true)
    expect(shown).toEqual(
      guarded.map((row) => row.map((text) => faults.reduce((seen, [, fault]) => fault(seen), text))),
    )
  })
})
