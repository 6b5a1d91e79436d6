// `hangtag import` of price lines beside a loop over the same NDJSON into `copy`, on a real server.

import { equal } from "node:assert/strict"
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import postgres from "postgres"
import { PostgresServer } from "../packages/postgres/test/support/PostgresServer.ts"
import { median, megabytes, short, times } from "./support/figures.ts"
import { interleave, timed } from "./support/interleave.ts"
import { report } from "./support/report.ts"
import { table } from "./support/table.ts"

const root = join(import.meta.dirname, "..")
const main = "packages/http-adapter/src/main.ts"
const sizes = [10_000, 100_000, Number(process.env.BENCH_LINES ?? 1_000_000)]
const folder = mkdtempSync(join(tmpdir(), "hangtag-bench-"))
const server = await PostgresServer.create()
const environment = { ...process.env, DATABASE_URL: server.url, HANGTAG_DATA: folder, HANGTAG_DEMO: "off" }
const sql = postgres(server.url, { onnotice: () => {} })
const variants = 10_000

const variantKey = (n: number) => `V${String(n % variants).padStart(6, "0")}`

function* priceLines(count: number): Generator<string> {
  const types = ["MAP", "MSRP", "COST"]
  for (let n = 0; n < count; n++) {
    const turn = Math.floor(n / variants)
    const day = new Date(Date.UTC(2020, 0, 1 + Math.floor(turn / 3))).toISOString().slice(0, 10)
    yield `{"kind":"price","variant_key":"${variantKey(n)}","price_type":"${types[turn % 3]}","amount":${100 + (n % 50)}.95,"effective_from":"${day}","status":"active"}\n`
  }
}

function* foundations(): Generator<string> {
  yield `{"kind":"brand","brand_key":"NT","name":"North Trail","time_zone":"UTC"}\n`
  for (let product = 0; product < variants / 10; product++) {
    const keys = Array.from({ length: 10 }, (_, n) => ({
      variant_key: variantKey(product * 10 + n),
      name: "Boot",
      color: "Black",
      size: "9",
      width: "D",
      vendor_color_code: "1",
      attributes: {},
    }))
    yield `${JSON.stringify({ kind: "product", brand_key: "NT", product_key: `P${product}`, version: 1, name: "Boot", source: "merchant_input", labels: [], attributes: {}, variants: keys })}\n`
  }
}

const write = (name: string, lines: Iterable<string>) =>
  pipeline(Readable.from(lines, { highWaterMark: 512 }), createWriteStream(join(folder, name)))

let peak = 0
const importFile = async (file: string) => {
  const child = spawn(process.execPath, [main, "import", join(folder, file), "-o", "demo"], {
    cwd: root,
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  })
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8")
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024)
    } catch {
      // it has ended
    }
  }, 100)
  const [code] = await once(child, "exit")
  clearInterval(watch)
  equal(code, 0)
}

/** The same columns as one would fill by hand: a fresh key, the instant in UTC, nothing looked up. */
async function* copyLines(file: string): AsyncGenerator<string> {
  let block = ""
  for await (const line of createInterface({ input: createReadStream(join(folder, file)) })) {
    const { variant_key, price_type, amount, effective_from, status } = JSON.parse(line)
    const at = Date.parse(effective_from) * 1000
    block += `demo\t${crypto.randomUUID()}\t${variant_key}\t${price_type}\t${amount}\t${effective_from}\t${at}\t${status}\n`
    if (block.length < 65_536) continue
    yield block
    block = ""
  }
  yield block
}

const copyFile = async (file: string) =>
  pipeline(
    Readable.from(copyLines(file)),
    await sql`copy hangtag_price_record (organization, record_key, variant_key, price_type, amount, effective_from,
      effective_at, status) from stdin`.writable(),
  )

const contents = () =>
  sql`select count(*)::int, sum(amount::numeric), count(distinct (variant_key, price_type, effective_at))::int as pairs
    from hangtag_price_record`

try {
  execFileSync(process.execPath, [main, "migrate"], { cwd: root, env: environment })
  await write("catalog.ndjson", foundations())
  await importFile("catalog.ndjson")
  const rows = []
  for (const size of sizes) {
    const file = `prices-${size}.ndjson`
    await write(file, priceLines(size))
    const empty = () => sql`truncate hangtag_price_record`
    await empty()
    await importFile(file)
    const mine = await contents()
    await empty()
    await copyFile(file)
    equal(JSON.stringify(await contents()), JSON.stringify(mine))
    peak = 0
    const run = (load: (file: string) => Promise<void>) => async () => {
      await empty()
      return timed(() => load(file))
    }
    const runs = await interleave({ ours: run(importFile), copy: run(copyFile) }, size > 100_000 ? 1 : 3)
    rows.push({ size, ours: median(runs.ours), copy: median(runs.copy), memory: peak })
  }
  const last = rows.at(-1)!
  report({
    name: "import",
    verdicts: [
      {
        goal: `${short(last.size)} price lines ≤ 4× copy into the same table`,
        result: times(last.ours / last.copy),
        met: last.ours / last.copy <= 4,
      },
      {
        goal: "memory flat",
        result: rows.map((row) => megabytes(row.memory)).join(", "),
        met: last.memory / rows[1]!.memory <= 1.2,
      },
    ],
    body: `Milliseconds for \`hangtag import\` of NDJSON price lines into an empty table, the process's start included. The
peer reads the same file line by line and streams it into \`copy\`: it validates nothing, finds no duplicates, and would
take the same price twice.

${table(
  ["price lines", "Hangtag", "copy", "ratio", "peak memory"],
  rows.map((row) => [
    short(row.size),
    short(row.ours),
    short(row.copy),
    times(row.ours / row.copy),
    megabytes(row.memory),
  ]),
)}`,
  })
} finally {
  await sql.end()
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
}
