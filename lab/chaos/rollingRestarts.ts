import { setTimeout } from "node:timers/promises"
import type { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"
import { freePort, hangtag, type Running } from "../../test/hangtag.ts"
import { ReadyProxy } from "./ReadyProxy.ts"
import { Answers, environment } from "./restarting.ts"

export interface Rolling {
  /** Sent at least, for as long as servers restart. */
  readonly requests: number
  /** How often a server is stopped and started, by turns one of two. */
  readonly restarts: number
  readonly callers: number
}

/** Longer than the proxy needs to see that a server is not ready any more, also where others take the processors. */
const drainDelay = "3s"

/** Milliseconds between an answer and the caller's next request. */
const pause = 20

const previewed = {
  product_key: "P0",
  color: "Black",
  lines: [{ price_type: "MAP", amount: 139.95, effective_from: "2099-06-01" }],
}

/** Restarts two servers by turns, each by SIGTERM, under requests through a proxy that retries nothing. */
export const rollingRestarts = async (
  server: PostgresServer,
  folder: string,
  { requests, restarts, callers }: Rolling,
): Promise<Answers & { readonly codes: ReadonlyArray<number | null> }> => {
  const env = { ...environment(server, folder), DRAIN_DELAY: drainDelay }
  const ports = [await freePort(), await freePort()]
  // again, as a supervisor does: on a busy machine a start may find that the database takes too long to answer
  const start = (port: number, starts = 3): Promise<Running> =>
    hangtag(["serve", "--no-worker"], "serves on", { ...env, PORT: String(port) }).catch((cause) => {
      if (starts === 1) throw cause
      return start(port, starts - 1)
    })
  const running = await Promise.all(ports.map((port) => start(port)))
  const proxy = await ReadyProxy.before(ports)
  const { url } = proxy
  const ready = async (port: number) => {
    while (!proxy.isReady(port)) await setTimeout(20)
  }
  const answers = new Answers()
  const codes: Array<number | null> = []
  try {
    await Promise.all(ports.map(ready))
    let left = requests
    let going = true
    const caller = async (turn: number) => {
      for (; going || left > 0; left--) {
        await (turn % 2 === 0
          ? answers.send(`${url}/api/products/P0/variants/search?q=black`)
          : answers.send(`${url}/api/pricing/map-policy/B/colorway-prefill`, previewed))
        // leaves the servers that start some of the processors
        await setTimeout(pause)
      }
    }
    const calling = Promise.all(Array.from({ length: callers }, (_, turn) => caller(turn)))
    for (let nth = 0; nth < restarts; nth++) {
      const which = nth % ports.length
      codes.push(await running[which]!.stop("SIGTERM"))
      running[which] = await start(ports[which]!)
      await ready(ports[which]!)
    }
    going = false
    await calling
    return Object.assign(answers, { codes })
  } finally {
    proxy.dispose()
    await Promise.all(running.map(({ stop }) => stop("SIGKILL")))
  }
}
