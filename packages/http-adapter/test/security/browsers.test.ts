import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { assert, layer } from "@effect/vitest"
import { seedCatalog } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { describe } from "vitest"
import { ask, send } from "../support/ask.ts"
import { as, own } from "../support/callers.ts"
import { get } from "../support/requests.ts"
import { seededCatalog } from "../support/seededCatalog.ts"
import { completedJob } from "../support/seeds.ts"
import {
  onWallClock,
  type TestRequest,
  TestServer,
  type TestServerOptions,
  testServer,
} from "../support/TestServer.ts"

const statusOf = (request: TestRequest) => Effect.map(send(request), ({ status }) => status)

const seeded = Layer.effectDiscard(seedCatalog(own, seededCatalog())).pipe(Layer.provideMerge(testServer()))

layer(onWallClock(seeded))("browsers", (it) => {
  it.effect("are asked with every answer to take it for what it says, frame nothing and keep nothing", () =>
    Effect.gen(function* () {
      const job = yield* completedJob(own, "mine")
      const { json } = yield* ask(get(`/api/products/export/${job}/download-url`))
      const link = new URL((json as { url: string }).url)
      const requests: ReadonlyArray<readonly [number, TestRequest]> = [
        [200, { target: "/healthz" }],
        [200, { target: "/openapi.json" }],
        [200, { target: "/metrics" }],
        [200, { target: link.pathname + link.search }],
        [206, { target: link.pathname + link.search, headers: { range: "bytes=0-1" } }],
        [404, { target: "/files/nothing" }],
        [200, { target: "/api/products/P1/variants/search?q=x", headers: as("own-token") }],
        [200, { target: `/api/jobs/${job}/events`, headers: as("own-token") }],
        [401, { target: "/api/jobs/1" }],
        [403, { target: "/api/jobs/1", headers: as("powerless-token") }],
        [404, { target: "/api/jobs/1", headers: as("own-token") }],
        [422, { target: "/api/products/P1/variants/search", headers: as("own-token") }],
        [307, { target: "/healthz/" }],
        [404, { target: "/nowhere" }],
        [405, { method: "POST", target: "/healthz" }],
      ]
      for (const [status, request] of requests) {
        const answer = yield* send(request)
        assert.strictEqual(answer.status, status, request.target)
        const { headers } = answer
        assert.strictEqual(headers["x-content-type-options"], "nosniff")
        assert.strictEqual(headers["x-frame-options"], "DENY")
        assert.strictEqual(headers["referrer-policy"], "no-referrer")
        assert.match(headers["cache-control"]!, /\bno-store(, no-transform)?$/)
        assert.match(String(headers["content-security-policy"]), /^default-src 'none'; /)
        assert.match(String(headers["content-security-policy"]), /frame-ancestors 'none'$/)
        assert.notProperty(headers, "access-control-allow-origin")
        assert.notProperty(headers, "server")
        assert.notProperty(headers, "x-powered-by")
      }
    }),
  )
})

// a web `Request` has one host
describe.each<TestServerOptions>([{}, { door: "node handler" }])("a request to %j", (options) => {
  layer(onWallClock(testServer(options)))("", (it) => {
    it.effect("names one host", () =>
      Effect.gen(function* () {
        const { port } = yield* TestServer
        // Node's client sends one
        const answered = (hosts: ReadonlyArray<string>) =>
          Effect.promise(async () => {
            const socket = connect(port, "127.0.0.1")
            const lines = hosts.map((host) => `Host: ${host}\r\n`).join("")
            socket.write(`GET /healthz HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)
            return Number((await text(socket)).slice(9, 12))
          })
        assert.deepStrictEqual(
          yield* Effect.all([
            answered(["a.test"]),
            answered(["a.test", "b.test"]),
            answered(["a.test", "a.test"]),
          ]),
          [200, 400, 400],
        )
      }),
    )
  })
})

layer(onWallClock(testServer({ hosts: ["workstation", "hangtag.test"] })))(
  "a server without authentication",
  (it) => {
    it.effect("answers under names of its machine only", () =>
      Effect.gen(function* () {
        const { port } = yield* TestServer
        const under = (host: string) => statusOf({ target: "/healthz", headers: { host } })
        for (const name of [
          ...["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "[::1]", "a.localhost"],
          ...["workstation", "hangtag.test"],
        ]) {
          assert.strictEqual(yield* under(name), 200, name)
          assert.strictEqual(yield* under(`${name}:${port}`), 200, name)
        }
        for (const name of ["evil.test", "127.0.0.1.evil.test", "localhost.evil.test", "10.0.0.1", "[::2]"]) {
          assert.strictEqual(yield* under(name), 421, name)
        }
      }),
    )
  },
)
