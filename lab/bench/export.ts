// Exports of variant rows × 12 columns from a real server to a folder and to S3, beside exceljs and \copy.

import { equal } from "node:assert/strict"
import { execFile, execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
import type { ExportFormat } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { Effect } from "effect"
import postgres from "postgres"
import { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"
import { columns, organizationOf, queryOf, seed, versions } from "./export/catalog.ts"
import { type ExportFigures, exportReport } from "./export/exportReport.ts"
import { readSheets } from "./export/readSheets.ts"
import { WorkerProcess } from "./export/WorkerProcess.ts"
import { median, quantile } from "./support/figures.ts"
import { principalOf, runtimeOn } from "./support/hangtagOn.ts"
import { interleave, timed } from "./support/interleave.ts"
import { Service } from "./support/Service.ts"

const sizes = (process.env.BENCH_ROWS ?? "10000,100000,1000000").split(",").map(Number)
const largest = sizes.at(-1)!
const rounds = Number(process.env.BENCH_ROUNDS ?? 2)
/** `all`, or some of: peers, s3, healthz, sheets. */
const parts = (process.env.BENCH_PARTS ?? "peers,s3,healthz").split(",")
const wants = (part: string) => parts.includes("all") || parts.includes(part)

const folder = mkdtempSync(join(tmpdir(), "hangtag-bench-"))
const server = await PostgresServer.create()
const environment = {
  DATABASE_URL: server.url,
  HANGTAG_DATA: join(folder, "data"),
  HANGTAG_DEMO: "off",
  CSV_BOM: "off",
}
const sql = postgres(server.url, { onnotice: () => {} })
const runtime = runtimeOn(server.url)

interface Export {
  readonly milliseconds: number
  readonly rows: number
  readonly file: { readonly storage_key: string; readonly size: number; readonly sha256: string }
}

/** Asks for an export and waits for its end. */
const exported = async (
  hangtag: Hangtag["Service"],
  rows: number,
  format: ExportFormat,
  everyVersion = false,
): Promise<Export> => {
  const principal = principalOf(organizationOf(rows))
  const start = performance.now()
  const { job_id } = await runtime.runPromise(
    hangtag.queueExport(principal, {
      product_keys: [],
      column_mappings: columns,
      export_format: format,
      export_mode: "column_based",
      filter_by_label: false,
      filter_latest_version: !everyVersion,
      label_keys: null,
      source_filter: null,
    }),
  )
  for (;;) {
    await delay(20)
    const [job] = await sql`select status, message, error, file from hangtag_job where job_id = ${job_id}`
    if (job!.status === "queued" || job!.status === "running") continue
    equal(job!.status, "completed", job!.error ?? job!.message)
    return { milliseconds: performance.now() - start, rows, file: job!.file }
  }
}

type Measured = Export & { readonly memory: number }

/** The same in a worker of its own, with its peak memory. */
const measured = async (
  hangtag: Hangtag["Service"],
  rows: number,
  format: ExportFormat,
  more: NodeJS.ProcessEnv = {},
): Promise<Measured> => {
  const worker = await WorkerProcess.start({ ...environment, ...more })
  const result = await exported(hangtag, rows, format)
  const memory = worker.peakMemory()
  await worker.stop()
  return { ...result, memory }
}

const pathOf = ({ file }: Export) => join(folder, "data/files", file.storage_key.replaceAll("/", "+/"))
const dropFiles = () => {
  for (const path of globSync(join(folder, "data/files/exports+"))) rmSync(path, { recursive: true })
}
const peer = async (program: string, ...args: ReadonlyArray<string>) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, "peers", program),
    ...args,
  ])
  return JSON.parse(stdout) as { readonly milliseconds: number; readonly memory: number }
}
const copied = join(folder, "copied.csv")
const copy = async (rows: number) => {
  const query = queryOf(rows).replaceAll("\n", " ")
  execFileSync("psql", [server.url, "-q", "-c", `\\copy (${query}) to '${copied}' with (format csv, header)`])
}
const digest = (text: string) => createHash("sha256").update(text).digest("hex")

