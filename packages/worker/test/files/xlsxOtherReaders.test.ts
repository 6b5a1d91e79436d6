import { type ExportCell, effectiveInstant, localDateTime } from "@hangtag/core"
import { parse } from "csv-parse/sync"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { encodeXlsx } from "../../src/files/encodeXlsx.ts"
import { decodeEscapes, inBatches, readAll } from "./encoded.ts"
import { anyText, nastyTexts } from "./nastyTexts.ts"
import { findLibreOffice, findOpenpyxl, readByOpenpyxl, showByLibreOffice } from "./otherReaders.ts"

const number = (text: string): ExportCell => ({ kind: "number", text })
const date = (text: string): ExportCell => ({ kind: "date", text })
const dateTime = (text: string): ExportCell => ({
  kind: "date-time",
  text,
  local: localDateTime(effectiveInstant(text, "UTC")!, "UTC"),
})

const values: ReadonlyArray<ExportCell> = [
  number("149.90"),
  number("-0.5"),
  number("4006381333931"),
  number("12345678901234.56"),
  date("2026-12-01"),
  date("1900-03-01"),
  date("1900-02-28"),
  dateTime("2026-12-01T08:30:15"),
  dateTime("2026-12-01T08:30:15.250Z"),
  dateTime("2026-12-01T08:30:15-05:00"),
  true,
  false,
  null,
  "007",
  "=1+1",
]

const generated = fc.sample(anyText, { numRuns: 500, seed: 20_261_201 })

const written = (cells: ReadonlyArray<ExportCell>) =>
  readAll(encodeXlsx(["key", "value"], inBatches(cells.map((cell) => ["k", cell])), { maxRowsPerSheet: 400 }))

describe("an xlsx file in openpyxl", () => {
  const python = findOpenpyxl()

  it("has every value with its kind and format", async ({ skip }) => {
    if (python === undefined) return skip("no python3 with openpyxl here (Debian: python3-openpyxl)")
    const { Export } = await readByOpenpyxl(python, await written(values))
    expect(Export!.slice(1).map((row) => row[1])).toEqual([
      ["n", 149.9, "0.00"],
      ["n", -0.5, "0.0"],
      ["n", 4006381333931, "0"],
      ["s", "12345678901234.56", "@"],
      ["d", "2026-12-01T00:00:00", "yyyy-mm-dd"],
      ["d", "1900-03-01T00:00:00", "yyyy-mm-dd"],
      ["s", "1900-02-28", "@"],
      ["d", "2026-12-01T08:30:15", "yyyy-mm-dd hh:mm:ss"],
      ["d", "2026-12-01T08:30:15.250000", "yyyy-mm-dd hh:mm:ss.000"],
      ["d", "2026-12-01T13:30:15", "yyyy-mm-dd hh:mm:ss"],
      ["b", true, "General"],
      ["b", false, "General"],
      undefined,
      ["s", "007", "@"],
      ["s", "=1+1", "@"],
    ])
  })

  it("has every nasty and every generated text, over several sheets", async ({ skip }) => {
    if (python === undefined) return skip("no python3 with openpyxl here (Debian: python3-openpyxl)")
    const texts = [...nastyTexts, ...generated]
    const sheets = await readByOpenpyxl(python, await written(texts))
    expect(Object.keys(sheets)).toEqual(["Export", "Export 2"])
    const read = Object.values(sheets).flatMap((rows) => rows.slice(1))
    expect(read.map((row) => (row[1] === undefined ? "" : decodeEscapes(String(row[1][1]))))).toEqual(
      texts.map((text) => text.toWellFormed()),
    )
  })
})

describe("an xlsx file in LibreOffice", () => {
  const office = findLibreOffice()

  it("shows every value as it was written", async ({ skip }) => {
    if (office === undefined) return skip("no LibreOffice here (Debian: libreoffice-calc)")
    const { Export } = await showByLibreOffice(office, await written(values))
    expect(parse(Export!).map((row: Array<string>) => row[1])).toEqual([
      "value",
      "149.90",
      "-0.5",
      "4006381333931",
      "12345678901234.56",
      "2026-12-01",
      "1900-03-01",
      "1900-02-28",
      "2026-12-01 08:30:15",
      "2026-12-01 08:30:15.250",
      "2026-12-01 13:30:15",
      "TRUE",
      "FALSE",
      "",
      "007",
      "=1+1",
    ])
  })

  it("shows every nasty and every generated text", async ({ skip }) => {
    if (office === undefined) return skip("no LibreOffice here (Debian: libreoffice-calc)")
    const texts = [...nastyTexts, ...generated]
    const sheets = await showByLibreOffice(office, await written(texts))
    const read = ["Export", "Export 2"].flatMap((name) => parse(sheets[name]!).slice(1))
    // Of the line ends next to each other it keeps some as one.
    const plain = (text: string) => text.toWellFormed().replace(/[\r\n]+/g, "\n")
    expect(read.map((row: Array<string>) => plain(row[1]!))).toEqual(texts.map(plain))
  })
})
