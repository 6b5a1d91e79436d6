import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { DevelopmentAuthenticator } from "../../src/auth/DevelopmentAuthenticator.ts"
import { send } from "../support/ask.ts"
import { get, post } from "../support/requests.ts"
import { onWallClock, testServer } from "../support/TestServer.ts"

const cookie = "identity_provider_session=own-token"
const bearer = "Bearer own-token"
const app = "https://app.example.com"
const options = { allowedOrigins: [app, "http://localhost:5173"], publicUrl: "https://prices.example.com/" }

type Headers = Readonly<Record<string, string>>
const json = { "content-type": "application/json" }

/** A call that every caller may make and that changes something; 404 says that it was let in. */
const called = (headers: Headers, method = "POST") =>
  send({ method, target: `/api/jobs/1${method === "POST" ? "/cancel" : ""}`, headers })

/** Where a call says that it comes from, and whether what a browser sends by itself may count there. */
const places: ReadonlyArray<readonly [from: Headers, own: boolean]> = [
  [{}, true],
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ "sec-fetch-site": "none" }, true],
  [{ "sec-fetch-site": "same-site" }, false],
  [{ "sec-fetch-site": "cross-site" }, false],
  [{ "sec-fetch-site": "Same-Origin" }, false],
  [{ "sec-fetch-site": "" }, false],
  [{ "sec-fetch-site": "same-origin, cross-site" }, false],
  [{ "sec-fetch-site": "cross-site", origin: "https://prices.example.com" }, false],
  [{ "sec-fetch-site": "same-site", origin: "https://other.example.com" }, false],
  [{ "sec-fetch-site": "same-site", origin: app }, true],
  [{ "sec-fetch-site": "cross-site", origin: "http://localhost:5173" }, true],
  [{ origin: app }, true],
  [{ origin: `${app}:8443` }, false],
  [{ origin: `${app}.evil.test` }, false],
  [{ origin: app.replace("https", "http") }, false],
  [{ origin: app.toUpperCase() }, false],
  [{ origin: "null" }, false],
  [{ origin: "" }, false],
  [{ origin: "https://evil.test" }, false],
  [{ origin: "https://prices.example.com" }, true],
  [{ origin: "https://prices.example.com:443" }, false],
  [{ origin: "http://hangtag.test:9", host: "hangtag.test:9" }, true],
  [{ origin: "http://hangtag.test", host: "hangtag.test:80" }, true],
  [{ origin: "http://hangtag.test", host: "hangtag.test:9" }, false],
  [{ origin: "https://hangtag.test", host: "hangtag.test" }, false],
  [{ origin: "https://hangtag.test", host: "hangtag.test", "x-forwarded-proto": "https" }, true],
  [{ origin: "http://hangtag.test", host: "hangtag.test", "x-forwarded-proto": "https" }, false],
  [{ origin: "https://hangtag.test", host: "hangtag.test", "x-forwarded-proto": "https, http" }, true],
  [{ origin: "http://hangtag.test", host: "hangtag.test", "x-forwarded-proto": "https, http" }, false],
  [{ origin: "null", host: "null" }, false],
  [{ origin: "null", host: "hangtag.test", "x-forwarded-proto": "data" }, false],
]

/** What a call carries that a browser sends by itself, and what only a caller who means it does. */
const credentials: ReadonlyArray<readonly [carried: Headers, byItself: boolean]> = [
  [{ cookie }, true],
  [{ cookie, authorization: "Basic b3duOnRva2Vu" }, true],
  [{ cookie, authorization: "Negotiate YII=" }, true],
  [{ cookie, authorization: "" }, true],
  [{ cookie, authorization: "Bearer" }, true],
  [{ cookie, authorization: "Bearer " }, true],
  [{ authorization: bearer }, false],
  [{ authorization: bearer, cookie }, false],
]

layer(onWallClock(testServer(options)))("a caller", (it) => {
  it.effect.each(places)("from %j is let in with what a browser sends by itself: %s", ([from, own]) =>
    Effect.gen(function* () {
      for (const [carried, byItself] of credentials)
        for (const method of ["POST", "GET"]) {
          const { status } = yield* called({ ...from, ...carried }, method)
          assert.strictEqual(status, byItself && !own ? 403 : 404, `${method} ${JSON.stringify(carried)}`)
        }
      // a caller whom nothing identifies is answered so, from wherever
      assert.strictEqual((yield* called(from)).status, 401)
    }),
  )

  it.effect("by cookie says that a body is JSON, since a page elsewhere cannot", () =>
    Effect.gen(function* () {
      const preview = (headers: Headers) =>
        Effect.map(
          send({
            method: "POST",
            target: "/api/products/export-preflight",
            headers,
            body: '{"product_keys":[],"export_format":"csv","export_mode":"attribute_rows"}',
          }),
          ({ status }) => status,
        )
      assert.strictEqual(yield* preview({ cookie }), 422)
      assert.strictEqual(yield* preview({ cookie, "content-type": "" }), 422)
      assert.strictEqual(yield* preview({ cookie, "content-type": "text/plain" }), 422)
      assert.strictEqual(yield* preview({ cookie, ...json }), 200)
      assert.strictEqual(yield* preview({ authorization: bearer }), 200)
      assert.strictEqual(yield* preview({ authorization: bearer, cookie }), 200)
    }),
  )
})

