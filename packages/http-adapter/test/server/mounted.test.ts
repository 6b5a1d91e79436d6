import { once } from "node:events"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { CatalogRepository, IdempotencyStore, Unauthenticated } from "@hangtag/core"
import { hangtagServices, servicesOf } from "@hangtag/core/adapter"
import { makeHangtag } from "@hangtag/core/promise"
import { aBrand, anExportRequest, aPrincipal, aProductEntry, makeTestHangtag } from "@hangtag/testkit"
import { Context, Effect, Layer } from "effect"
import express from "express"
import { afterEach, describe, expect, it, vi } from "vitest"
import { type DoorOptions, type HostPrincipal, toNodeHandler, toWebHandler } from "../../src/index.ts"
import { type Door, mountedServer } from "../support/mounted.ts"

const ended: Array<() => Promise<unknown> | unknown> = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

const testHangtag = async (options: Parameters<typeof makeTestHangtag>[0] = {}) => {
  const hangtag = await makeTestHangtag(options)
  ended.push(hangtag.close)
  return hangtag
}

const listening = async (server: http.Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  ended.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => server.closeAllConnections(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The principal that `x-api-key` names. */
const byKey = (key: string | null | undefined): HostPrincipal =>
  key === "secret" ? aPrincipal({ organization: "acme" }) : null

const doors: ReadonlyArray<Door> = ["node handler", "fetch handler"]
const authenticate = {
  "node handler": (request: http.IncomingMessage) => byKey(request.headers["x-api-key"] as string),
  "fetch handler": (request: Request) => byKey(request.headers.get("x-api-key")),
}

const key = { headers: { "x-api-key": "secret", "content-type": "application/json" } }
const search = "/api/products/P1/variants/search?q=a"
const seed = { brands: [aBrand({ brand_key: "B1" })], products: [aProductEntry({ product_key: "P1" })] }
/** As many attributes as make the list of fields is more than the system takes for a client. */
const many = Object.fromEntries(
  Array.from({ length: 15_000 }, (_, index) => [`${index}`.padEnd(100, "x"), "1"]),
)
const bodied = (body: string) => ({ ...key, method: "POST", body })

describe.each(doors)("the %s", (door) => {
  const served = async (options: DoorOptions = {}, hangtag?: Awaited<ReturnType<typeof testHangtag>>) => {
    const own = hangtag ?? (await testHangtag({ seed }))
    const given = { authenticate: authenticate[door], ...options } as DoorOptions
    return listening(mountedServer(door, own, given))
  }

  it("knows the caller by what the host's function makes of the request", async () => {
    const base = await served()
    expect((await fetch(base + search, key)).status).toBe(200)
    const unknown = await fetch(base + search)
    expect([unknown.status, await unknown.json()]).toEqual([401, { detail: "Not authenticated" }])
  })

  it("waits for who calls as long as for anything else", async () => {
    const base = await served({
      authenticate: () => new Promise(() => {}),
      requestTimeout: 50,
    } as DoorOptions)
    const answer = await fetch(base + search, key)
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"])
  })

  it("gives a request all the time that the host lets it have", async () => {
    const base = await served({ requestTimeout: Number.POSITIVE_INFINITY })
    for (let asked = 0; asked < 5; asked++) expect((await fetch(base + search, key)).status).toBe(200)
  })

  it("stops a read whose client has gone, and goes on with what writes", async () => {
    const stopped = Promise.withResolvers<void>()
    const writes = Promise.withResolvers<string>()
    const [asked, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const leaves = new AbortController()
    const { layer } = await testHangtag({ seed })
    const hangtag = await makeHangtag(layer, {
      catalogListing: {
        brands: (_organization: string, _query: object, signal: AbortSignal) => {
          signal.addEventListener("abort", () => stopped.resolve())
          asked.resolve()
          return new Promise<never>(() => {})
        },
      },
      transaction: {
        atomically: async (run: () => Promise<void>) => {
          begun.resolve()
          await stopped.promise
          await run()
          writes.resolve("written")
        },
      },
    } as never)
    ended.push(() => hangtag.close())
    const base = await served({}, hangtag as never)
    const ask = (path: string, init: RequestInit) => {
      fetch(base + path, { ...init, signal: leaves.signal }).catch(() => {})
    }
    ask("/api/pricing/batches", bodied(JSON.stringify({ kind: "republish" })))
    ask("/api/brands", key)
    await Promise.all([asked.promise, begun.promise])
    leaves.abort()
    expect(await writes.promise).toBe("written")
    // long before its time is over
  }, 20_000)

  it("limits bodies and time without being asked to", async () => {
    const base = await served()
    const large = await fetch(`${base}/api/products/export-async`, bodied("x".repeat(4 * 1024 ** 2 + 1)))
    expect(large.status).toBe(413)
    const refused = async (body: object) => {
      const answer = await fetch(`${base}/api/products/export-async`, bodied(JSON.stringify(body)))
      const { detail } = (await answer.json()) as { detail: [{ type: string; msg: string }] }
      return [answer.status, detail[0].type, detail[0].msg]
    }
    expect(await refused({ product_keys: Array.from({ length: 150_000 }, () => "") })).toEqual([
      422,
      "too_long",
      "Body should have at most 150000 items after validation, not more",
    ])
    const names = Object.fromEntries(Array.from({ length: 10_001 }, (_, nth) => [nth, 1]))
    expect(await refused({ ignored: names })).toEqual([
      422,
      "too_long",
      "Dictionary should have at most 10000 items after validation, not more",
    ])
  })

  it("reads a body in pieces of a byte, and no further than it may", async () => {
    const { port } = new URL(await served({ maxBodySize: 50_000, maxBulkBodySize: 50_000 }))
    const sent = async (pieces: string) => {
      const socket = connect(Number(port), "127.0.0.1")
      socket.write(
        "POST /api/products/export-async HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: secret\r\n" +
          `Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}`,
      )
      return text(socket)
    }
    const json = [...`{"product_keys":[${" ".repeat(3_000)}]}`]
    const whole = await sent(`${json.map((byte) => `1\r\n${byte}\r\n`).join("")}0\r\n\r\n`)
    expect(whole).toMatch(/^HTTP\/1\.1 422 /)
    expect(whole).toContain(`"loc":["body","column_mappings"]`)
    // no length, no end: what has come is enough
    expect(await sent(`1000\r\n${"x".repeat(4_096)}\r\n`.repeat(13))).toMatch(/^HTTP\/1\.1 413 /)
    expect(await sent("1\r\n \r\n".repeat(10_001))).toMatch(
      /^HTTP\/1\.1 413 .*send at least 16 bytes in each/s,
    )
  })

  it("counts calls, unless set not to", async () => {
    const hangtag = await testHangtag({ seed })
    const statuses = async (options: DoorOptions) => {
      const base = await served(options, hangtag)
      return Promise.all([1, 2, 3].map(async () => (await fetch(base + search, key)).status))
    }
    const few = await statuses({ rateLimit: { limit: 2, windowMillis: 3_600_000 } })
    expect(few.toSorted()).toEqual([200, 200, 429])
    expect(await statuses({ rateLimit: null })).toEqual([200, 200, 200])
    const base = await served({}, hangtag)
    // its clock stands still
    const flood = await Promise.all(
      Array.from({ length: 203 }, async () => (await fetch(base + search, key)).status),
    )
    expect(flood.filter((status) => status === 429)).toHaveLength(3)
  })

  it("answers what it works on when its Hangtag is closed", async () => {
    const begun = Promise.withResolvers<void>()
    const stuck = await makeTestHangtag({
      adapt: (ports) =>
        Layer.provideMerge(
          Layer.effect(
            CatalogRepository,
            Effect.map(CatalogRepository, (catalog) => ({
              ...catalog,
              searchVariants: () => Effect.andThen(Effect.sync(begun.resolve), Effect.never),
            })),
          ),
          ports,
        ) as typeof ports,
    })
    const base = await served({}, stuck)
    const asked = fetch(base + search, key)
    await begun.promise
    await stuck.close()
    const { status, headers } = await asked
    expect([status, headers.get("retry-after")]).toEqual([503, "5"])
  })

  it("stops waiting for a body that does not come (408), and work that does not end (503)", async () => {
    const stuck = await testHangtag({
      adapt: (ports) =>
        Layer.provideMerge(
          Layer.effect(
            CatalogRepository,
            Effect.map(CatalogRepository, (catalog) => ({ ...catalog, searchVariants: () => Effect.never })),
          ),
          ports,
        ) as typeof ports,
    })
    const base = await served({ requestTimeout: 100 }, stuck)
    const late = await fetch(base + search, key)
    expect([late.status, late.headers.get("retry-after")]).toEqual([503, "5"])
    const socket = connect(Number(new URL(base).port), "127.0.0.1")
    socket.write(
      "POST /api/products/export-async HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: secret\r\nContent-Length: 9\r\n\r\n{",
    )
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [\s\S]*did not come in whole within 0\.1 s/)
  })

  it("hands on what is not its own: other paths, preflights, and unless asked the reference and measurements", async () => {
    const base = await served({ basePath: "/catalog" })
    const preflight = {
      method: "OPTIONS",
      headers: { origin: "https://shop.example", "access-control-request-method": "GET" },
    }
    for (const [target, init] of [
      ["/users", key],
      ["/catalogue/healthz", key],
      [search, preflight],
      ["/docs", key],
      ["/openapi.json", key],
      ["/metrics", key],
    ] as const) {
      const answer = await fetch(base + target, init)
      // the harness's own answer, without our headers
      expect([target, answer.status, answer.headers.get("x-frame-options")]).toEqual([target, 404, null])
    }
    const wrong = await fetch(base + search, { ...key, method: "DELETE" })
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET"])
  })

  it("keeps its prefix in what leads elsewhere", async () => {
    const base = await served({ basePath: "/catalog/", docs: true })
    expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: "ok" })
    const { servers } = (await (await fetch(`${base}/openapi.json`)).json()) as { servers: unknown }
    expect(servers).toEqual([{ url: "/catalog" }])
    expect(await (await fetch(`${base}/docs/assets/start.js`)).text()).toContain('"url":"/catalog"')
    const redirect = await fetch(`${base}/healthz/`, { redirect: "manual" })
    expect(redirect.headers.get("location")).toBe("/catalog/healthz")
  })

  it("says 503 once its Hangtag is closed", async () => {
    const hangtag = await makeTestHangtag({ seed })
    const base = await served({}, hangtag)
    expect((await fetch(base + search, key)).status).toBe(200)
    await hangtag.close()
    const closed = await fetch(base + search, key)
    expect([closed.status, closed.headers.get("retry-after")]).toEqual([503, "5"])
  })

  it("ends event streams when its Hangtag is closed, so that the server can end", async () => {
    const hangtag = await makeTestHangtag({ seed })
    const me = aPrincipal({ organization: "acme" })
    const server = mountedServer(door, hangtag, { authenticate: () => me } as DoorOptions)
    const base = await listening(server)
    const { job_id } = await hangtag.queueExport(me, anExportRequest())
    const events = await fetch(`${base}/api/jobs/${job_id}/events`)
    expect(events.headers.get("cache-control")).toBe("no-store, no-transform")
    const closed = once(server, "close")
    server.close()
    await hangtag.close()
    expect(await events.text()).toMatch(/^id: .*\nevent: queued\ndata: .*\n\n$/)
    await closed
  })

  it("answers an unforeseen fault of the host's function with a request id, and its refusals as they are", async () => {
    const hangtag = await testHangtag({ seed })
    const asked = async (authenticate: () => HostPrincipal) => {
      const base = await listening(mountedServer(door, hangtag, { authenticate } as DoorOptions))
      const answer = await fetch(base + search, key)
      return [answer.status, Object.keys((await answer.json()) as object)]
    }
    const nothing = () => ({ organization: "acme" }) as HostPrincipal
    expect(await asked(nothing)).toEqual([500, ["detail", "request_id"]])
    const refuses = () => {
      throw new Unauthenticated({ reason: "Sign in first" })
    }
    expect(await asked(refuses)).toEqual([401, ["detail"]])
  })
})

