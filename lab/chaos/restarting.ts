import { setTimeout } from "node:timers/promises"
import type { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"
import type { Dice } from "../../packages/worker/test/simulation/Dice.ts"
import { freePort, hangtag } from "../../test/hangtag.ts"
import type { RedisServer } from "../../test/redis/RedisServer.ts"
import { ask } from "./ask.ts"
import { leaseSeconds } from "./installation.ts"
import { request, type Trial } from "./Trial.ts"

export interface Load {
  /** Over which exports and requests are spread, and in which the database restarts. */
  readonly seconds: number
  readonly exports: number
  readonly requests: number
  readonly servers: number
  readonly workers: number
  /** The shortest and the longest time between two restarts, in milliseconds. */
  readonly pause: readonly [shortest: number, longest: number]
  readonly dice: Dice
  /** Where given, it counts calls, and it is what restarts. */
  readonly redis?: RedisServer
}

/** Longer than any answer may take, so that a request that hangs is seen. */
const patience = 20_000

/** What requests were answered: as without trouble, or that they may be sent again; anything else is an error. */
export class Answers {
  answered = 0
  refused = 0
  /** In milliseconds. */
  slowest = 0
  readonly wrong: Array<string> = []

  async send(url: string, body?: unknown): Promise<Record<string, unknown> | undefined> {
    const signal = AbortSignal.timeout(patience)
    const began = performance.now()
    try {
      const response = await ask(url, { body, signal })
      const text = await response.text()
      if (response.status === 503 && response.headers.has("retry-after")) this.refused++
      else if (response.status !== 200) this.wrong.push(`${url}: ${response.status} ${text}`)
      else {
        this.answered++
        return JSON.parse(text)
      }
    } catch (cause) {
      this.wrong.push(`${url}: ${cause}`)
    } finally {
      this.slowest = Math.max(this.slowest, Math.round(performance.now() - began))
    }
    return undefined
  }
}

/** What processes of the trial's installation are started with. */
export const environment = (server: PostgresServer, folder: string, redis?: RedisServer) => ({
  ...{
    DATABASE_URL: server.url,
    HANGTAG_DATA: folder,
    HANGTAG_DEMO: "off",
    LOG_LEVEL: "none",
    MAX_OPEN_EXPORTS: "10000",
  },
  EXPORT_LEASE: `${leaseSeconds}s`,
  ...(redis && { REDIS_URL: redis.url, RATE_LIMIT: "1000/s" }),
})

/** Stops and starts the database, or Redis, again and again under exports and requests from several processes. */
export const restartUnderLoad = async (trial: Trial, server: PostgresServer, folder: string, load: Load) => {
  const env = environment(server, folder, load.redis)
  const stop = (nth: number) =>
    load.redis === undefined
      ? server.stop(nth % 2 === 0 ? "immediate" : "fast")
      : load.redis.stop(nth % 2 === 0 ? "SIGKILL" : "SIGTERM")
  const ports = await Promise.all(Array.from({ length: load.servers }, freePort))
  const running = await Promise.all([
    ...ports.map((port) => hangtag(["serve", "--no-worker"], "serves on", { ...env, PORT: String(port) })),
    ...Array.from({ length: load.workers }, () => hangtag(["worker"], "takes exports", env)),
  ])
  const answers = new Answers()
  const baseOf = (turn: number) => `http://127.0.0.1:${ports[turn % ports.length]}/api`
  const spread = (count: number) => setTimeout((load.seconds * 1000) / count)
  const asking = async () => {
    for (let accepted = 0, turn = 0; accepted < load.exports; turn++) {
      const job = await answers.send(`${baseOf(turn)}/products/export-async`, request)
      if (job !== undefined) {
        trial.took(String(job.job_id))
        accepted++
      }
      await spread(load.exports)
    }
  }
  const reading = async () => {
    const sent: Array<Promise<unknown>> = []
    for (let turn = 0; turn < load.requests; turn++) {
      sent.push(answers.send(`${baseOf(turn)}/products/P${turn % 10}/variants/search?q=black`))
      await spread(load.requests)
    }
    await Promise.all(sent)
  }
  try {
    let restarts = 0
    let going = true
    const restarting = async () => {
      while (going) {
        const [shortest, longest] = load.pause
        await setTimeout(shortest + load.dice.random() * (longest - shortest))
        await stop(restarts++)
        await setTimeout(load.dice.random() * 2000)
        await (load.redis ?? server).start()
      }
    }
    const working = Promise.all([asking(), reading()]).finally(() => {
      going = false
    })
    await Promise.all([restarting(), working])
    return { restarts, answers, ...(await trial.verdict()) }
  } finally {
    await Promise.all(running.map(({ stop }) => stop("SIGKILL")))
  }
}
