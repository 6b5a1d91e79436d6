// 2,000 tiny exports through 1, 2 and 4 worker processes, and how long a request waits until it runs, beside pg-boss.

import { equal } from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { allPermissions, JobLimits } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { migratedPorts, serverLayer } from "@hangtag/postgres"
import { FolderStorage } from "@hangtag/storage/folder"
import { ExportWorker } from "@hangtag/worker"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import postgres from "postgres"
import { PostgresServer } from "../packages/postgres/test/support/PostgresServer.ts"
import { openBoss, prepareBoss, requestExport, workExports } from "./peers/bossExports.ts"
import { median, megabytes, quantile, short, times } from "./support/figures.ts"
import { report } from "./support/report.ts"
import { table } from "./support/table.ts"

const root = join(import.meta.dirname, "..")
const count = Number(process.env.BENCH_EXPORTS ?? 2_000)
const singles = 40
const workerCounts = [1, 2, 4]
const productKey = "P1"

const server = await PostgresServer.create()
const folder = mkdtempSync(join(tmpdir(), "hangtag-bench-"))
const environment = {
  ...process.env,
  DATABASE_URL: server.url,
  HANGTAG_DATA: folder,
  BENCH_FOLDER: folder,
  NODE_ENV: "production",
}
const sql = postgres(server.url, { onnotice: () => {} })

const seed = async () => {
  await sql`insert into hangtag_brand values ('demo', 'NT', 'North Trail', 'UTC')`
  await sql`insert into hangtag_product values ('demo', ${productKey}, 'NT', 1)`
  await sql`insert into hangtag_product_version (organization, product_key, version, name, source, labels, attributes, updated_at)
    values ('demo', ${productKey}, 1, 'Ridge Boot', 'merchant_input', '{}', '{"material":"Leather"}', 0)`
  await sql`insert into hangtag_variant values ('demo', 'V1', ${productKey}, 1, 'Boot', 'Black', '9', 'D', '1',
    '{"lining":"Wool, thick"}', '{}')`
}

const ports = Layer.merge(
  migratedPorts(),
  FolderStorage.layer({
    directory: join(folder, "files"),
    baseUrl: "http://files.test",
    secret: new Uint8Array(32),
  }),
).pipe(Layer.provide(serverLayer({ url: Redacted.make(server.url) })))
const unlimited = Layer.succeed(JobLimits, { openExports: 1_000_000, streams: 1 })
const requester = ManagedRuntime.make(Layer.provide(Hangtag.layer, [ports, unlimited]))
const requesterAndWorker = ManagedRuntime.make(
  Layer.mergeAll(Hangtag.layer, ExportWorker.layer({ concurrency: 2 })).pipe(
    Layer.provide([ports, unlimited]),
  ),
)
const principal = { organization: "demo", subject: "bench", permissions: allPermissions }
const request = {
  product_keys: [productKey],
  column_mappings: null,
  export_format: "csv",
  export_mode: "attribute_rows",
  filter_by_label: false,
  filter_latest_version: false,
  label_keys: null,
  source_filter: null,
} as const

/** The contenders' requests are rows with these columns, all of them milliseconds. */
const ourTimes = sql`select created_at / 1000.0 as created, started_at / 1000.0 as started,
  finished_at / 1000.0 as finished, status from hangtag_job`
const theirTimes = sql`select created_at as created, started_at as started, finished_at as finished, status
  from boss_request`

interface Contender {
  readonly request: () => Promise<unknown>
  readonly times: postgres.PendingQuery<Array<postgres.Row>>
  readonly clear: () => PromiseLike<unknown>
  readonly worker: readonly [program: ReadonlyArray<string>, ready: string]
}

let peak = 0
const startWorker = async ([program, ready]: Contender["worker"]): Promise<ChildProcess> => {
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  })
  const killed = () => child.kill("SIGKILL")
  process.once("exit", killed)
  child.once("exit", () => process.off("exit", killed))
  // listened to until the end: a closed pipe would end the worker
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (output) => String(output).includes(ready) && resolve())
  })
  return child
}
const stopWorker = async (child: ChildProcess) => {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8")
  peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024)
  child.kill("SIGTERM")
  await once(child, "exit")
}