it("where nothing keeps answers, a request that counts on it is refused", async () => {
  const hangtag = await testHangtag({ seed })
  const services = Context.omit(IdempotencyStore)(servicesOf(hangtag))
  const bare = { ...hangtag, [hangtagServices]: services }
  const handle = toWebHandler(bare, { authenticate: authenticate["fetch handler"] })
  const asked = bodied('{"product_keys":[],"export_mode":"attribute_rows"}')
  const once = { ...asked, headers: { ...asked.headers, "idempotency-key": "k1" } }
  const request = (init: RequestInit) => new Request("http://localhost/api/products/export-async", init)
  expect((await handle(request(once)))?.status).toBe(501)
  expect((await handle(request(asked)))?.status).toBe(200)
})

it("a host with some of the ports serves what they carry, and hands on the rest", async () => {
  const full = await testHangtag({ seed })
  const catalog = Context.get(servicesOf(full) as Context.Context<CatalogRepository>, CatalogRepository)
  const hangtag = await makeHangtag(Layer.succeed(CatalogRepository, catalog))
  ended.push(hangtag.close)
  const handle = toWebHandler(hangtag, { docs: true, authenticate: () => byKey("secret") })
  const asked = (target: string) => handle(new Request(`http://localhost${target}`))
  expect((await asked(search))?.status).toBe(200)
  expect(await asked("/api/jobs/J1")).toBeUndefined()
  const document = (await asked("/openapi.json"))!
  const { paths } = (await document.json()) as { paths: object }
  expect(Object.keys(paths).sort()).toEqual([
    "/api/me",
    "/api/products/export-fields",
    "/api/products/{product_key}/variants/search",
    "/healthz",
    "/readyz",
  ])
})

