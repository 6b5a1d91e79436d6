import { mkdtemp, rm } from "node:fs/promises"
import http from "node:http"
import { tmpdir } from "node:os"
import type { Authenticator, ObjectStorage, Unavailable } from "@hangtag/core"
import { Hangtag, type HangtagPorts } from "@hangtag/core/effect"
import { FolderStorage, verifyFolderLink } from "@hangtag/storage/folder"
import { memoryPorts } from "@hangtag/testkit"
import { Clock, Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import type { VerifyFileLink } from "../../src/server/filesRoute.ts"
import { type HttpServerOptions, httpServer } from "../../src/server/httpServer.ts"
import { Readiness } from "../../src/server/readiness.ts"
import { callers } from "./callers.ts"
import { type Door, mountedServer } from "./mounted.ts"

/** A request whose target and headers are sent as they are, which `fetch` would normalize. */
export interface TestRequest {
  readonly method?: string
  readonly target: string
  readonly headers?: http.OutgoingHttpHeaders
  /** An object goes as JSON. */
  readonly body?: string | Uint8Array | object | undefined
}

export interface TestAnswer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
  /** The text parsed; fails where it is no JSON. */
  readonly json: unknown
}

const isText = (body: TestRequest["body"]): body is string | Uint8Array =>
  typeof body === "string" || body instanceof Uint8Array

const sender = (port: number, agent: http.Agent) => (request: TestRequest) =>
  Effect.callback<TestAnswer>((resume) => {
    const { method = "GET", target: path, headers, body } = request
    const content = body === undefined || isText(body) ? body : JSON.stringify(body)
    // Node frames a GET's body by itself no more than it must: not at all
    const length = content === undefined ? {} : { "content-length": Buffer.byteLength(content) }
    const options = { host: "127.0.0.1", port, method, path, agent, headers: { ...length, ...headers } }
    const sent = http.request(options, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk) => chunks.push(chunk))
      response.on("error", (error) => resume(Effect.die(error)))
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8")
        const answer = { status: response.statusCode!, headers: response.headers, text }
        resume(
          Effect.succeed(
            Object.defineProperty(answer as TestAnswer, "json", { get: () => JSON.parse(text) }),
          ),
        )
      })
    })
    sent.on("error", (error) => resume(Effect.die(error)))
    sent.end(content)
    return Effect.sync(() => sent.destroy())
  })

/** The real routes on a loopback port. */
export class TestServer extends Context.Service<
  TestServer,
  { readonly port: number; readonly send: (request: TestRequest) => Effect.Effect<TestAnswer> }
>()("@hangtag/http-adapter/test/TestServer") {}

/** Signs the links of `temporaryFiles`. */
export const fileSecret = new Uint8Array(32).fill(7)

const verifyFileLink: VerifyFileLink = (link, now) => verifyFolderLink(fileSecret, link, now)

/** Files in a folder of their own; their links begin with `http://files.test`. */
export const temporaryFiles: Layer.Layer<ObjectStorage, Unavailable> = Layer.unwrap(
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => mkdtemp(`${tmpdir()}/hangtag-files-`)),
      (directory) => Effect.promise(() => rm(directory, { recursive: true, force: true })),
    ),
    (directory) => FolderStorage.layer({ directory, baseUrl: "http://files.test", secret: fileSecret }),
  ),
)

export interface TestServerOptions extends Partial<HttpServerOptions> {
  /** The four callers of `callers.ts` by default. */
  readonly authenticator?: Layer.Layer<Authenticator>
  readonly checks?: Readiness["Service"]["checks"]
  /** Our own server by default. */
  readonly door?: Door
}

const reachedAt = Effect.fnUntraced(function* (port: number) {
  const agent = yield* Effect.acquireRelease(
    Effect.sync(() => new http.Agent({ keepAlive: true, maxSockets: 16 })),
    (agent) => Effect.sync(() => agent.destroy()),
  )
  return TestServer.of({ port, send: sender(port, agent) })
})

const servedThrough = (door: Door, { authenticator = callers, ...options }: TestServerOptions) =>
  Layer.effect(
    TestServer,
    Effect.gen(function* () {
      const hangtag = yield* Hangtag
      const server = yield* Effect.acquireRelease(
        Effect.callback<http.Server>((resume) => {
          const { port: _port, host: _host, checks: _checks, ...given } = options
          const mounted = { authenticator, verifyFileLink, rateLimit: null, ...given }
          const started = mountedServer(door, hangtag, mounted)
          started.listen(0, "127.0.0.1", () => resume(Effect.succeed(started)))
        }),
        (started) =>
          Effect.callback<void>((resume) => {
            started.close(() => resume(Effect.void))
            started.closeAllConnections()
          }),
      )
      return yield* reachedAt((server.address() as { readonly port: number }).port)
    }),
  ).pipe(Layer.provide(Hangtag.layer))

const servedByUs = ({ authenticator = callers, checks = {}, ...options }: TestServerOptions) =>
  Layer.effect(
    TestServer,
    Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
      reachedAt((address as { readonly port: number }).port),
    ),
  ).pipe(
    Layer.provide(
      httpServer({
        host: "127.0.0.1",
        port: 0,
        verifyFileLink,
        ...options,
      }),
    ),
    Layer.provide([Hangtag.layer, authenticator, Layer.succeed(Readiness, { checks })]),
  )

/** Serves over these ports; the layer gives them along. */
export const testServerOver = <A, E>(
  ports: Layer.Layer<A | HangtagPorts, E>,
  { door, ...options }: TestServerOptions = {},
) => Layer.provideMerge(door === undefined ? servedByUs(options) : servedThrough(door, options), ports)

/** Serves over ports in memory, and files in a temporary folder. */
export const testServer = (options: TestServerOptions = {}) =>
  testServerOver(Layer.merge(memoryPorts, temporaryFiles), options)

/** Builds the layer on the real clock, for servers that wait for something. */
export const onWallClock = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.provide(layer, Layer.succeed(Clock.Clock, Clock.Clock.defaultValue()))
