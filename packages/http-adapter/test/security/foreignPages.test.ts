import http from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { type Authenticator, allPermissions } from "@hangtag/core"
import { aBrand, aPrincipal, makeTestHangtag } from "@hangtag/testkit"
import { Effect, Layer, Option } from "effect"
import { DevelopmentAuthenticator } from "../../src/auth/DevelopmentAuthenticator.ts"
import { JwtAuthenticator } from "../../src/auth/JwtAuthenticator.ts"
import { SessionAuthenticator } from "../../src/auth/SessionAuthenticator.ts"
import { type HostPrincipal, toNodeHandler } from "../../src/index.ts"
import { hostAuthenticator } from "../../src/server/hostAuthenticator.ts"
import { send } from "../support/ask.ts"
import { browserPath, visit } from "../support/browser.ts"
import { callers } from "../support/callers.ts"
import { testServer } from "../support/TestServer.ts"
import { TokenIssuer } from "../support/TokenIssuer.ts"

type Headers = Readonly<Record<string, string>>

/** Where a call says that it comes from, and whether that is a page of another site. */
const places: ReadonlyArray<readonly [from: Headers, isForeign: boolean]> = [
  [{}, false],
  [{ "sec-fetch-site": "same-origin" }, false],
  [{ "sec-fetch-site": "none" }, false],
  [{ "sec-fetch-site": "same-site", origin: "http://127.0.0.1:9" }, true],
  [{ "sec-fetch-site": "cross-site", origin: "https://evil.test" }, true],
  [{ origin: "https://evil.test" }, true],
  [{ origin: "null" }, true],
]

const principal = aPrincipal()
const hosts = (headers: Readonly<Record<string, string | undefined>>): HostPrincipal =>
  headers.cookie?.includes("host=ann") ? principal : null
/** As a host writes it that has both: keys for programs, and sessions. */
const keysFirst = (headers: Readonly<Record<string, string | undefined>>): HostPrincipal =>
  headers.authorization === "Bearer key-1" || headers["x-api-key"] === "key-1"
    ? { ...principal, permissions: allPermissions, byToken: true }
    : hosts(headers)

const ignored = { authorization: "Bearer x" }
const claims = { sub: "ann", org_id: "acme", permissions: ["product:read"] }

type Row = readonly [carried: Headers, at: { readonly home: number; readonly foreign: number }]
/** 404 says that a call was let in: there is no such job. */
const ambient = { home: 404, foreign: 403 }
const anywhere = { home: 404, foreign: 404 }
const unknown = { home: 401, foreign: 401 }

const session = { cookie: "identity_provider_session=s-1" }
const sessions = SessionAuthenticator({
  lookup: (id) => Effect.succeed(id === "s-1" ? Option.some(claims) : Option.none()),
})

const servers: ReadonlyArray<
  readonly [
    string,
    (issuer: TokenIssuer) => Layer.Layer<Authenticator>,
    (token: string) => ReadonlyArray<Row>,
  ]
> = [
  [
    "a host that knows callers by its own cookie",
    () => hostAuthenticator(({ headers }) => hosts(headers)),
    () => [
      [{ cookie: "host=ann" }, ambient],
      [{ cookie: "host=ann", ...ignored }, ambient],
      [{ cookie: "host=ann", authorization: "bearer  x " }, ambient],
      [{ cookie: "host=ann", "x-api-key": "key-1" }, ambient],
      [ignored, unknown],
    ],
  ],
  [
    "a host that knows callers by its own tokens, else by its cookie",
    () => hostAuthenticator(({ headers }) => keysFirst(headers)),
    () => [
      [{ authorization: "Bearer key-1" }, anywhere],
      [{ authorization: "Bearer key-1", cookie: "host=ann" }, anywhere],
      [{ "x-api-key": "key-1" }, anywhere],
      [{ cookie: "host=ann", ...ignored }, ambient],
    ],
  ],
  [
    "a server without authentication",
    () => DevelopmentAuthenticator,
    () => [
      [{}, ambient],
      [ignored, ambient],
      [{ ...ignored, ...session }, ambient],
      [{ authorization: "Basic YTpi" }, ambient],
    ],
  ],
  [
    "a server with sessions and an issuer",
    (issuer) => Layer.provide(sessions, JwtAuthenticator(issuer)),
    (token) => [
      [session, ambient],
      [{ ...session, authorization: "Basic YTpi" }, ambient],
      [{ ...session, ...ignored }, unknown],
      [{ ...session, authorization: `Bearer ${token}` }, anywhere],
      [{ authorization: `Bearer ${token}` }, anywhere],
      [{ cookie: `identity_provider_session=${token}` }, ambient],
      [{ cookie: `identity_provider_session=${token}`, authorization: "Bearer" }, ambient],
    ],
  ],
  [
    "a server with tokens of its own",
    () => callers,
    () => [
      [{ authorization: "Bearer own-token" }, anywhere],
      [{ cookie: "identity_provider_session=own-token" }, ambient],
      [{ cookie: "identity_provider_session=own-token", ...ignored }, unknown],
    ],
  ],
]

