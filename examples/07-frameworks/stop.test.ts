import type { Server } from "node:http"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { anExportRequest } from "@hangtag/testkit"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** How each framework is started, and ended as its page says. */
const frameworks: Readonly<Record<string, () => Promise<{ base: string; end: () => Promise<unknown> }>>> = {
  node: async () => {
    const { server } = await import("./nodeHttp.ts")
    const { stop } = await import("./stop.ts")
    return { base: await listening(server), end: () => stop(server) }
  },
  express: async () => {
    const { app } = await import("./express.ts")
    const { stop } = await import("./stop.ts")
    const server = createServer(app)
    return { base: await listening(server), end: () => stop(server) }
  },
  fastify: async () => {
    const { app } = await import("./fastify.ts")
    return { base: await app.listen({ port: 0, host: "127.0.0.1" }), end: () => app.close() }
  },
  hono: async () => {
    const { app } = await import("./hono.ts")
    const { stop } = await import("./stop.ts")
    const server = serving((request) => app.request(request))
    return { base: await listening(server), end: () => stop(server) }
  },
  next: async () => {
    const { GET } = await import("./next.ts")
    const { stop } = await import("./stop.ts")
    const server = serving(GET)
    return { base: await listening(server), end: () => stop(server) }
  },
}

/** A server around a handler of requests, as Next and Hono's adapter for Node have one. */
const serving = (handle: (request: Request) => Response | Promise<Response>) =>
  createServer(async ({ url, headers }, response) => {
    const own = { "x-api-key": String(headers["x-api-key"]) }
    const answer = await handle(new Request(`http://localhost${url}`, { headers: own }))
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    Readable.fromWeb(answer.body as never).pipe(response)
  })

// each has a Hangtag of its own, which it closes
beforeEach(() => vi.resetModules())
afterEach(() => vi.resetModules())

describe.each(Object.entries(frameworks))("%s", (_, start) => {
  it("ends although a client follows a job's events", async () => {
    const { base, end } = await start()
    const { hangtag } = await import("./catalog.ts")
    const { job_id } = await hangtag.queueExport(hangtag.principal, anExportRequest())
    const events = await fetch(`${base}/catalog/api/jobs/${job_id}/events`, {
      headers: { "x-api-key": "key-1" },
    })
    expect(events.status).toBe(200)
    await end()
    expect(await events.text()).toContain("event: queued")
  })
})

// in Hono and Next the connection is theirs
describe.each(["node", "express", "fastify"])("%s", (framework) => {
  it("keeps no connection for later calls after a job's events", async () => {
    const { base, end } = await frameworks[framework]!()
    const { hangtag } = await import("./catalog.ts")
    const { job_id } = await hangtag.queueExport(hangtag.principal, anExportRequest())
    const { headers, body } = await fetch(`${base}/catalog/api/jobs/${job_id}/events`, {
      headers: { "x-api-key": "key-1" },
    })
    expect(headers.get("connection")).toBe("close")
    await Promise.all([end(), body?.cancel()])
  })
})
