import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { ObjectStorage } from "@hangtag/core"
import { DevelopmentAuthenticator, JwtAuthenticator, Readiness } from "@hangtag/http-adapter"
import { httpServer } from "@hangtag/http-adapter/server"
import { Effect, Layer, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { SqlClient } from "effect/sql"
import { exportWorker } from "../composition/exportWorker.ts"
import { hangtag } from "../composition/hangtag.ts"
import { telemetry } from "../composition/telemetry.ts"
import { loadDemoOnce, loadDemoPriceChanges } from "../demo/loadDemoOnce.ts"
import { BadSetting } from "../settings/BadSetting.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { answer } from "./answer.ts"
import { explained } from "./explained.ts"

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host)

/** Without authentication everybody who reaches the server may do everything: only this machine may reach it. */
const requireLoopback = ({ authentication, host }: Settings) =>
  authentication !== undefined || isLoopback(host)
    ? Effect.void
    : Effect.fail(
        new BadSetting({
          name: "HOST",
          value: host,
          allowed:
            "without authentication the server listens on loopback only; set AUTH_ISSUER, AUTH_AUDIENCE and AUTH_JWKS_URL, or use 127.0.0.1",
        }),
      )

const authenticator = ({ authentication }: Settings) =>
  authentication === undefined ? DevelopmentAuthenticator : JwtAuthenticator(authentication)

const readinessChecks = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const files = yield* ObjectStorage
    return {
      checks: {
        database: Effect.asVoid(sql`select 1`),
        storage: Stream.runDrain(Stream.take(files.list("exports/"), 1)),
      },
    }
  }),
)

const urlOf = ({ host, publicUrl }: Settings, port: number): string =>
  publicUrl?.replace(/\/+$/, "") ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`

/** The port asked for, or a free one for 0: links to files must name it before the server listens. */
const choosePort = ({ host, port }: Settings) =>
  port !== 0
    ? Effect.succeed(port)
    : Effect.callback<number, Error>((resume) => {
        const probe = createServer().once("error", (error) => resume(Effect.fail(error)))
        probe.listen(0, host, () => {
          const { port } = probe.address() as AddressInfo
          probe.close(() => resume(Effect.succeed(port)))
        })
      })

const announce = (settings: Settings, url: string, withWorker: boolean) =>
  answer(
    { url, worker: withWorker },
    [
      `Hangtag serves on ${url} (docs: ${url}/docs)`,
      `  data: ${settings.databaseUrl === undefined ? `embedded Postgres in ${settings.dataDirectory}/` : "the Postgres server of DATABASE_URL"}`,
      ...(settings.redisUrl === undefined ? [] : ["  rate limits: counted in the Redis of REDIS_URL"]),
      `  exports: ${withWorker ? "written by this process" : "left to hangtag worker"}`,
      settings.authentication === undefined
        ? "  no authentication is configured: everybody on this machine is the developer of organization demo"
        : `  authentication: tokens of ${settings.authentication.issuer} for ${settings.authentication.audience}`,
    ].join("\n"),
  )

/** Runs the server until it is interrupted; ends what runs before it stops. */
const serveWith = Effect.fn("serve")(function* (settings: Settings, withWorker: boolean) {
  yield* requireLoopback(settings)
  const port = yield* choosePort(settings)
  const url = urlOf(settings, port)
  const { layer: services, verifyFileLink, rateLimiterStore } = yield* hangtag(settings, url)
  const hosts = settings.authentication === undefined ? [settings.host, new URL(url).hostname] : undefined
  const app = Layer.flatMap(rateLimiterStore, (store) =>
    httpServer({
      ...{ ...settings, port, verifyFileLink, ...(hosts && { hosts }) },
      rateLimiterStore: Layer.succeedContext(store),
    }),
  ).pipe(Layer.provide([readinessChecks, authenticator(settings)]))
  let isFresh = false
  const demo = settings.demo
    ? Layer.effectDiscard(
        Effect.map(loadDemoOnce, (loaded) => {
          isFresh = loaded
        }),
      )
    : Layer.empty
  // beside what else is built, which is for another thread to do
  const priceChanges = Layer.effectDiscard(
    Effect.suspend(() => (isFresh ? loadDemoPriceChanges : Effect.void)),
  )
  const worker = withWorker ? exportWorker(settings) : Layer.empty
  yield* Layer.build(
    Layer.mergeAll(app, worker, priceChanges).pipe(Layer.provide(demo), Layer.provide(services)),
  )
  yield* announce(settings, url, withWorker)
  return yield* Effect.never
}, Effect.scoped)

export const serve = Command.make(
  "serve",
  {
    noWorker: Flag.Boolean("no-worker").pipe(
      Flag.withDescription("Leave exports to hangtag worker processes"),
      Flag.withDefault(false),
    ),
  },
  ({ noWorker }) =>
    Effect.flatMap(readSettings, (settings) =>
      Effect.provide(serveWith(settings, !noWorker), telemetry(settings)),
    ),
).pipe(
  explained(
    "Serve the HTTP API, with an export worker inside",
    ["server", "authentication", "calls", "database", "queue", "storage", "exports", "logs"],
    [
      { command: "hangtag serve", description: "On this machine only, with a demo catalog in .hangtag/" },
      {
        command: "DATABASE_URL=postgres://hangtag:secret@db/hangtag hangtag serve --no-worker",
        description: "On a Postgres server, with exports left to hangtag worker",
      },
    ],
  ),
)