const unfinished = async ({ times }: Contender): Promise<number> => {
  const [row] = await sql<
    [{ left: number }]
  >`select count(*)::int as left from (${times}) t where status in ('queued', 'running')`
  return row.left
}
const allFinished = async (contender: Contender) => {
  while ((await unfinished(contender)) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  const [row] =
    await sql`select count(*)::int as lost from (${contender.times}) t where status <> 'completed'`
  equal(row!.lost, 0)
}

/** Milliseconds from request to running, of requests that find nothing else to do. */
const waits = async (contender: Contender): Promise<Array<number>> => {
  await contender.clear()
  for (let n = 0; n < singles + 5; n++) {
    await contender.request()
    await allFinished(contender)
  }
  const rows =
    await sql`select started - created as wait from (${contender.times}) t order by created offset 5`
  return rows.map((row) => Number(row.wait))
}

/** Exports a second, from the first request to the last end; 16 requests are made at a time. */
const throughput = async (contender: Contender): Promise<number> => {
  await contender.clear()
  let left = count
  const ask = async () => {
    while (left-- > 0) await contender.request()
  }
  await Promise.all(Array.from({ length: 16 }, ask))
  await allFinished(contender)
  const [row] =
    await sql`select count(*) / (max(finished) - min(created)) * 1000 as rate from (${contender.times}) t`
  return Number(row!.rate)
}

try {
  const hangtag = await requester.runPromise(Effect.service(Hangtag))
  await seed()
  const boss = await openBoss(server.url, folder)
  await prepareBoss(boss)
  const ours: Contender = {
    request: () => requester.runPromise(hangtag.queueExport(principal, request)),
    times: ourTimes,
    clear: () => sql`truncate hangtag_job cascade`,
    worker: [["packages/cli/src/main.ts", "worker"], "takes exports"],
  }
  const theirs: Contender = {
    request: () => requestExport(boss, productKey),
    times: theirTimes,
    clear: () => sql`truncate boss_request`,
    worker: [["bench/peers/bossExports.ts"], "ready"],
  }

  const rates: Array<{ workers: number; ours: number; theirs: number }> = []
  let between: { ours: Array<number>; theirs: Array<number> } | undefined
  for (const workers of workerCounts) {
    const rate = { ours: 0, theirs: 0 }
    const wait: { ours: Array<number>; theirs: Array<number> } = { ours: [], theirs: [] }
    for (const [name, contender] of workers === 2
      ? ([
          ["theirs", theirs],
          ["ours", ours],
        ] as const)
      : ([
          ["ours", ours],
          ["theirs", theirs],
        ] as const)) {
      const children = await Promise.all(Array.from({ length: workers }, () => startWorker(contender.worker)))
      // which also warms up
      wait[name] = await waits(contender)
      rate[name] = await throughput(contender)
      for (const child of children) await stopWorker(child)
    }
    between ??= wait
    rates.push({ workers, ...rate })
    console.error(`${workers} workers: ${rate.ours.toFixed(0)}/s, theirs ${rate.theirs.toFixed(0)}/s`)
  }

  // the same file from both
  const [mine] = await sql`select file->>'sha256' as sha256 from hangtag_job limit 1`
  const [other] = await sql`select sha256 from boss_request limit 1`
  equal(mine!.sha256, other!.sha256)

  const inside = await requesterAndWorker.runPromise(Effect.service(Hangtag))
  const own = await waits({
    ...ours,
    request: () => requesterAndWorker.runPromise(inside.queueExport(principal, request)),
  })
  await workExports(boss)
  const bossOwn = await waits(theirs)
  await boss.boss.stop()
  await boss.sql.end()

  const ratios = rates.map((row) => row.ours / row.theirs)
  const wait = (figures: ReadonlyArray<number>) => [short(median(figures)), short(quantile(figures, 0.95))]
  report({
    name: "queue",
    verdicts: [
      {
        goal: `${short(count)} tiny exports through 1, 2, 4 workers: ≥ 1.0× pg-boss' jobs a second`,
        result: ratios.map(times).join(", "),
        met: Math.min(...ratios) >= 1,
      },
      {
        goal: "request to running in one process: median ≤ 5 ms",
        result: `${short(median(own))} ms`,
        met: median(own) <= 5,
      },
      {
        goal: "between processes: median ≤ 20 ms",
        result: `${short(median(between!.ours))} ms`,
        met: median(between!.ours) <= 20,
      },
    ],
    body: `Each export reads one product with one variant and writes a CSV file of two rows; the files are equal. A request is a
row and a job in one transaction on both sides, and a worker process takes two small exports at a time. The peer
(\`bench/peers/bossExports.ts\`) fetches 50 jobs at once, is woken by LISTEN/NOTIFY, writes its files as durably (synced
under another name, renamed, the folder synced), and has no row-level security, no turns between organizations, no fence
against a worker that lost its job, no progress and no cancelling.

${table(
  ["exports a second", "Hangtag", "pg-boss", "ratio"],
  rates.map((row) => [
    `${row.workers} workers`,
    short(row.ours),
    short(row.theirs),
    times(row.ours / row.theirs),
  ]),
)}

${table(
  ["request to running, ms", "Hangtag", "95 %", "pg-boss", "95 %"],
  [
    ["in one process", ...wait(own), ...wait(bossOwn)],
    ["between processes", ...wait(between!.ours), ...wait(between!.theirs)],
  ],
)}

Peak memory of a worker ${megabytes(peak)}.

An export here is a statement that queues it, after two that read the catalog for the answer, and in the worker one that
claims it, those that read, and one that records its end under the token. pg-boss has one transaction of the request and
three of the worker, and fetches and settles fifty jobs in two more.`,
  })
} finally {
  await requester.dispose()
  await requesterAndWorker.dispose()
  await sql.end()
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
}
