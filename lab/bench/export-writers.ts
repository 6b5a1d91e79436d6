// The export's file writers beside exceljs's streaming writer (xlsx) and fast-csv, which exceljs writes csv with, on
// the same rows. Every run is a process of its own, timed from start to exit, and the writers take turns.
//
//   node lab/bench/export-writers.ts [--rows 20000] [--runs 3] [--styles]
//
// exceljs runs as it is fastest, without styles: its prices and dates show as bare numbers. --styles gives it the
// formats and the frozen header that ours always has.

import { spawnSync } from "node:child_process"
import { createWriteStream } from "node:fs"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable, type Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import type { ExportCell } from "@hangtag/core/adapter"

const columns = [
  "product_key",
  "variant_key",
  "variant_name",
  "color",
  "size",
  "width",
  "vendor_color_code",
  "map",
  "msrp",
  "effective_from",
  "active",
  "updated_at",
]

const two = (value: number) => String(value).padStart(2, "0")
const dateTime = (text: string): ExportCell => ({ kind: "date-time", text, local: `${text}.000000` })
const money = (cents: number): ExportCell => ({ kind: "number", text: (cents / 100).toFixed(2) })
const pick = <A>(values: ReadonlyArray<A>, index: number): A => values[index % values.length]!

const makeRow = (n: number): Array<ExportCell> => {
  const product = `P${100_000 + (n >> 3)}`
  const color = pick(["Black", "Forêt", "Red & White", "Bleu/Crème"], n >> 1)
  return [
    product,
    `${product}-${n & 7}`,
    `Ridge Boot ${color} ${n & 7}`,
    color,
    String(6 + (n & 7)),
    pick(["D", "EE", null], n),
    String(n % 997).padStart(3, "0"),
    money(9_995 + (n % 40_000)),
    money(12_990 + (n % 50_000)),
    { kind: "date", text: `2026-${two(1 + (n % 12))}-${two(1 + (n % 28))}` },
    n % 3 === 0,
    dateTime(`2026-11-${two(1 + (n % 28))}T${two(n % 24)}:${two(n % 60)}:00`),
  ]
}

async function* batches(rows: number) {
  for (let from = 0; from < rows; from += 1000) {
    yield Array.from({ length: Math.min(1000, rows - from) }, (_, index) => makeRow(from + index))
  }
}

const plainValue = (cell: ExportCell) => {
  if (cell === null || typeof cell !== "object") return cell
  if (cell.kind === "number") return Number(cell.text)
  return new Date(cell.kind === "date" ? cell.text : `${cell.text}Z`)
}

const plainText = (cell: ExportCell) =>
  cell === null || typeof cell !== "object" ? String(cell ?? "") : cell.text

const turn = () => new Promise((resolve) => setImmediate(resolve))

type Writer = (rows: number, file: string) => Promise<void>

const writers: Record<string, Record<"ours" | "peer", Writer>> = {
  xlsx: {
    ours: async (rows, file) => {
      const { encodeXlsx } = await import("../../packages/worker/src/files/encodeXlsx.ts")
      await pipeline(
        Readable.from(encodeXlsx(columns, batches(rows), { compressionLevel: 1 })),
        createWriteStream(file),
      )
    },
    peer: async (rows, file) => {
      const { default: exceljs } = await import("exceljs")
      const workbook = new exceljs.stream.xlsx.WorkbookWriter({ filename: file, useStyles: values.styles })
      const sheet = workbook.addWorksheet("Export", { views: [{ state: "frozen", ySplit: 1 }] })
      const formats: Record<string, string> = {
        map: "0.00",
        msrp: "0.00",
        effective_from: "yyyy-mm-dd",
        updated_at: "yyyy-mm-dd hh:mm:ss",
      }
      sheet.columns = columns.map((header) =>
        formats[header] === undefined || !values.styles
          ? { header }
          : { header, style: { numFmt: formats[header] } },
      )
      for await (const batch of batches(rows)) {
        for (const row of batch) sheet.addRow(row.map(plainValue)).commit()
        // It has no backpressure; without a turn of the event loop nothing at all would leave the memory.
        await turn()
      }
      sheet.commit()
      await workbook.commit()
    },
  },
  csv: {
    ours: async (rows, file) => {
      const { encodeCsv } = await import("../../packages/worker/src/files/encodeCsv.ts")
      await pipeline(Readable.from(encodeCsv(columns, batches(rows))), createWriteStream(file))
    },
    peer: async (rows, file) => {
      const fastCsv: { format: (options: object) => Writable & NodeJS.ReadableStream } = createRequire(
        createRequire(import.meta.url).resolve("exceljs"),
      )("fast-csv")
      const format = fastCsv.format({ headers: columns, rowDelimiter: "\r\n", writeBOM: true })
      const lines = async function* () {
        for await (const batch of batches(rows)) for (const row of batch) yield row.map(plainText)
      }
      await pipeline(Readable.from(lines()), format, createWriteStream(file))
    },
  },
}

interface Run {
  readonly seconds: number
  /** Of all threads; other than the wall time, it does not depend on what else the machine does. */
  readonly cpuSeconds: number
  readonly peakMb: number
  readonly fileMb: number
}

const runChild = (format: string, who: string): Run => {
  const began = performance.now()
  const child = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), "--child", `${format}:${who}`, ...process.argv.slice(2)],
    { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  )
  const seconds = (performance.now() - began) / 1000
  if (child.status !== 0) throw new Error(`${format} by ${who} ended with ${child.status ?? child.signal}`)
  return { seconds, ...(JSON.parse(child.stdout) as Omit<Run, "seconds">) }
}

const median = (runs: ReadonlyArray<Run>, of: keyof Run): number =>
  runs.map((run) => run[of]).sort((a, b) => a - b)[runs.length >> 1]!

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "20000" },
    runs: { type: "string", default: "3" },
    styles: { type: "boolean", default: false },
    child: { type: "string" },
  },
})
const rows = Number(values.rows)

if (values.child !== undefined) {
  const [format, who] = values.child.split(":") as [string, "ours" | "peer"]
  const folder = await mkdtemp(join(tmpdir(), "hangtag-bench-"))
  const file = join(folder, `export.${format}`)
  try {
    await writers[format]![who](rows, file)
    const fileMb = (await stat(file)).size / 1e6
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
    console.log(
      JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMb: maxRSS / 1024, fileMb }),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
} else {
  for (const [format, peer] of [
    ["xlsx", "exceljs"],
    ["csv", "fast-csv"],
  ] as const) {
    const ours: Array<Run> = []
    const theirs: Array<Run> = []
    for (let run = 0; run < Number(values.runs); run++) {
      ours.push(runChild(format, "ours"))
      theirs.push(runChild(format, "peer"))
    }
    const line = (name: string, runs: ReadonlyArray<Run>) =>
      console.log(
        `${format}  ${rows} rows  ${name.padEnd(8)}  ${median(runs, "seconds").toFixed(2)} s  CPU ${median(runs, "cpuSeconds").toFixed(2)} s  peak ${median(runs, "peakMb").toFixed(0)} MB  file ${median(runs, "fileMb").toFixed(1)} MB`,
      )
    line("ours", ours)
    line(peer, theirs)
    const ratio = (of: keyof Run) => (median(ours, of) / median(theirs, of)).toFixed(2)
    console.log(
      `${format}  ${rows} rows  ours / ${peer}: wall time ${ratio("seconds")}, CPU time ${ratio("cpuSeconds")}, peak memory ${ratio("peakMb")}`,
    )
  }
}
