import { execFileSync } from "node:child_process"

const script = `
import json, openpyxl, sys, zipfile
path = sys.argv[1]
book = openpyxl.load_workbook(path, read_only=True)
def count(part):
    rows, tail = 0, b""
    with zipfile.ZipFile(path).open(part) as xml:
        while block := xml.read(1 << 20):
            text = tail + block
            rows += text.count(b"<row ")
            tail = text[-4:]
    return rows
def read(number, sheet):
    first = [list(row) for row in sheet.iter_rows(max_row=1000, values_only=True)]
    return [count(f"xl/worksheets/sheet{number}.xml"), list(map(str, first[0])), len(first)]
json.dump({sheet.title: read(n + 1, sheet) for n, sheet in enumerate(book)}, sys.stdout)
`

/**
 * Opens a workbook by openpyxl, read-only, and reads the first 1,000 rows of each sheet: the header, how many those are,
 * and of how many, the header among them. Python unpacks every byte for the latter and checks it; openpyxl would take
 * minutes.
 */
export const readSheets = (path: string) => {
  // Debian installs it for this python3, which need not be the first of the path
  const read = execFileSync("/usr/bin/python3", ["-c", script, path], { maxBuffer: 1e8, encoding: "utf8" })
  return JSON.parse(read) as Readonly<
    Record<string, readonly [rows: number, header: ReadonlyArray<string>, read: number]>
  >
}
