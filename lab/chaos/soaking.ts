import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { serverLayer } from "@hangtag/postgres"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Dice } from "../../packages/worker/test/simulation/Dice.ts"
import { freePort, hangtag, type Running } from "../../test/hangtag.ts"
import { ask } from "./ask.ts"
import { compileCache } from "./compileCache.ts"
import { request } from "./Trial.ts"
import type { Vitals } from "./vitals.ts"

const preload = pathToFileURL(join(import.meta.dirname, "vitals.ts")).href

export interface Soak {
  readonly seconds: number
  /** Callers at a time. */
  readonly callers: number
  readonly dice: Dice
}

/** What a running server and its surroundings hold. */
interface Holding extends Vitals {
  readonly connections: number
  readonly temporary: number
  readonly unfinished: number
}

const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((e) => e.isFile())
    : []

class SoakedServer {
  readonly #running: Running
  readonly #folder: string
  readonly #database: string
  readonly base: string
  requests = 0
  exports = 0
  readonly wrong: Array<string> = []

  private constructor(running: Running, folder: string, database: string, base: string) {
    this.#running = running
    this.#folder = folder
    this.#database = database
    this.base = base
  }

  static async start(database: string, folder: string) {
    const port = await freePort()
    mkdirSync(join(folder, "tmp"))
    const running = await hangtag(["serve"], "serves on", {
      DATABASE_URL: database,
      HANGTAG_DATA: folder,
      PORT: String(port),
      LOG_LEVEL: "error",
      HANGTAG_DEMO: "on",
      // what Node keeps of compiled code is no file of an export's
      NODE_COMPILE_CACHE: compileCache,
      NODE_OPTIONS: `--import=${preload}`,
      VITALS: join(folder, "vitals"),
      TMPDIR: join(folder, "tmp"),
    })
    return new SoakedServer(running, folder, database, `http://127.0.0.1:${port}`)
  }

