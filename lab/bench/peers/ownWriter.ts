// The export's own xlsx writer on the rows of a size, out of memory, in one thread: `node ownWriter.ts ROWS FILE`. Prints
// its time without the process's start, and its peak memory.

import { createWriteStream } from "node:fs"
import { performance } from "node:perf_hooks"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ExportCell } from "@hangtag/core/adapter"
import { encodeXlsx } from "../../../packages/worker/src/files/encodeXlsx.ts"
import { columns, rowsOf } from "../export/catalog.ts"

const [rows, filename] = process.argv.slice(2) as [string, string]

const cellOf = (value: string | number | Date | null): ExportCell => {
  if (typeof value === "number") return { kind: "number", text: value.toFixed(2) }
  return value instanceof Date ? { kind: "date", text: value.toISOString().slice(0, 10) } : value
}

async function* batches() {
  let batch: Array<Array<ExportCell>> = []
  for (const row of rowsOf(Number(rows))) {
    batch.push(row.map(cellOf))
    if (batch.length < 1000) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const start = performance.now()
const header = columns.map((column) => column.column_name)
await pipeline(Readable.from(encodeXlsx(header, batches())), createWriteStream(filename))
const memory = process.resourceUsage().maxRSS * 1024
console.log(JSON.stringify({ milliseconds: performance.now() - start, memory }))
