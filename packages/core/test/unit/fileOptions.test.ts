import { exportFileName } from "@hangtag/core/adapter"
import { describe, expect, it } from "vitest"
import { fileOptionFaults } from "../../src/exports/rules/fileOptions.ts"

const csv = { export_format: "csv" } as const

describe("the name of an export's file", () => {
  it.each([
    [undefined, "csv", false, "export-1.csv"],
    [undefined, "csv", true, "export-1.csv.gz"],
    ["prices", "csv", false, "prices.csv"],
    ["prices", "xlsx", false, "prices.xlsx"],
    ["prices.csv", "csv", false, "prices.csv"],
    ["prices.CSV", "csv", false, "prices.csv"],
    ["prices.csv", "csv", true, "prices.csv.gz"],
    ["prices.csv.gz", "csv", true, "prices.csv.gz"],
    ["prices.gz", "csv", true, "prices.csv.gz"],
    ["prices.csv.gz", "csv", false, "prices.csv"],
    ["prices.xlsx", "csv", false, "prices.csv"],
    ["prices.csv", "xlsx", false, "prices.xlsx"],
    ["v1.2", "csv", false, "v1.2.csv"],
    ["Preise Größe 日本", "xlsx", false, "Preise Größe 日本.xlsx"],
  ] as const)("%s as %s, gzip %s: %s", (file_name, export_format, gzip, expected) => {
    const options = file_name === undefined ? { gzip } : { gzip, file_name }
    expect(exportFileName({ export_format, file_options: options }, "export-1")).toBe(expected)
    if (file_name !== undefined && !gzip)
      expect(fileOptionFaults({ export_format, file_options: { file_name } })).toEqual([])
  })

  it.each([
    "",
    ".csv",
    " prices",
    "prices .csv",
    ".prices",
    "prices.",
    "a/b",
    "a\\b",
    "C:prices",
    "what?",
    "tab\there",
    "nul\0",
    "CON",
    "com1.prices",
    "\u202excod.csv",
    "x".repeat(201),
  ])("refuses %j", (file_name) => {
    const [fault, ...more] = fileOptionFaults({ ...csv, file_options: { file_name } })
    expect(more).toEqual([])
    expect(fault).toMatchObject({ loc: ["file_options", "file_name"], input: file_name })
    expect(fault!.msg).toMatch(/^Value error, .*name/)
  })
})