const development = testServer({
  ...options,
  authenticator: DevelopmentAuthenticator,
  hosts: ["hangtag.test"],
})

layer(onWallClock(development))("a server without authentication", (it) => {
  it.effect.each(places.filter(([{ host = "hangtag.test" }]) => host.startsWith("hangtag.test")))(
    "lets a call from %j in: %s",
    ([from, own]) =>
      Effect.gen(function* () {
        // a token that nothing is known by is as none
        for (const carried of [
          {},
          { cookie },
          { authorization: "Basic b3duOnRva2Vu" },
          { authorization: bearer },
          { authorization: bearer, cookie },
        ] as Array<Headers>)
          assert.strictEqual((yield* called({ ...from, ...carried })).status, own ? 404 : 403)
      }),
  )

  it.effect("takes a body without content type for JSON where no cookie comes along", () =>
    Effect.gen(function* () {
      const body = '{"product_keys":[],"export_format":"csv","export_mode":"attribute_rows"}'
      const target = "/api/products/export-preflight"
      assert.strictEqual((yield* send(post(target, body))).status, 200)
    }),
  )
})

const corsHeaders = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith("access-control-") || name === "vary"),
  )
const preflight = {
  "access-control-request-method": "POST",
  "access-control-request-headers": "content-type",
}
const read = {
  "access-control-allow-origin": app,
  "access-control-allow-credentials": "true",
  vary: "Origin",
}

layer(onWallClock(testServer(options)))("a page of an allowed origin", (it) => {
  it.effect("may ask before it calls, wherever, and read answers, refusals too", () =>
    Effect.gen(function* () {
      for (const target of ["/api/jobs/1/cancel", "/files/a", "/nowhere"]) {
        const asked = yield* send({ method: "OPTIONS", target, headers: { origin: app, ...preflight } })
        assert.strictEqual(asked.status, 204)
        assert.deepInclude(asked.headers, read)
        assert.match(String(asked.headers["access-control-allow-methods"]), /\bPATCH\b.*|\bPOST\b/)
        for (const header of ["Content-Type", "X-Organization-ID", "Idempotency-Key", "If-Match"])
          assert.include(String(asked.headers["access-control-allow-headers"]), header)
      }
      for (const [status, headers] of [
        [404, { cookie, ...json }],
        [401, {}],
      ] as const) {
        const answer = yield* called({ origin: app, "sec-fetch-site": "same-site", ...headers })
        assert.strictEqual(answer.status, status)
        assert.deepInclude(answer.headers, read)
        for (const header of ["ETag", "Link", "Retry-After"])
          assert.include(String(answer.headers["access-control-expose-headers"]), header)
      }
    }),
  )

  it.effect("is the only one that is answered so", () =>
    Effect.gen(function* () {
      for (const origin of ["https://evil.test", "null", "https://prices.example.com", app.toUpperCase()]) {
        const asked = yield* send({
          method: "OPTIONS",
          target: "/api/jobs/1/cancel",
          headers: { origin, ...preflight },
        })
        assert.deepStrictEqual([asked.status, corsHeaders(asked.headers)], [405, { vary: "Origin" }])
        const answer = yield* called({ origin, authorization: bearer })
        assert.deepStrictEqual([answer.status, corsHeaders(answer.headers)], [404, { vary: "Origin" }])
      }
      assert.deepStrictEqual(corsHeaders((yield* send(get("/healthz"))).headers), { vary: "Origin" })
    }),
  )
})

layer(onWallClock(testServer()))("where no origin is allowed", (it) => {
  it.effect("no one is answered anything", () =>
    Effect.gen(function* () {
      const asked = yield* send({
        method: "OPTIONS",
        target: "/api/jobs/1/cancel",
        headers: { origin: app, ...preflight },
      })
      assert.deepStrictEqual([asked.status, corsHeaders(asked.headers)], [405, {}])
      assert.strictEqual((yield* called({ cookie, origin: app })).status, 403)
    }),
  )
})
