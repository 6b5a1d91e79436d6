// exceljs's streaming writer on the rows of a size, out of memory or, given a database, as a cursor reads them there:
// `node exceljsRows.ts ROWS FILE [URL]`. Prints its time without the process's start, and its peak memory.

import { performance } from "node:perf_hooks"
import { setImmediate as turn } from "node:timers/promises"
import exceljs from "exceljs"
import postgres from "postgres"
import { columns, queryOf, rowsOf } from "../export/catalog.ts"

const [rows, filename, url] = process.argv.slice(2) as [string, string, string?]
const formats: Readonly<Record<string, string>> = { map: "0.00", map_from: "yyyy-mm-dd", msrp: "0.00" }
const start = performance.now()
const workbook = new exceljs.stream.xlsx.WorkbookWriter({ filename, useStyles: true })
const sheet = workbook.addWorksheet("Export", { views: [{ state: "frozen", ySplit: 1 }] })
sheet.columns = columns.map(({ column_name: header }) =>
  formats[header] === undefined ? { header } : { header, style: { numFmt: formats[header] } },
)
// It has no backpressure; without a turn of the event loop now and then nothing at all would leave the memory.
if (url === undefined) {
  let count = 0
  for (const row of rowsOf(Number(rows))) {
    sheet.addRow(row).commit()
    if (++count % 1000 === 0) await turn()
  }
} else {
  const sql = postgres(url)
  for await (const page of sql.unsafe(queryOf(Number(rows))).cursor(1500)) {
    for (const { map, map_from, msrp, ...texts } of page) {
      const prices = [Number(map), new Date(map_from), Number(msrp)]
      sheet.addRow([...Object.values(texts), ...prices]).commit()
    }
    await turn()
  }
  await sql.end()
}
sheet.commit()
await workbook.commit()
const memory = process.resourceUsage().maxRSS * 1024
console.log(JSON.stringify({ milliseconds: performance.now() - start, memory }))
