// 2,000 tiny exports through 1, 2 and 4 worker processes, how many statements a worker sends for one, and how long a
// request waits until it runs, beside pg-boss.

import { equal } from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { JobLimits } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { migratedPorts, serverLayer } from "@hangtag/postgres"
import { FolderStorage } from "@hangtag/storage/folder"
import { ExportWorker } from "@hangtag/worker"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import postgres from "postgres"
import { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"
import { openBoss, prepareBoss, requestExport, workExports } from "./peers/bossExports.ts"
import { median, megabytes, quantile, short, times } from "./support/figures.ts"
import { principalOf } from "./support/hangtagOn.ts"
import { report } from "./support/report.ts"
import { table } from "./support/table.ts"

const root = join(import.meta.dirname, "../..")
const count = Number(process.env.BENCH_EXPORTS ?? 2_000)
const singles = 40
const warmUps = 5
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
const bossBatches = [1, 50]

// counts statements only while they are asked for
const admin = postgres(server.url, { onnotice: () => {} })
await admin`alter system set shared_preload_libraries = 'pg_stat_statements'`
await admin`alter system set pg_stat_statements.track = 'none'`
await admin.end()
await server.stop("fast")
await server.start()
const sql = postgres(server.url, {
  onnotice: () => {},
  connection: { "pg_stat_statements.track": "none" },
})
await sql`create extension pg_stat_statements`

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
const unlimited = Layer.succeed(JobLimits, { openExports: Infinity, streams: 1 })
const requester = ManagedRuntime.make(Layer.provide(Hangtag.layer, [ports, unlimited]))
const requesterAndWorker = ManagedRuntime.make(
  Layer.mergeAll(Hangtag.layer, ExportWorker.layer({ concurrency: 2 })).pipe(
    Layer.provide([ports, unlimited]),
  ),
)
const principal = principalOf("demo")
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
  readonly name: string
  readonly request: () => Promise<unknown>
  readonly times: postgres.PendingQuery<Array<postgres.Row>>
  readonly clear: () => PromiseLike<unknown>
  readonly worker: readonly [program: ReadonlyArray<string>, ready: string, env?: NodeJS.ProcessEnv]
}

