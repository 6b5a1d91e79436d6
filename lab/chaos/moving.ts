import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import pg from "pg"
import type { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"
import { freePort, hangtag, run } from "../../test/hangtag.ts"
import { ask } from "./ask.ts"
import { leaseSeconds } from "./installation.ts"
import { request, Trial } from "./Trial.ts"

export interface Moves {
  /** How often the organization goes to the other one of two installations. */
  readonly moves: number
  /** Price changes that are carried out between two moves, at least. */
  readonly changes: number
  readonly callers: number
}

const usualOrganization = "demo"

/** A database, a folder, and a server with a worker inside. */
const startInstallation = async (url: string, folder: string) => {
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const env = {
    DATABASE_URL: url,
    HANGTAG_DATA: folder,
    HANGTAG_DEMO: "off",
    LOG_LEVEL: "none",
    EXPORT_LEASE: `${leaseSeconds}s`,
    MAX_OPEN_EXPORTS: "10000",
    PORT: String(port),
  }
  const envFile = `${folder}.env`
  writeFileSync(
    envFile,
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}`)
      .join("\n"),
  )
  const server = await hangtag(["serve"], "serves on", env)
  return { url, env, envFile, server, base: `http://127.0.0.1:${port}/api` }
}

/** What callers were answered. */
export class Ledger {
  /** By the name of the batch. */
  readonly batches = new Map<string, string>()
  /** Batches by the number of their publication. */
  readonly publications = new Map<number, string>()
  readonly jobs = new Set<string>()
  readonly wrong: Array<string> = []
  reads = 0
  refused = 0
  changes = 0
  /** Answers that had to be tried again, but for those of a freeze. */
  unavailable = 0
  /** The longest that an answer took, in milliseconds. */
  slowest = 0
}

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

const answerOf = async (url: string, body?: unknown, key?: string, token?: string): Promise<Answer> => {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(key !== undefined && { "idempotency-key": key }),
  }
  const response = await ask(url, { body, headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const dayOf = (nth: number) => new Date(Date.UTC(2099, 0, 1 + nth)).toISOString().slice(0, 10)

/** Changes prices of a product of its own, and asks for exports, under a key until it is answered, wherever callers are sent. */
export const caller = async (
  number: number,
  base: () => string,
  ledger: Ledger,
  isGoing: () => boolean,
  token?: string,
) => {
  const write = async (path: string, body: unknown): Promise<Answer["body"] | undefined> => {
    const key = crypto.randomUUID()
    for (;;) {
      const began = performance.now()
      const { status, body: answered } = await answerOf(`${base()}/${path}`, body, key, token)
      ledger.slowest = Math.max(ledger.slowest, Math.round(performance.now() - began))
      if (status === 200 || status === 202) return answered
      if (status === 503 && /takes no writes/.test(String(answered.detail))) ledger.refused++
      else if (status !== 503 && !/try again|still being/.test(String(answered.detail))) {
        ledger.wrong.push(`${path}: ${status} ${JSON.stringify(answered).slice(0, 300)}`)
        return undefined
      } else if (status === 503) ledger.unavailable++
      await setTimeout(20)
    }
  }
  for (let nth = 0; isGoing(); nth++) {
    const name = `C${number}-${nth}`
    const made = await write("pricing/batches", { kind: "price_change", brand_key: "B", name })
    if (made === undefined) return
    const key = String(made.key)
    ledger.batches.set(name, key)
    const lines = [{ price_type: "MAP", amount: String(50 + (nth % 40)), effective_from: dayOf(nth) }]
    await write("pricing/map-policy/B/price-changes", {
      batch_key: key,
      colorways: [{ product_key: `P${number}`, color: "Black", lines }],
      on_collision: { same_instant: "withdraw", overridden_later: "keep", leapfrogged: "keep" },
    })
    const published = await write(`pricing/batches/${key}/publish`, {})
    if (published === undefined) return
    const known = ledger.publications.get(Number(published.number))
    if (known !== undefined) ledger.wrong.push(`publication ${published.number} of ${known} and ${key}`)
    ledger.publications.set(Number(published.number), key)
    if (nth % 5 === 0) {
      const job = await write("products/export-async", request)
      if (job !== undefined) ledger.jobs.add(String(job.job_id))
    }
    ledger.changes++
  }
}

/** Reads go on all the time, where the organization is and where it was. */
const reader = async (base: () => string, ledger: Ledger, isGoing: () => boolean) => {
  while (isGoing()) {
    const { status, body } = await answerOf(`${base()}/products/P0/variants/search?q=black`)
    ledger.reads++
    if (status !== 200 || (body.variants as ReadonlyArray<unknown> | undefined)?.length === 0)
      ledger.wrong.push(`a read: ${status} ${JSON.stringify(body).slice(0, 200)}`)
    await setTimeout(10)
  }
}

/** What a database has of the organization, read past row-level security as its owner. */
export const found = async (url: string, organization = usualOrganization) => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const rows = async <Row>(text: string) => (await client.query(text, [organization])).rows as Array<Row>
    const tables = await client.query<{
      name: string
    }>(`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization'`)
    let total = 0
    for (const { name } of tables.rows)
      total += (
        await rows<{ n: number }>(`select count(*)::int as n from ${name} where organization = $1`)
      )[0]!.n
    return {
      total,
      batches: await rows<{ name: string; key: string }>(
        "select name, batch_key as key from hangtag_batch where organization = $1 and name is not null",
      ),
      publications: await rows<{ number: number; key: string }>(
        "select number, batch_key as key from hangtag_publication where organization = $1 order by number",
      ),
      active: await rows<{ key: string; n: number }>(
        `select batch_key as key, count(*)::int as n from hangtag_price_record
          where organization = $1 and batch_key is not null and status = 'active' group by batch_key`,
      ),
      jobs: await rows<{ job_id: string; status: string }>(
        "select job_id::text, status from hangtag_job where organization = $1",
      ),
    }
  } finally {
    await client.end()
  }
}

type Found = Awaited<ReturnType<typeof found>>

/** What is there and was not answered, or was and is not; `before` jobs were there at the beginning. */
export const verdict = (ledger: Ledger, { batches, publications, active, jobs }: Found, before = 0) => {
  const times = (values: Iterable<string>) => {
    const counts = new Map<string, number>()
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
    return counts
  }
  const names = times(batches.map(({ name }) => name))
  const records = new Map(active.map(({ key, n }) => [key, n]))
  const ids = new Set(jobs.map(({ job_id }) => job_id))
  const lost =
    [...ledger.batches].filter(([name, key]) => !batches.some((b) => b.name === name && b.key === key))
      .length +
    [...ledger.publications].filter(([number, key]) => publications[number - 1]?.key !== key).length +
    [...ledger.publications.values()].filter((key) => (records.get(key) ?? 0) < 2).length +
    [...ledger.jobs].filter((id) => !ids.has(id)).length
  const doubled =
    [...names.values()].filter((count) => count > 1).length +
    [...records.values()].filter((count) => count > 2).length +
    Math.max(0, jobs.length - ledger.jobs.size - before)
  const gaps = publications.filter(({ number }, place) => number !== place + 1).length
  return { lost, doubled, gaps }
}

/** Moves an organization to and fro between two installations under price changes, exports and reads. */
export const movesUnderLoad = async (
  server: PostgresServer,
  folder: string,
  { moves, changes, callers }: Moves,
) => {
  const urls = [await server.database("one"), await server.database("other")] as const
  const trial = await Trial.create(urls[0], join(folder, "0"), callers)
  const installations = await Promise.all(
    urls.map((url, nth) => startInstallation(url, join(folder, `${nth}`))),
  )
  const ledger = new Ledger()
  let at = 0
  let going = true
  const base = () => installations[at]!.base
  const isGoing = () => going
  try {
    const working = Promise.all([
      ...Array.from({ length: callers }, (_, number) => caller(number, base, ledger, isGoing)),
      reader(base, ledger, isGoing),
    ])
    const more = async () => {
      const until = ledger.changes + changes
      while (ledger.changes < until && ledger.wrong.length === 0) await setTimeout(50)
    }
    let longest = 0
    let rows = 0
    await more()
    for (let nth = 0; nth < moves && ledger.wrong.length === 0; nth++) {
      const [from, to] = [installations[at]!, installations[1 - at]!]
      const began = performance.now()
      const moved = await run(
        ["organizations", "move", usualOrganization, "--to", to.envFile, "--json"],
        from.env,
      )
      if (moved.code !== 0) ledger.wrong.push(`move: ${moved.output}`)
      at = 1 - at
      longest = Math.max(longest, Math.round(performance.now() - began))
      await more()
      const deleted = await run(["organizations", "delete", usualOrganization, "--yes", "--json"], from.env)
      if (deleted.code !== 0) ledger.wrong.push(`delete: ${deleted.output}`)
      const { total } = await found(from.url)
      if (total > 0) ledger.wrong.push(`${total} rows are left where it was`)
    }
    going = false
    await working
    const until = Date.now() + 120_000
    let last = await found(installations[at]!.url)
    while (last.jobs.some(({ status }) => status !== "completed") && Date.now() < until) {
      await setTimeout(200)
      last = await found(installations[at]!.url)
    }
    const unfinished = last.jobs.filter(({ status }) => status !== "completed")
    for (const { job_id, status } of unfinished) ledger.wrong.push(`job ${job_id} is ${status}`)
    rows = last.total
    return { ledger, rows, longest, ...verdict(ledger, last, 1) }
  } finally {
    going = false
    await Promise.all(installations.map(({ server }) => server.stop("SIGKILL")))
    await trial.dispose()
  }
}
