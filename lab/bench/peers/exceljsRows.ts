// exceljs's streaming writer on the rows of a size, out of memory: `node exceljsRows.ts ROWS FILE`. Prints its time without the process's start, and its peak memory.

import { performance } from "node:perf_hooks"
import { setImmediate as turn } from "node:timers/promises"
import exceljs from "exceljs"
import { columns, rowsOf } from "../export/catalog.ts"

const [rows, filename] = process.argv.slice(2) as [string, string]
const formats: Readonly<Record<string, string>> = { map: "0.00", map_from: "yyyy-mm-dd", msrp: "0.00" }
const start = performance.now()
const workbook = new exceljs.stream.xlsx.WorkbookWriter({ filename, useStyles: true })
const sheet = workbook.addWorksheet("Export", { views: [{ state: "frozen", ySplit: 1 }] })
sheet.columns = columns.map(({ column_name: header }) =>
  formats[header] === undefined ? { header } : { header, style: { numFmt: formats[header] } },
)
// It has no backpressure; without a turn of the event loop now and then nothing at all would leave the memory.
let count = 0
for (const row of rowsOf(Number(rows))) {
  sheet.addRow(row).commit()
  if (++count % 1000 === 0) await turn()
}
sheet.commit()
await workbook.commit()
const memory = process.resourceUsage().maxRSS * 1024
console.log(JSON.stringify({ milliseconds: performance.now() - start, memory }))
