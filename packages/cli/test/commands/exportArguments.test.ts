import { FileOptions } from "@hangtag/core"
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { priceRowsOf } from "../../src/commands/export.ts"
import { exportColumn } from "../../src/commands/exportColumn.ts"
import { fileFlags, fileOptionsOf } from "../../src/commands/exportFlags.ts"
import { exportTarget } from "../../src/commands/exportTarget.ts"

describe("a column on the command line", () => {
  it.each([
    ["SKU=variant_key", ["SKU", "variant_key", null]],
    ["MAP=price:MAP", ["MAP", "price", "MAP"]],
    ["Price: net=price:MAP", ["Price: net", "price", "MAP"]],
    ["A=B=c", ["A", "B=c", null]],
    ["x=price:EU:MAP", ["x", "price", "EU:MAP"]],
    [String.raw`Price \= net=price:MAP`, ["Price = net", "price", "MAP"]],
    [String.raw`ratio=a\:b`, ["ratio", "a:b", null]],
    [String.raw`ratio=a\:b:c\:d`, ["ratio", "a:b", "c:d"]],
    [String.raw`C:\\dir=a\\:b`, ["C:\\dir", "a\\", "b"]],
    [String.raw`C:\dir=a`, ["C:\\dir", "a", null]],
    ["two\nlines=name", ["two\nlines", "name", null]],
  ])("%s", (text, [column_name, source_field, sub_field]) => {
    expect(exportColumn(text)).toEqual({ column_name, source_field, sub_field, use_label: true })
  })

  it.each(["", "SKU", "=name", "SKU=", "MAP=price:", String.raw`SKU\=name`, String.raw`SKU=name\ `.trim()])(
    "cannot be read: %j",
    (text) => {
      expect(exportColumn(text)).toBeUndefined()
    },
  )
})

describe("rows of prices", () => {
  it.each([
    [["MAP"], [], ["MAP of base"]],
    [
      ["MAP", "MSRP"],
      ["base", "DE"],
      ["MAP of base", "MAP of DE", "MSRP of base", "MSRP of DE"],
    ],
    [[], [], []],
  ] as const)("of types %j and lists %j", (types, lists, expected) => {
    const rows = priceRowsOf(types, lists)
    expect(rows.map(({ sub_field, price_list }) => `${sub_field} of ${price_list}`)).toEqual(expected)
    for (const row of rows) expect(row).toMatchObject({ source_field: "price", column_name: row.sub_field })
  })
})

describe("how a file is written", () => {
  it("can be said by a flag for each of the options, but for gzip and the name, which the output tells", () => {
    expect([...Object.keys(fileFlags), "file_name", "gzip"].sort()).toEqual(
      Object.keys(FileOptions.fields).sort(),
    )
  })

  it.each([
    [",", ","],
    [";", ";"],
    ["tab", "\t"],
    ["|", "|"],
  ] as const)("with the delimiter %s", (name, csv_delimiter) => {
    const flags = {
      csv_delimiter: Option.some(name),
      csv_decimal: Option.some("," as const),
      csv_bom: Option.some(false),
      csv_formula_guard: Option.some(false),
      list_separator: Option.some(" / "),
      about_sheet: true,
    }
    expect(fileOptionsOf(flags, true)).toEqual({
      csv_delimiter,
      csv_decimal: ",",
      csv_bom: false,
      csv_formula_guard: false,
      list_separator: " / ",
      about_sheet: true,
      gzip: true,
    })
  })

  it("as it would be without options where no flag is given", () => {
    const none = Option.none()
    const flags = { csv_delimiter: none, csv_decimal: none, csv_bom: none, csv_formula_guard: none }
    expect(fileOptionsOf({ ...flags, list_separator: none, about_sheet: false }, false)).toEqual({
      csv_delimiter: null,
      csv_decimal: null,
      csv_bom: null,
      csv_formula_guard: null,
      list_separator: null,
      about_sheet: false,
      gzip: false,
    })
  })
})

describe("what an export's output, format and gzip ask for together", () => {
  it.each([
    [undefined, undefined, false, undefined, "xlsx", false],
    [undefined, undefined, true, undefined, "csv", true],
    [undefined, "csv", false, undefined, "csv", false],
    ["a.xlsx", undefined, false, "a.xlsx", "xlsx", false],
    ["a.CSV", undefined, false, "a.CSV", "csv", false],
    ["a.csv.gz", undefined, false, "a.csv.gz", "csv", true],
    ["a.csv.gz", "csv", true, "a.csv.gz", "csv", true],
    ["prices", "csv", true, "prices", "csv", true],
    ["-", undefined, false, "stdout", "csv", false],
    ["-", "xlsx", false, "stdout", "xlsx", false],
    ["./-", "csv", false, "./-", "csv", false],
  ] as const)("--output %s --format %s --gzip %s", (output, asked, zipped, path, format, gzip) => {
    expect(exportTarget(output, asked, zipped)).toEqual({ path, format, gzip })
  })

  it.each([
    ["", undefined, false, "--output is empty"],
    ["acme", undefined, false, "the organization is --organization"],
    ["a.txt", undefined, false, "has no ending that names its format"],
    ["a.csv", "xlsx", false, "do not agree"],
    ["a.csv.gz", "xlsx", false, "do not agree"],
    ["a.csv", undefined, true, "is called .csv.gz"],
  ] as const)("refuses --output %j --format %s --gzip %s", (output, format, gzip, words) => {
    expect(exportTarget(output, format, gzip)).toContain(words)
  })
})
