import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, describe, expect, it } from "vitest"
import { hangtag } from "./catalog.ts"
import { app as express } from "./express.ts"
import { app as fastify } from "./fastify.ts"
import { app as hono } from "./hono.ts"
import { GET, POST } from "./next.ts"
import { server as node } from "./nodeHttp.ts"

type Ask = (target: string, init?: RequestInit) => Promise<Response>

const servers: Array<Server> = []
afterAll(async () => {
  for (const server of servers) server.close()
  await hangtag.close()
})
const listening = async (server: Server): Promise<Ask> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  servers.push(server)
  return (target, init) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${target}`, init)
}
const toNext: Ask = async (target, init) =>
  target === "/hello"
    ? new Response("hello from next")
    : (init?.method === "POST" ? POST : GET)(new Request(`http://localhost${target}`, init))

const key = { headers: { "x-api-key": "key-1", "content-type": "application/json" } }
const preview = {
  ...key,
  method: "POST",
  body: JSON.stringify({
    product_key: "BOOT",
    color: "Black",
    lines: [{ price_type: "MAP", amount: 119.95, effective_from: "2099-06-01" }],
  }),
}

describe.each<readonly [string, () => Promise<Ask>]>([
  ["node", () => listening(node)],
  ["express", () => listening(createServer(express))],
  [
    "fastify",
    async () => {
      await fastify.ready()
      return listening(fastify.server)
    },
  ],
  ["hono", async () => async (target, init) => hono.request(target, init)],
  ["next", async () => toNext],
])("%s", (name, open) => {
  it("serves the API under /catalog to the host's users, beside its own routes", async () => {
    const ask = await open()
    const answer = await ask("/catalog/api/pricing/map-policy/NORTH/colorway-prefill", preview)
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as { lines: [{ status: string }] }).lines[0].status).toBe("changed")
    const search = "/catalog/api/products/BOOT/variants/search?q=black"
    expect((await ask(search, key)).status).toBe(200)
    expect((await ask(search)).status).toBe(401)
    expect((await ask("/catalog/nothing", key)).status).toBe(404)
    expect(await (await ask("/hello")).text()).toBe(`hello from ${name}`)
  })
})
