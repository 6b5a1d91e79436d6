import { setTimeout } from "node:timers/promises"
import pg from "pg"
import { Forwarder } from "../../packages/postgres/test/support/Forwarder.ts"
import type { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"
import { freePort, hangtag, run } from "../../test/hangtag.ts"
import { ask } from "./ask.ts"
import { caller, Ledger } from "./moving.ts"
import { environment } from "./restarting.ts"
import { request } from "./Trial.ts"

export interface ThroughReplica {
  /** How often it is stopped, paused and silent. */
  readonly rounds: number
  /** For how long each time, in milliseconds: longer than `lag`. */
  readonly time: number
  /** Who change prices. */
  readonly callers: number
  /** `DATABASE_REPLICA_LAG`, in seconds. */
  readonly lag: number
}

/** What is written again and again: a number, in the names of a brand and of a product. */
const numberIn = (text: string): number => Number(/Boot n(-?\d+)/.exec(text)?.[1] ?? 0)

/** Numbers as they are written, and when each was committed at the latest. */
class Writer {
  readonly #client: pg.Client
  readonly #committed: Array<number> = [0]

  constructor(url: string) {
    this.#client = new pg.Client(url)
  }

  async run(isGoing: () => boolean): Promise<void> {
    await this.#client.connect()
    while (isGoing()) {
      await this.write(this.#committed.length)
      this.#committed.push(performance.now())
      await setTimeout(10)
    }
    await this.#client.end()
  }

  write(number: number) {
    const name = `Boot n${number}`
    return this.#client.query(`begin;
      update hangtag_brand set name = '${name}' where organization = 'demo' and brand_key = 'B';
      update hangtag_product_version set name = '${name}' where organization = 'demo' and product_key = 'P0';
      commit`)
  }

  /** By how much what was read is older than the moment, in milliseconds at least: the next number had been committed for so long. */
  lateness(number: number, moment: number): number {
    return Math.max(0, moment - (this.#committed[number + 1] ?? moment))
  }
}

const statement = async (url: string, text: string) => {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text)
  await client.end()
}

/**
 * A server and a worker with a replica that is stopped, paused, silent by turns, and promoted at the end, under reads, exports and
 * price changes.
 */
export const throughReplica = async (
  server: PostgresServer,
  folder: string,
  { rounds, time, callers, lag }: ThroughReplica,
) => {
  const standby = await server.standby()
  await statement(standby.url, "alter system set hot_standby_feedback = on")
  await statement(standby.url, "select pg_reload_conf()")
  const replicaUrl = new URL(standby.url)
  const forwarder = await Forwarder.to(Number(replicaUrl.port))
  replicaUrl.port = String(forwarder.port)
  const port = await freePort()
  const env = {
    ...environment(server, folder),
    PORT: String(port),
    LOG_LEVEL: "warn",
    DATABASE_REPLICA_URL: replicaUrl.href,
    DATABASE_REPLICA_LAG: `${lag}s`,
  }
  const processes = await Promise.all([
    hangtag(["serve", "--no-worker"], "serves on", env),
    hangtag(["worker"], "takes exports", env),
  ])
  const base = `http://127.0.0.1:${port}`
  const wrong: Array<string> = []
  const figures = { reads: 0, late: 0, latest: 0, said: 0, exports: 0, publications: 0, slowest: 0 }
  const ledger = new Ledger()
  const writer = new Writer(server.url)
  let going = true
  const isGoing = () => going

  const send = async (target: string, body?: unknown, headers: Record<string, string> = {}) => {
    const begun = performance.now()
    const response = await ask(base + target, { body, headers })
    const text = await response.text()
    figures.slowest = Math.max(figures.slowest, Math.round(performance.now() - begun))
    if (!response.ok) wrong.push(`${target}: ${response.status} ${text.slice(0, 300)}`)
    const age = response.headers.get("age")
    return { begun, text, age: age === null ? undefined : Number(age) }
  }
  /** Reads the number, and compares how old it is with what is said and allowed. */
  const read = async (target: string, headers: Record<string, string> = {}) => {
    const { begun, text, age } = await send(target, undefined, headers)
    const late = writer.lateness(numberIn(text), begun)
    figures.reads++
    if (age !== undefined) figures.late++
    figures.latest = Math.max(figures.latest, Math.round(late))
    figures.said = Math.max(figures.said, age ?? 0)
    const allowed = "cache-control" in headers || age === undefined ? 0 : age * 1000
    if (late > allowed) wrong.push(`${target}: ${late} ms late, and said ${age} s`)
    // the last second is begun
    if ((age ?? 0) > lag) wrong.push(`${target}: ${age} s old`)
    if (numberIn(text) < 0) wrong.push(`${target} read what was promoted`)
    return age
  }
  const readers = [
    () => read("/api/brands"),
    () => read("/api/products?search=P0&limit=1"),
    () => read("/api/brands", { "cache-control": "no-cache" }),
    () => send("/api/products/P0/variants/search?q=black"),
    () => send("/api/pricing/upcoming?brand_key=B&from=2026-01-01"),
    () => send("/api/products/export-preflight", request),
  ]
  const reading = async () => {
    for (let turn = 0; going; turn++) {
      await readers[turn % readers.length]!()
      await setTimeout(5)
    }
  }
  /** What a job wrote, and the number in it; undefined where it did not complete. */
  const exported = async () => {
    const asked = await send("/api/products/export-async", request)
    const { job_id } = JSON.parse(asked.text) as { readonly job_id: string }
    for (const end = Date.now() + 120_000; Date.now() < end; await setTimeout(50)) {
      const job = JSON.parse((await send(`/api/jobs/${job_id}`)).text) as Record<string, string | null>
      if (job.status === "queued" || job.status === "running") continue
      if (job.status !== "completed") break
      const link = JSON.parse((await send(job.file_url!)).text) as { readonly url: string }
      const file = await fetch(new URL(link.url, base))
      if (!file.ok) break
      return { asked: asked.begun, text: await file.text() }
    }
    wrong.push(`export ${job_id} did not complete`)
    return undefined
  }
  const plain = (text: string) => text.replaceAll(/Boot n\d+/g, "Boot P0")
  const exporting = async (expected: string) => {
    while (going) {
      const found = await exported()
      if (found === undefined) continue
      figures.exports++
      const late = writer.lateness(numberIn(found.text), found.asked)
      if (late > 0) wrong.push(`an export was ${late} ms older than its request`)
      if (plain(found.text) !== expected) wrong.push("an export differs from what the primary has")
    }
  }
  /** What was just published is shown by what may not be late. */
  const publishing = async () => {
    for (let nth = 0; going; nth++) {
      const made = await send("/api/pricing/batches", {
        kind: "price_change",
        brand_key: "B",
        name: `fresh ${nth}`,
      })
      const { key } = JSON.parse(made.text) as { readonly key: string }
      const lines = [{ price_type: "MSRP", amount: String(50 + nth), effective_from: "2099-01-01" }]
      await send("/api/pricing/map-policy/B/price-changes", {
        batch_key: key,
        colorways: [{ product_key: "P1", color: "Black", lines }],
        on_collision: { same_instant: "withdraw", overridden_later: "keep", leapfrogged: "keep" },
      })
      await send(`/api/pricing/batches/${key}/publish`, {})
      for (const target of ["/api/pricing/variants/P1-A/timeline", "/api/catalog/publications?limit=200"]) {
        const { text, age } = await send(target)
        if (age !== undefined || (target.includes("timeline") && !text.includes(key)))
          wrong.push(`${target} does not show what was published`)
      }
      figures.publications++
    }
  }
  const until = async (what: string, isSo: () => Promise<boolean>) => {
    for (const end = Date.now() + 60_000; !(await isSo()); await setTimeout(20))
      if (Date.now() > end)
        throw new Error(
          `${what} never came: ${wrong.join("\n")} ${processes.map(({ output }) => output()).join("")}`,
        )
  }
  const isAsked = () => until("the replica's answer", async () => (await read("/api/brands")) !== undefined)
  const isLeft = () => until("the primary's answer", async () => (await read("/api/brands")) === undefined)
  /** Ready whatever the replica is, which is said. */
  const readyWith = (replica: string) =>
    until(`"replica":"${replica}" of /readyz`, async () => {
      const { text } = await send("/readyz")
      return text.includes(`"replica":"${replica}"`) && (replica === "ok" || text.includes('"degraded"'))
    })
  const examine = async () => {
    const { output } = await run(["doctor"], env)
    if (!/ok +replica at .*had what was committed after \d+ ms$/m.test(output))
      wrong.push(`doctor: ${output}`)
    const { text } = await send("/metrics")
    for (const name of ["hangtag_replica_lag_seconds", "hangtag_replica_reads_total"])
      if (!text.includes(name)) wrong.push(`no metric ${name}`)
  }
  const faults = [
    {
      said: "unavailable",
      begin: () => standby.stop("immediate"),
      end: () => standby.start(),
    },
    {
      said: "behind",
      begin: () => statement(standby.url, "select pg_wal_replay_pause()"),
      end: () => statement(standby.url, "select pg_wal_replay_resume()"),
    },
    {
      said: "unavailable",
      begin: async () => forwarder.silence(),
      end: async () => forwarder.speak(),
    },
  ]
  try {
    await isAsked()
    await examine()
    const first = await exported()
    if (first === undefined) throw new Error(wrong.join("\n"))
    const working = Promise.all([
      writer.run(isGoing),
      ...Array.from({ length: 2 }, reading),
      exporting(plain(first.text)),
      publishing(),
      ...Array.from({ length: callers }, (_, nth) => caller(nth + 2, () => `${base}/api`, ledger, isGoing)),
    ]).finally(() => {
      going = false
    })
    const disturbing = async () => {
      for (let nth = 0; nth < rounds && going; nth++)
        for (const { said, begin, end } of faults) {
          await setTimeout(time / 2)
          await begin()
          await Promise.all([setTimeout(time), isLeft()])
          await readyWith(said)
          await end()
          await isAsked()
          await readyWith("ok")
        }
      await statement(standby.url, "select pg_promote()")
      await isLeft()
      await statement(standby.url, "update hangtag_brand set name = 'Boot n-1' where organization = 'demo'")
      await setTimeout(time / 2)
      going = false
    }
    await Promise.all([working, disturbing()])
    if (ledger.unavailable + ledger.refused > 0)
      wrong.push(`${ledger.unavailable + ledger.refused} calls of a price change failed`)
    const { reads, late, latest, said, exports, publications, slowest } = figures
    return {
      ...{
        faults: faults.length * rounds + 1,
        reads,
        "by the replica": late,
        "oldest answer": `${latest} ms`,
      },
      "oldest said": `${said} s`,
      exports,
      "price changes": ledger.changes + publications,
      "slowest answer": `${Math.max(slowest, ledger.slowest)} ms`,
      wrong: [...wrong, ...ledger.wrong],
    }
  } finally {
    going = false
    await Promise.all(processes.map(({ stop }) => stop("SIGKILL")))
    forwarder.dispose()
    await standby.dispose()
  }
}
