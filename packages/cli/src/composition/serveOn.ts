import { DevelopmentAuthenticator, IssuerKeys, JwtAuthenticator } from "@hangtag/http-adapter"
import { healthServer } from "@hangtag/http-adapter/health"
import { Draining, httpServer } from "@hangtag/http-adapter/server"
import { workbench } from "@hangtag/workbench"
import { Deferred, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { loadDemoOnce, loadDemoPriceChanges } from "../demo/loadDemoOnce.ts"
import { announce } from "../output/answer.ts"
import type { Settings } from "../settings/Settings.ts"
import { choosePort } from "./choosePort.ts"
import { exportWorker } from "./exportWorker.ts"
import { hangtagOnServers } from "./hangtag.ts"
import { databasePlace, filesPlace, placesOf, replicaLines, serverLines } from "./places.ts"
import { processMetrics } from "./processMetrics.ts"
import { queueMetrics } from "./queueMetrics.ts"
import { readiness, watchReadiness } from "./readiness.ts"
import { requireFiles } from "./storage.ts"

/** What reads price sheets is loaded with the first one. */
const readSheet = (bytes: Uint8Array) =>
  Effect.flatMap(
    Effect.promise(() => import("@hangtag/catalog-files/price-sheets")),
    ({ readSentSheet }) => readSentSheet(bytes),
  )

/** Who calls, and whether the process can do its work. */
const callersOf = ({ authentication }: Settings) =>
  authentication === undefined
    ? Layer.merge(DevelopmentAuthenticator, readiness(["storage"]))
    : readiness(
        ["storage"],
        Effect.map(IssuerKeys, ({ check }) => ({ authentication: check })),
      ).pipe(Layer.provideMerge(JwtAuthenticator(authentication)))

const urlOf = ({ host, publicUrl }: Settings, port: number): string =>
  publicUrl?.replace(/\/+$/, "") ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`

const announced = (settings: Settings, url: string, withWorker: boolean, metricsPort?: number) =>
  announce(
    settings,
    { url, worker: withWorker, ...placesOf(settings), ...(metricsPort && { metrics_port: metricsPort }) },
    [
      `Hangtag serves on ${url} (docs: ${url}/docs)`,
      settings.databaseUrl === undefined
        ? `  data: embedded Postgres in ${settings.dataDirectory}/`
        : `  data: Postgres at ${databasePlace(settings)}, files in ${filesPlace(settings)}`,
      ...replicaLines(settings),
      ...serverLines(settings),
      ...(settings.workbench ? [`  workbench: ${url}/`] : []),
      ...(metricsPort === undefined ? [] : [`  metrics: on port ${metricsPort} alone`]),
      ...(settings.redisUrl === undefined ? [] : ["  rate limits: counted in the Redis of REDIS_URL"]),
      `  exports: ${withWorker ? "written by this process" : "left to hangtag worker"}`,
      settings.authentication === undefined
        ? "  no authentication is configured: everybody on this machine is the developer of organization demo"
        : `  authentication: tokens of ${settings.authentication.issuer} for ${settings.authentication.audience}`,
    ].join("\n"),
  )

/** Runs the server on that database, or on those of `DATABASE_URLS`, until it is interrupted; ends what runs before it stops. */
export const serveOn = Effect.fnUntraced(function* (
  database: Layer.Layer<SqlClient> | undefined,
  settings: Settings,
  withWorker: boolean,
) {
  const draining = yield* Deferred.make<void>()
  const port = yield* choosePort(settings.host, settings.port)
  const url = urlOf(settings, port)
  const metricsPort =
    settings.metricsPort === undefined ? undefined : yield* choosePort(settings.host, settings.metricsPort)
  const {
    layer: services,
    verifyFileLink,
    rateLimiterStore,
  } = yield* hangtagOnServers(settings, url, database)
  const hosts = settings.authentication === undefined ? [settings.host, new URL(url).hostname] : undefined
  const app = Layer.flatMap(rateLimiterStore, (store) =>
    httpServer({
      ...settings,
      port,
      verifyFileLink,
      ...(hosts && { hosts }),
      publicPath: new URL(url).pathname,
      metrics: metricsPort === undefined,
      readSheet,
      ...(settings.workbench && { site: workbench() }),
      rateLimiterStore: Layer.succeedContext(store),
    }),
  )
  const watched =
    metricsPort === undefined ? Layer.empty : healthServer({ host: settings.host, port: metricsPort })
  const serving = Layer.mergeAll(app, Layer.effectDiscard(Layer.build(watched))).pipe(
    Layer.provideMerge([callersOf(settings), Layer.succeed(Draining, draining)]),
  )
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
  const worker = withWorker ? exportWorker(settings, settings.drainDelay) : Layer.empty
  const files = Layer.effectDiscard(requireFiles(settings))
  const started = yield* Layer.build(
    Layer.mergeAll(serving, worker, queueMetrics(settings), processMetrics, priceChanges).pipe(
      Layer.provide(demo),
      Layer.provide(files),
      Layer.provide(services),
    ),
  )
  yield* Effect.provideContext(watchReadiness, started)
  // the last to be added is the first to be done
  yield* Effect.addFinalizer(() =>
    Effect.andThen(Deferred.succeed(draining, undefined), Effect.sleep(settings.drainDelay)),
  )
  yield* announced(settings, url, withWorker, metricsPort)
  return yield* Effect.never
}, Effect.scoped)