it("a handler without anybody who says who calls is not made", async () => {
  const hangtag = await testHangtag()
  expect(() => toNodeHandler(hangtag, {})).toThrow("give authenticate or authenticator")
  expect(() => toNodeHandler(hangtag, { authenticate: () => null, basePath: "catalog" })).toThrow(
    'basePath must begin with a slash: "/catalog"',
  )
})

it("the node handler takes its prefix from a framework that has stripped it, and its user from the request", async () => {
  const hangtag = await testHangtag({ seed })
  type Framework = http.IncomingMessage & { user?: string; baseUrl?: string }
  const handle = toNodeHandler<Framework>(hangtag, {
    docs: true,
    authenticate: ({ user }) => (user === "ann" ? aPrincipal({ organization: "acme" }) : null),
  })
  const base = await listening(
    http.createServer((request, response) => {
      const { url = "" } = request
      handle(Object.assign(request, { url: url.replace("/v1", ""), baseUrl: "/v1", user: "ann" }), response)
    }),
  )
  expect((await fetch(`${base}/v1${search}`)).status).toBe(200)
  const { servers } = (await (await fetch(`${base}/v1/openapi.json`)).json()) as { servers: unknown }
  expect(servers).toEqual([{ url: "/v1" }])
  expect((await fetch(`${base}/v1/elsewhere`)).status).toBe(404)
})