  async holding(): Promise<Holding> {
    const file = join(this.#folder, "vitals")
    rmSync(file, { force: true })
    this.#running.signal("SIGUSR2")
    while (!existsSync(file)) await setTimeout(20)
    return {
      ...(JSON.parse(readFileSync(file, "utf8")) as Vitals),
      connections: await this.#count(
        `select count(*)::int as n from pg_stat_activity
          where datname = current_database() and application_name = 'hangtag'`,
      ),
      temporary: filesIn(join(this.#folder, "tmp")).length,
      unfinished: filesIn(join(this.#folder, "files", "~unfinished")).length,
    }
  }

  /** Files kept for exports. */
  files(): number {
    return filesIn(join(this.#folder, "files")).length
  }

  async call(path: string, body?: unknown, method?: string) {
    this.requests++
    const headers = { connection: "close" }
    const response = await ask(new URL(path, this.base), { body, method, headers })
    const text = await response.text()
    if (response.status >= 500) this.wrong.push(`${path}: ${response.status} ${text.slice(0, 200)}`)
    return text
  }

  /** One export from the asking to the file, or one that is cancelled, or whose events are not read to their end. */
  async export(dice: Dice): Promise<void> {
    const format = { ...request, export_format: dice.chance(0.5) ? "csv" : "xlsx" }
    const { job_id } = JSON.parse(await this.call("/api/products/export-async", format))
    this.exports++
    if (dice.chance(0.2)) return void (await this.call(`/api/jobs/${job_id}/cancel`, {}))
    if (dice.chance(0.2)) {
      const leaving = new AbortController()
      const events = await fetch(`${this.base}/api/jobs/${job_id}/events`, { signal: leaving.signal })
      await events.body?.getReader().read()
      leaving.abort()
    }
    await this.call(`/api/jobs/${job_id}/events`)
    const { url } = JSON.parse(await this.call(`/api/products/export/${job_id}/download-url`))
    if (url !== undefined) await this.call(url)
  }

  /** Files that jobs name. */
  named(): Promise<number> {
    return this.#count("select count(*)::int as n from hangtag_job where file is not null")
  }

  async #count(statement: string): Promise<number> {
    const count = Effect.flatMap(SqlClient, (sql) => sql.unsafe<{ n: number }>(statement))
    const database = serverLayer({ url: Redacted.make(this.#database), applicationName: "soak" })
    const [row] = await Effect.runPromise(Effect.provide(count, database))
    return row!.n
  }

  /** Waits until no export is under way and what callers held is let go. */
  async settled(): Promise<void> {
    const open = "select count(*)::int as n from hangtag_job where finished_at is null"
    while ((await this.#count(open)) > 0) await setTimeout(100)
    await setTimeout(500)
  }

  stop(): Promise<number | null> {
    return this.#running.stop("SIGTERM")
  }
}

const someCall = async (server: SoakedServer, dice: Dice): Promise<void> => {
  const roll = dice.random()
  const lines = [{ price_type: "MAP", amount: 100 + Math.floor(100 * roll), effective_from: "2099-01-01" }]
  const preview = { product_key: "NT-RIDGE-BOOT", color: "Black", lines }
  if (roll < 0.01) await server.export(dice)
  else if (roll < 0.3) await server.call("/api/pricing/map-policy/NT/colorway-prefill", preview)
  else if (roll < 0.6)
    await server.call(`/api/products/NT-RIDGE-BOOT/variants/search?q=${roll < 0.5 ? "black" : "9"}`)
  else if (roll < 0.8) await server.call("/api/catalog/batches/REPUB-RIDGE/records?limit=50&sort=desc")
  else if (roll < 0.85) {
    const selected = { selected: dice.chance(0.5) }
    await server.call("/api/products/crawl-discoveries/CRAWL-RIDGE/D1", selected, "PATCH")
  } else if (roll < 0.9) {
    const fill = { variant_keys: ["NT-RIDGE-BOOT-BLK-9"], price_types: null }
    await server.call("/api/pricing/batches/REPUB-RIDGE/add-records-by-variants", fill)
  } else if (roll < 0.95) await server.call("/api/products/export-async", { product_keys: 1 })
  else await server.call(roll < 0.97 ? "/readyz" : "/metrics")
}

const load = async (server: SoakedServer, { callers, dice }: Soak, seconds: number) => {
  const until = performance.now() + seconds * 1000
  const caller = async () => {
    while (performance.now() < until) await someCall(server, dice)
  }
  await Promise.all(Array.from({ length: callers }, caller))
  await server.settled()
}

/** What the server came to hold, beyond connections of its pool, which may be open or not. */
const grown = (before: Holding, after: Holding): ReadonlyArray<string> => {
  const beside = ({ connections, handles, resources }: Holding) => ({
    handles: handles - connections,
    sockets: (resources.TCPSocketWrap ?? 0) - connections,
    timers: (resources.Timeout ?? 0) - connections,
  })
  const [then, now] = [beside(before), beside(after)]
  const more = (["handles", "sockets", "timers"] as const)
    .filter((kind) => now[kind] > then[kind] + 2)
    .map((kind) => `${now[kind]} ${kind}, at first ${then[kind]}`)
  if (after.heap > before.heap * 1.25 + 10) more.push(`${after.heap} MB of heap, at first ${before.heap}`)
  // As many as its pools may open.
  if (after.connections > 24) more.push(`${after.connections} connections to the database`)
  if (after.temporary + after.unfinished > 0) more.push("temporary files")
  return more
}

/** Puts every kind of load on one server, after some of it to warm up, and tells what it held before and after. */
export const soak = async (database: string, folder: string, options: Soak) => {
  const server = await SoakedServer.start(database, folder)
  try {
    await load(server, options, options.seconds * 0.15)
    const before = await server.holding()
    await load(server, options, options.seconds * 0.85)
    let after = await server.holding()
    // what stays is held; what is about to be let go takes as long as the machine is busy
    for (let looks = 0; looks < 20 && grown(before, after).length > 0; looks++) {
      await setTimeout(500)
      after = await server.holding()
    }
    const { requests, exports } = server
    const wrong = [...server.wrong, ...grown(before, after)]
    const files = server.files()
    const named = await server.named()
    if (files !== named) wrong.push(`${files} files of ${named} exports`)
    const code = await server.stop()
    if (code !== 0) wrong.push(`the server ended with ${code}`)
    return { before, after, requests, exports, files, wrong }
  } finally {
    await server.stop()
  }
}