let peak = 0
/** `BENCH_NODE` gives Node options, such as `--cpu-prof`. */
const startWorker = async ([program, ready, env]: Contender["worker"]): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [...(process.env.BENCH_NODE?.split(" ") ?? []), ...program], {
    cwd: root,
    env: { ...environment, ...env },
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

/** Seconds of processor that a process has taken. */
const processorOf = ({ pid }: ChildProcess): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
  return (Number(fields[11]) + Number(fields[12])) / 100
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
  for (let n = 0; n < singles + warmUps; n++) {
    await contender.request()
    await allFinished(contender)
  }
  const rows =
    await sql`select started - created as wait from (${contender.times}) t order by created offset ${warmUps}`
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

/** Statements that the work sends, of all processes but this one's own questions. */
const statements = async (work: () => Promise<unknown>): Promise<number> => {
  const track = async (what: string) => {
    await sql.unsafe(`alter system set pg_stat_statements.track = '${what}'`)
    await sql`select pg_reload_conf()`
    // sent to every session, which hears of it between two statements
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  await track("all")
  await sql`select pg_stat_statements_reset()`
  await work()
  const [row] = await sql`select sum(calls)::float8 as calls from pg_stat_statements where toplevel`
  await track("none")
  return Number(row!.calls)
}

try {
  const hangtag = await requester.runPromise(Effect.service(Hangtag))
  await seed()
  const boss = await openBoss(server.url, folder)
  await prepareBoss(boss)
  const ours: Contender = {
    name: "Hangtag",
    request: () => requester.runPromise(hangtag.queueExport(principal, request)),
    times: ourTimes,
    clear: () => sql`truncate hangtag_job cascade`,
    worker: [["packages/cli/src/main.ts", "worker"], "takes exports"],
  }
  const theirs = bossBatches.map(
    (batch): Contender => ({
      name: `pg-boss, ${batch} at a time`,
      request: () => requestExport(boss, productKey),
      times: theirTimes,
      clear: () => sql`truncate boss_request`,
      worker: [["lab/bench/peers/bossExports.ts"], "ready", { BENCH_BATCH: String(batch) }],
    }),
  )
  const contenders = [ours, ...theirs]

  const asks = async () => {
    for (let n = 0; n < singles; n++) await ours.request()
  }
  await ours.request()
  const ofRequests = (await statements(asks)) / singles
  await ours.clear()

  const results: Array<{ workers: number; rates: Array<number>; processor: Array<number> }> = []
  const between: Array<Array<number>> = []
  let ofAnExport = 0
  for (const [round, workers] of workerCounts.entries()) {
    const result = { workers, rates: [] as Array<number>, processor: [] as Array<number> }
    for (let n = 0; n < contenders.length; n++) {
      // another one begins each time
      const index = (round + n) % contenders.length
      const contender = contenders[index]!
      const children = await Promise.all(Array.from({ length: workers }, () => startWorker(contender.worker)))
      // which also warms up
      const wait = await waits(contender)
      if (workers === 1) between[index] = wait
      if (workers === 1 && contender === ours)
        ofAnExport = (await statements(() => waits(ours))) / (singles + warmUps) - ofRequests
      const before = children.map(processorOf)
      result.rates[index] = await throughput(contender)
      const used = children.map((child, of) => processorOf(child) - before[of]!)
      result.processor[index] = (used.reduce((sum, each) => sum + each, 0) / count) * 1000
      for (const child of children) await stopWorker(child)
    }
    results.push(result)
    console.error(
      workers,
      contenders.map(({ name }, of) => `${name}: ${result.rates[of]!.toFixed(0)}/s`).join(", "),
    )
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
  await workExports(boss, bossBatches[0]!)
  const bossOwn = await waits(theirs[0]!)
  await boss.boss.stop()
  await boss.sql.end()

  const ratiosTo = (of: number) => results.map(({ rates }) => rates[0]! / rates[of]!)
  const goals = bossBatches.map((batch, index) => ({
    batch,
    ratios: ratiosTo(index + 1),
    least: [1, 0.6][index]!,
  }))
  const wait = (figures: ReadonlyArray<number>) => [short(median(figures)), short(quantile(figures, 0.95))]
  report({
    name: "queue",
    verdicts: [
      ...goals.map(({ batch, ratios, least }) => ({
        goal: `${short(count)} tiny exports through 1, 2, 4 workers: ≥ ${least.toFixed(1)}× pg-boss' jobs a second, which takes ${batch} at a time`,
        result: ratios.map(times).join(", "),
        met: Math.min(...ratios) >= least,
      })),
      {
        goal: "statements of a worker for a tiny export ≤ 4",
        result: ofAnExport.toFixed(1),
        met: ofAnExport <= 4,
      },
      {
        goal: "request to running in one process: median ≤ 5 ms",
        result: `${short(median(own))} ms`,
        met: median(own) <= 5,
      },
      {
        goal: "between processes: median ≤ 20 ms",
        result: `${short(median(between[0]!))} ms`,
        met: median(between[0]!) <= 20,
      },
    ],
    body: `Each export reads one product with one variant and writes a CSV file of two rows; the files are equal. A request is a
row and a job in one transaction on both sides. A worker process of Hangtag takes an export as it has a place for one, and
has two; a worker of the peer (\`lab/bench/peers/bossExports.ts\`) has two fetchers, of one job or of fifty at a time, is woken
by LISTEN/NOTIFY, writes its files as durably (synced under another name, renamed, the folder synced), and has no row-level
security, no turns between organizations, no fence against a worker that lost its job, no progress and no cancelling.

${table(
  ["exports a second", ...contenders.map(({ name }) => name), "ratios"],
  results.map(({ workers, rates }, row) => [
    `${workers} worker${workers === 1 ? "" : "s"}`,
    ...rates.map(short),
    goals.map(({ ratios }) => times(ratios[row]!)).join(", "),
  ]),
)}

${table(
  ["worker's processor for an export, ms", ...contenders.map(({ name }) => name)],
  results.map(({ workers, processor }) => [
    `${workers} worker${workers === 1 ? "" : "s"}`,
    ...processor.map(short),
  ]),
)}

${table(
  ["request to running, ms", "Hangtag", "95 %", "pg-boss", "95 %"],
  [
    ["in one process", ...wait(own), ...wait(bossOwn)],
    ["between processes", ...wait(between[0]!), ...wait(between[1]!)],
  ],
)}

Peak memory of a worker ${megabytes(peak)}.

A worker sends ${ofAnExport.toFixed(1)} statements for an export that comes alone, counted by \`pg_stat_statements\`: one claims it, one reads
product, labels and count, one records the end under the token, and each is sent in one piece with another one, which takes on its
scope and counts too; the rest looks for more. A request is ${ofRequests.toFixed(1)} of them. That is twice as many as when a
connection stayed in a scope, which a pooler may not be trusted with, and no more round trips. The peer's worker has five for one job, two of which are shared by fifty.

What limits is the processors, which requests, workers and Postgres share. In a profile of a worker (2,500 exports) a quarter
is the file: 21 calls to the file system, where the peer has six, since each job and each run has a folder of its own, so that
no run ever meets another one's file, and each of these is synced. A sixth is the sending of three statements, a ninth
garbage, a twentieth the log line of each export; the rest is Effect (a fifth) and the clients. Garbage was a third, and an
export 1.3 ms more, while every file began with a block of 256 KiB. What would still help is a statement that ends one export
and claims the next one, and the log; the folders and the turns stay.`,
  })
} finally {
  await requester.dispose()
  await requesterAndWorker.dispose()
  await sql.end()
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
}