it("a handler leads from its bare prefix to the page there, and hands the prefix on where there is no page", async () => {
  const hangtag = await testHangtag({ seed })
  const options = { basePath: "/catalog", authenticate: () => null }
  const site = { pages: ["/"] as const, policy: "default-src 'none'", file: async () => undefined }
  const handle = toWebHandler(hangtag, { ...options, site })
  const nodeHandle = toNodeHandler(hangtag, { ...options, site })
  const base = await listening(http.createServer((request, response) => nodeHandle(request, response)))
  const asked: ReadonlyArray<(target: string) => Promise<Response | undefined>> = [
    (target) => handle(new Request(`http://localhost${target}`)),
    (target) => fetch(base + target, { redirect: "manual" }),
  ]
  for (const ask of asked) {
    for (const query of ["", "?brand=B1"]) {
      const bare = await ask(`/catalog${query}`)
      expect([bare?.status, bare?.headers.get("location")]).toEqual([307, `/catalog/${query}`])
    }
    expect((await ask("/catalog/"))?.headers.get("location")).toBeNull()
  }
  expect(await toWebHandler(hangtag, options)(new Request("http://localhost/catalog"))).toBeUndefined()
})

it("the node handler leads from where Express mounts it to the page there", async () => {
  const site = { pages: ["/"] as const, policy: "default-src 'none'", file: async () => undefined }
  const hangtag = await testHangtag({ seed })
  const app = express().use(
    "/shop",
    express.Router().use("/v1", toNodeHandler(hangtag, { site, authenticate: () => null })),
  )
  const base = await listening(http.createServer(app))
  const asked = async (target: string) => {
    const answer = await fetch(base + target, { redirect: "manual" })
    return [answer.status, answer.headers.get("location")]
  }
  expect(await asked("/shop/v1")).toEqual([307, "/shop/v1/"])
  expect(await asked("/shop/v1?a=b")).toEqual([307, "/shop/v1/?a=b"])
  expect(await asked("/shop/v1/?a=b")).toEqual([404, null])
  expect(await asked("/shop/v1/healthz")).toEqual([200, null])
})

