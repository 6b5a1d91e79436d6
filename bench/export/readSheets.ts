import { execFileSync } from "node:child_process"

const script = `
import json, openpyxl, sys
book = openpyxl.load_workbook(sys.argv[1], read_only=True)
def last(sheet):
    count = 0
    for row in sheet.iter_rows(values_only=True): count += 1
    return [count, list(map(str, row))]
json.dump({sheet.title: last(sheet) for sheet in book}, sys.stdout)
`

/** Opens a workbook by openpyxl, read-only: of each sheet its number of rows, the header among them, and the last one. */
export const readSheets = (path: string) => {
  // Debian installs it for this python3, which need not be the first of the path
  const read = execFileSync("/usr/bin/python3", ["-c", script, path], { maxBuffer: 1e8, encoding: "utf8" })
  return JSON.parse(read) as Readonly<Record<string, readonly [rows: number, last: ReadonlyArray<string>]>>
}