describe("a page of another site", () => {
  it.effect.each(servers)("at %s is let in with a token that says who calls, and nothing else", (row) =>
    Effect.gen(function* () {
      const [, authenticator, rows] = row
      const issuer = yield* TokenIssuer.make
      const token = yield* Effect.promise(() => issuer.sign(claims))
      yield* Effect.gen(function* () {
        for (const [carried, status] of rows(token))
          for (const [from, isForeign] of places)
            for (const method of ["POST", "GET"]) {
              const target = method === "POST" ? "/api/jobs/1/cancel" : "/api/jobs/1"
              const answer = yield* send({ method, target, headers: { ...from, ...carried } })
              const expected = isForeign ? status.foreign : status.home
              assert.strictEqual(answer.status, expected, JSON.stringify([method, from, carried]))
            }
      }).pipe(Effect.provide(testServer({ authenticator: authenticator(issuer) })))
    }),
  )
})

const listening = (server: http.Server) =>
  Effect.acquireRelease(
    Effect.callback<string>((resume) => {
      server.listen(0, "127.0.0.1", () =>
        resume(Effect.succeed(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
      )
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      }),
  )

it.live.skipIf(browserPath === undefined)(
  "a page of another port writes nothing by a session, in a browser, at a host that lets all pages ask (skipped where no Chromium is installed)",
  () =>
    Effect.gen(function* () {
      const hangtag = yield* Effect.acquireRelease(
        Effect.promise(() => makeTestHangtag({ seed: { brands: [aBrand({ brand_key: "B1" })] } })),
        ({ close }) => Effect.promise(() => close()),
      )
      const { organization } = hangtag.principal
      const handle = toNodeHandler(hangtag, {
        authenticate: ({ headers }) => {
          const who = keysFirst({ cookie: headers.cookie, authorization: headers.authorization })
          return who && { ...who, organization }
        },
      })
      const answers: Array<number> = []
      const url = yield* listening(
        http.createServer((request, response) => {
          response.setHeader("access-control-allow-origin", request.headers.origin ?? "*")
          response.setHeader("access-control-allow-credentials", "true")
          response.setHeader("access-control-allow-headers", "authorization,content-type")
          if (request.method === "OPTIONS") response.writeHead(204).end()
          else {
            response.on("finish", () => answers.push(response.statusCode))
            handle(request, response)
          }
        }),
      )
      const page = `<script type="module">
        const called = (authorization) => fetch("${url}/api/pricing/batches", {
          method: "POST", credentials: "include",
          headers: { "content-type": "application/json", ...authorization },
          body: '{"kind":"price_change","brand_key":"B1"}',
        }).catch(String)
        for (const token of [undefined, "x", "key-1"])
          await called(token && { authorization: "Bearer " + token })
        document.body.append("all asked")
      </script><body>`
      // cookies are those of a machine, whatever the port
      const headers = { "content-type": "text/html", "set-cookie": "host=ann" }
      const elsewhere = yield* listening(
        http.createServer((_, response) => response.writeHead(200, headers).end(page)),
      )
      yield* visit(elsewhere, "all asked")
      assert.deepStrictEqual(answers, [403, 403, 200])
      const { total } = yield* Effect.promise(() => hangtag.listPriceBatches(hangtag.principal))
      assert.strictEqual(total, 1)
    }),
)