const health = async (hangtag: Hangtag["Service"]) => {
  const service = await Service.start(["packages/cli/src/main.ts", "serve"], environment)
  const latencies: Array<number> = []
  let done = false
  const polling = (async () => {
    while (!done) {
      latencies.push(
        await timed(() => fetch(`${service.url}/healthz`).then((answer) => answer.arrayBuffer())),
      )
      await delay(5)
    }
  })()
  const { milliseconds } = await exported(hangtag, largest, "xlsx")
  done = true
  await polling
  const memory = service.peakMemory()
  await service.stop()
  return {
    asked: latencies.length,
    median: median(latencies),
    p99: quantile(latencies, 0.99),
    slowest: Math.max(...latencies),
    milliseconds,
    memory,
  }
}

try {
  mkdirSync(join(folder, "data"))
  const hangtag = await runtime.runPromise(Effect.service(Hangtag))
  for (const size of sizes) await seed(sql, size)
  await sql`vacuum analyze`

  const grown: Array<ExportFigures["grown"][number]> = []
  for (const size of sizes.slice(0, -1)) {
    for (const format of ["csv", "xlsx"] as const) {
      const runs = []
      for (let round = 0; round < rounds; round++) runs.push(await measured(hangtag, size, format))
      grown.push({ size, format, runs })
      if (format === "xlsx" || size !== sizes[0]) continue
      await copy(size)
      const ours = readFileSync(pathOf(runs[0]!), "utf8").replaceAll("\r\n", "\n")
      equal(
        digest(readFileSync(copied, "utf8").replaceAll('""', "")),
        digest(ours),
        "\\copy gives other rows",
      )
    }
  }
  const whole = { csv: [], xlsx: [] } as Record<ExportFormat, Array<Measured>>
  const ours = (format: ExportFormat) => async () => {
    const run = await measured(hangtag, largest, format)
    whole[format].push(run)
    return run.milliseconds
  }
  const level6: Array<Measured> = []
  const memories: Record<string, number> = {}
  const peersOfGoals = {
    exceljs: async () => {
      const { milliseconds, memory } = await peer(
        "exceljsRows.ts",
        String(largest),
        join(folder, "peer.xlsx"),
      )
      memories.exceljs = Math.max(memories.exceljs ?? 0, memory)
      return milliseconds
    },
    copy: () => timed(() => copy(largest)),
    "level 6": async () => {
      const run = await measured(hangtag, largest, "xlsx", { XLSX_COMPRESSION: "6" })
      level6.push(run)
      return run.milliseconds
    },
  }
  const contenders: Readonly<Record<string, () => Promise<number>>> = {
    csv: ours("csv"),
    xlsx: ours("xlsx"),
    ...(wants("peers") && peersOfGoals),
  }
  const times = await interleave(contenders, rounds)
  for (const format of ["csv", "xlsx"] as const) {
    const runs = whole[format]
    equal(runs[0]!.file.sha256, runs.at(-1)!.file.sha256, "the same export gives other bytes")
    grown.push({ size: largest, format, runs })
  }
  dropFiles()

  const s3 = []
  if (wants("s3")) {
    const sink = await Service.start(["lab/bench/peers/s3Sink.ts"])
    const bucket = {
      S3_BUCKET: "exports",
      S3_ENDPOINT: sink.url,
      S3_FORCE_PATH_STYLE: "on",
      AWS_ACCESS_KEY_ID: "bench",
      AWS_SECRET_ACCESS_KEY: "bench",
    }
    for (const format of ["csv", "xlsx"] as const) {
      const runs = []
      runs.push(await measured(hangtag, largest, format, bucket))
      equal(runs[0]!.file.sha256, whole[format][0]!.file.sha256)
      s3.push({ size: largest, format, runs })
    }
    await sink.stop()
  }
  const healthz = wants("healthz") ? await health(hangtag) : undefined

  let sheets: ExportFigures["sheets"]
  if (wants("sheets")) {
    const worker = await WorkerProcess.start(environment)
    const all = await exported(hangtag, largest, "xlsx", true)
    const memory = worker.peakMemory()
    await worker.stop()
    const { milliseconds } = all
    sheets = { rows: largest * versions, milliseconds, memory, sheets: readSheets(pathOf(all)) }
    dropFiles()
  }
  exportReport({ grown, s3, times, memories, level6, healthz, sheets })
} finally {
  await runtime.dispose()
  await sql.end()
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
}
