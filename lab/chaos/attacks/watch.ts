/**
 * A thread's own program: while it is to watch, it asks for `/healthz` a hundred times a second on a connection that it
 * keeps and on new ones, and works as other organizations do; asked to stop, it says how long they had to wait.
 */
import { Agent, request } from "node:http"
import { setTimeout } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"
import { others } from "./catalog.ts"

/** What was seen while watching; times in milliseconds. */
export interface Watched {
  readonly stall: number
  /** `/healthz` over connections of their own, opened while the others still wait: the 99th percentile. */
  readonly fresh: number
  readonly p99: number
  readonly calls: number
  /** What others were answered that was no 200. */
  readonly wrong: ReadonlyArray<string>
}

/** Where the server is; and with authentication, each organization's token. */
export interface Watching {
  readonly port: number
  readonly tokens: Readonly<Record<string, string>>
}

const { port, tokens } = workerData as Watching
const agent = new Agent({ keepAlive: true })
const ask = (path: string, organization = "", body?: object, over: Agent | false = agent) =>
  new Promise<{ status: number; millis: number }>((done) => {
    const began = performance.now()
    const end = (status: number) => done({ status, millis: performance.now() - began })
    const headers = {
      "x-organization-id": organization,
      "content-type": "application/json",
      ...(organization in tokens && { authorization: `Bearer ${tokens[organization]}` }),
    }
    const sent = request(
      { host: "127.0.0.1", port, path, agent: over, headers, method: body === undefined ? "GET" : "POST" },
      (response) =>
        response
          .resume()
          .on("end", () => end(response.statusCode!))
          .on("error", () => end(0)),
    )
    sent.on("error", () => end(0)).end(body && JSON.stringify(body))
  })

const line = { price_type: "MAP", amount: 120, effective_from: "2099-01-01" }
const usual: ReadonlyArray<readonly [string, object?]> = [
  ["/api/products/P0/variants/search?q=black"],
  ["/api/pricing/map-policy/B/colorway-prefill", { product_key: "P0", color: "Black", lines: [line] }],
  ["/api/catalog/batches/OPEN/records?limit=20"],
  [
    "/api/pricing/batches/OPEN/add-records-by-variants",
    { variant_keys: ["P0-1", "P0-2"], price_types: null },
  ],
]

let watching = false
const watch = async (): Promise<Watched> => {
  const health: Array<number> = []
  const fresh: Array<number> = []
  const times: Array<number> = []
  const wrong: Array<string> = []
  const probe = async () => {
    do {
      const { status, millis } = await ask("/healthz")
      health.push(millis)
      if (status !== 200) wrong.push(`/healthz: ${status}`)
      await setTimeout(10)
    } while (watching)
  }
  const connecting = new Set<Promise<void>>()
  const connect = async () => {
    const { status, millis } = await ask("/healthz", "", undefined, false)
    fresh.push(millis)
    if (status !== 200) wrong.push(`/healthz of a new connection: ${status}`)
  }
  /** One every 50 ms, however long those before it wait. */
  const probeNew = async () => {
    do {
      const one = connect()
      connecting.add(one)
      void one.then(() => connecting.delete(one))
      await setTimeout(50)
    } while (watching)
    await Promise.all(connecting)
  }
  const work = async (organization: string, turn: number) => {
    do {
      const [path, body] = usual[turn++ % usual.length]!
      const { status, millis } = await ask(path, organization, body)
      times.push(millis)
      if (status !== 200) wrong.push(`${organization} ${path}: ${status}`)
      await setTimeout(20)
    } while (watching)
  }
  await Promise.all([probe(), probeNew(), ...others.map(work)])
  const p99Of = (millis: Array<number>) => millis.sort((a, b) => a - b)[Math.floor(millis.length * 0.99)]!
  return { stall: Math.max(...health), fresh: p99Of(fresh), p99: p99Of(times), calls: times.length, wrong }
}

parentPort?.on("message", async (asked: "watch" | "stop" | "end") => {
  watching = asked === "watch"
  if (asked === "watch") parentPort!.postMessage(await watch())
  if (asked === "end") parentPort!.close()
})
