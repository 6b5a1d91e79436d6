// Asks one thing over and over, from a process of its own: `node load.ts` with a JSON `LoadPlan` as its argument.
// Each of N kept-alive connections sends its next request when its answer is there. Prints a JSON `LoadFigures`.

import { performance } from "node:perf_hooks"
import { Client } from "undici"

export interface LoadPlan {
  readonly url: string
  readonly path: string
  /** Posted as JSON; asked with GET where there is none. */
  readonly body?: string | undefined
  /** As whom: the server's own organization by default. */
  readonly organization?: string | undefined
  /** N requests differ: of each `{turn}`, in path, body and organization, is the next number from 1 to this. */
  readonly turns?: number
  readonly connections: number
  readonly milliseconds: number
}

export interface LoadFigures {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

const plan = JSON.parse(process.argv[2]!) as LoadPlan
const { url, connections, milliseconds, turns = 1 } = plan
const requests = Array.from({ length: turns }, (_, index) => {
  const { path, body, organization } = JSON.parse(
    process.argv[2]!.replaceAll("{turn}", String(index + 1)),
  ) as LoadPlan
  return {
    path,
    method: body === undefined ? ("GET" as const) : ("POST" as const),
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(organization === undefined ? {} : { "x-organization-id": organization }),
    },
    body: body ?? null,
  }
})
let turn = 0
const latencies: Array<number> = []
const start = performance.now()
const end = start + milliseconds

const ask = async () => {
  const client = new Client(url)
  while (performance.now() < end) {
    const request = requests[turn++ % turns]!
    const asked = performance.now()
    const answer = await client.request(request)
    await answer.body.dump({ limit: Number.POSITIVE_INFINITY })
    if (answer.statusCode !== 200) throw new Error(`${request.path} answered ${answer.statusCode}`)
    latencies.push(performance.now() - asked)
  }
  await client.close()
}
await Promise.all(Array.from({ length: connections }, ask))
const seconds = (performance.now() - start) / 1000
latencies.sort((a, b) => a - b)
const figures: LoadFigures = {
  perSecond: latencies.length / seconds,
  p50: latencies[Math.floor(latencies.length * 0.5)]!,
  p99: latencies[Math.floor(latencies.length * 0.99)]!,
}
console.log(JSON.stringify(figures))
