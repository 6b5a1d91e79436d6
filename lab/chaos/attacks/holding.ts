import http from "node:http"
import { connect, type Socket } from "node:net"
import { setTimeout } from "node:timers/promises"
import { ask } from "../ask.ts"
import type { Attack, Target } from "./Attack.ts"
import { attacker, bigVariants } from "./catalog.ts"
import { times } from "./times.ts"

const preview = {
  product_key: "BIG",
  color: "Black",
  lines: Array.from({ length: 20 }, () => ({
    price_type: "MAP",
    amount: 99.9,
    effective_from: "2091-06-01",
  })),
}
const fill = {
  path: "/api/pricing/batches/OPEN/add-records-by-variants",
  body: {
    variant_keys: Array.from({ length: bigVariants }, (_, index) => `BIG-${index}`),
    price_types: ["MAP"],
  },
}
const exported = (keys = 1) => ({
  path: "/api/products/export-async",
  body: {
    product_keys: Array.from({ length: keys }, (_, index) => `${index}`.padEnd(keys > 1 ? 36 : 1, "x")),
    export_format: "csv",
    export_mode: "attribute_rows",
  },
})

/** The id of an export that was asked for; undefined where it was refused. */
const jobOf = async ({ port }: Target, keys?: number): Promise<string | undefined> => {
  const { path, body } = exported(keys)
  const answer = await ask(`http://127.0.0.1:${port}${path}`, {
    headers: { "x-organization-id": attacker },
    body,
  })
  return ((await answer.json()) as { readonly job_id?: string }).job_id
}

/** Connections that ask for this, some times each, and read nothing for so long. */
const unread = async (port: number, count: number, words: string, seconds: number) => {
  const sockets: Array<Socket> = []
  for (let nth = 0; nth < count; nth++) {
    const socket = connect(port, "127.0.0.1").on("error", () => {})
    socket.pause()
    socket.write(words)
    sockets.push(socket)
  }
  await setTimeout(seconds * 1_000)
  for (const socket of sockets) socket.destroy()
}
const asking = ({ path, body }: { readonly path: string; readonly body: object }) => {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Organization-ID: ${attacker}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
const asked = { path: "/api/pricing/map-policy/B/colorway-prefill", body: preview }
const previewed = asking(asked)
const largeBody = `{"variant_keys":["${'","'.repeat(90_000)}"],"price_types":["${"x".repeat(3_800_000)}"]}`
const unfinished = asking({ ...fill, body: {} }).replace("Length: 2", "Length: 4000000") + "x".repeat(500_000)

/** What is held for a caller: connections, answers, jobs, streams, keys; and what a page elsewhere makes a browser send. */
export const holding: ReadonlyArray<Attack> = [
  {
    name: "holding: 40 fills of one batch",
    run: ({ send }) => times(40, () => send(fill)),
    tolerated: [503],
  },
  { name: "holding: 300 exports", run: ({ send }) => times(300, () => send(exported())) },
  {
    name: "holding: 200 looks at a job with a request of 4 MB",
    run: async (target) => {
      const job = await jobOf(target, 100_000)
      await times(200, () => target.send({ path: `/api/jobs/${job ?? "none"}` }))
    },
  },
  {
    name: "holding: 200 event streams",
    run: async (target) => {
      const job = await jobOf(target, 100_000)
      const agent = new http.Agent()
      const headers = { "x-organization-id": attacker }
      const path = `/api/jobs/${job ?? "none"}/events`
      for (let nth = 0; nth < 200; nth++)
        http
          .get({ host: "127.0.0.1", port: target.port, path, agent, headers }, (answer) => answer.resume())
          .on("error", () => {})
      await setTimeout(target.hold * 1_000)
      agent.destroy()
    },
  },
  {
    name: "new connections: 300 beside 16 callers of timelines that are refused",
    run: async ({ send, port, hold }) => {
      const path = "/api/pricing/variants/LONG-0/timeline"
      const sockets = Array.from({ length: 300 }, () => connect(port, "127.0.0.1").on("error", () => {}))
      const until = performance.now() + hold * 1_000
      await times(16, async () => {
        do await send({ path })
        while (performance.now() < until)
      })
      for (const socket of sockets) socket.destroy()
    },
  },
  {
    name: "holding: 20 bodies of 4 MB at once",
    run: ({ send }) => times(20, () => send({ path: fill.path, body: largeBody })),
  },
  { name: "holding: 100 large previews at once", run: ({ send }) => times(100, () => send(asked)) },
  {
    name: "holding: 60 bodies of 4 MB that do not come",
    run: ({ port, hold }) => unread(port, 60, unfinished, hold),
  },
  {
    name: "holding: 100 sockets that never read",
    run: ({ port, hold }) => unread(port, 100, previewed, hold),
  },
  {
    name: "holding: 20 sockets that ask 20 times and never read",
    run: ({ port, hold }) => unread(port, 20, previewed.repeat(20), hold),
  },
  {
    name: "holding: 100 keys of requests",
    run: ({ send }) =>
      times(100, () => send({ ...fill, headers: { "idempotency-key": crypto.randomUUID() } })),
    tolerated: [503],
  },
  {
    name: "holding: 200 calls of another site's page",
    run: ({ send }) =>
      times(200, (nth) =>
        send({
          ...fill,
          headers: {
            "sec-fetch-site": nth % 2 === 0 ? "cross-site" : "same-site",
            ...(nth % 3 === 0 && { authorization: "Basic YTpi" }),
          },
        }),
      ),
  },
]