it("the node handler hangs up on a client that reads nothing of its answer", async () => {
  const hangtag = await testHangtag({
    seed: { ...seed, products: [aProductEntry({ product_key: "P1", attributes: many })] },
  })
  const handle = toNodeHandler(hangtag, { authenticate: authenticate["node handler"], sendTimeout: 100 })
  const server = http.createServer((request, response) => handle(request, response))
  const socket = connect(Number(new URL(await listening(server)).port), "127.0.0.1").on("error", () => {})
  socket.write(
    "GET /api/products/export-fields HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: secret\r\n\r\n".repeat(20),
  )
  await once(server, "connection")
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  while ((await connections()) > 0) await new Promise(setImmediate)
  socket.destroy()
})

it("the node handler outlives clients that go away while they send", async () => {
  const handle = toNodeHandler(await testHangtag({ seed }), {
    rateLimit: null,
    authenticate: authenticate["node handler"],
  })
  let begun = 0
  const allBegun = Promise.withResolvers<void>()
  const connections = 40
  const base = await listening(
    http.createServer((request, response) => {
      handle(request, response)
      // the last of a connection's is never whole
      if (request.url!.endsWith("last") && ++begun === connections) allBegun.resolve()
    }),
  )
  const asked = (target: string, body: string) =>
    `POST ${target} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: secret\r\nContent-Type: application/json\r\n` +
    `Content-Length: 1000\r\n\r\n${body}`
  const whole = asked("/api/products/export-async", "{}".padEnd(1_000))
  const sockets = Array.from({ length: connections }, (_, nth) => {
    const socket = connect(Number(new URL(base).port), "127.0.0.1").on("error", () => {})
    socket.write(whole.repeat(nth % 20) + asked("/api/products/export-async?last", "{"))
    return socket.resume()
  })
  await allBegun.promise
  for (const socket of sockets) socket.destroy()
  // an error without a listener would have ended the process
  expect((await fetch(base + search, key)).status).toBe(200)
})

it("the node handler says so where a body parser was before it", async () => {
  const hangtag = await testHangtag({ seed })
  const handle = toNodeHandler(hangtag, { authenticate: authenticate["node handler"] })
  const base = await listening(
    http.createServer(async (request, response) => {
      await text(request)
      handle(request, response, (error) => response.writeHead(500).end(String(error)))
    }),
  )
  const answer = await fetch(`${base}/api/products/export-async`, bodied("{}"))
  expect(await answer.text()).toContain("mount the handler before")
})

it("the fetch handler gives the host's context along", async () => {
  const hangtag = await testHangtag({ seed })
  const handle = toWebHandler<{ readonly user: string }>(hangtag, {
    authenticate: (_request, { user }) => (user === "ann" ? aPrincipal({ organization: "acme" }) : null),
  })
  const asked = (user: string) => handle(new Request(`https://shop.example${search}`), { user })
  expect((await asked("ann"))?.status).toBe(200)
  expect((await asked("bob"))?.status).toBe(401)
  expect(await handle(new Request("https://shop.example/other"), { user: "ann" })).toBeUndefined()
})

it("the node handler leaves alone what its host has answered meanwhile", async () => {
  const hangtag = await testHangtag({ seed })
  const handler = toNodeHandler(hangtag, { authenticate: authenticate["node handler"] })
  const printed = vi.spyOn(console, "error").mockImplementation(() => {})
  const base = await listening(
    http.createServer((request, response) => {
      handler(request, response)
      response.end("too late")
    }),
  )
  expect(await (await fetch(base + search, key)).text()).toBe("too late")
  await vi.waitFor(() => expect(printed).toHaveBeenCalledOnce())
  printed.mockRestore()
})
