import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { HttpServer } from "effect/http"
import { choosePort } from "../composition/choosePort.ts"
import { exportWorker } from "../composition/exportWorker.ts"
import { hangtagOnServers } from "../composition/hangtag.ts"
import { databasePlace, filesPlace, placesOf, replicaLines, serverLines } from "../composition/places.ts"
import { processMetrics } from "../composition/processMetrics.ts"
import { queueMetrics } from "../composition/queueMetrics.ts"
import { readiness, watchReadiness } from "../composition/readiness.ts"
import { requireFiles } from "../composition/storage.ts"
import { telemetry } from "../composition/telemetry.ts"
import { announce } from "../output/answer.ts"
import { withHelp } from "../output/withHelp.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"

/** Tells of the process's health. */
const health = Effect.fnUntraced(function* (host: string, port: number) {
  // a process that does not ask for it does not load an HTTP server
  const { healthServer } = yield* Effect.promise(() => import("@hangtag/http-adapter/health"))
  const context = yield* Layer.build(healthServer({ host, port }))
  return yield* Effect.provideContext(HttpServer.addressFormattedWith(Effect.succeed), context)
})

const work = Effect.fnUntraced(function* (settings: Settings) {
  const { exportConcurrency: concurrency, host, workerPort } = settings
  const port = workerPort === undefined ? undefined : yield* choosePort(host, workerPort)
  const { layer } = yield* hangtagOnServers(settings, "")
  const services = yield* Layer.build(layer)
  const url = yield* Effect.provideContext(
    Effect.gen(function* () {
      yield* requireFiles(settings)
      // first, and so the last to end: it tells of the worker as long as that runs
      const url = port === undefined ? undefined : yield* health(host, port)
      yield* Layer.build(Layer.mergeAll(exportWorker(settings), queueMetrics(settings), processMetrics))
      yield* watchReadiness
      return url
    }).pipe(Effect.provideContext(yield* Effect.provideContext(Layer.build(readiness()), services))),
    services,
  )
  yield* announce(
    settings,
    { concurrency, url, ...placesOf(settings) },
    [
      `Hangtag takes exports, ${concurrency} at a time${url === undefined ? "" : `; its health is on ${url}`}`,
      `  data: ${databasePlace(settings)}, files in ${filesPlace(settings)}`,
      ...replicaLines(settings),
      ...serverLines(settings),
    ].join("\n"),
  )
  return yield* Effect.never
}, Effect.scoped)

export const worker = Command.make("worker", {}, () =>
  Effect.flatMap(readSettings, (settings) => Effect.provide(work(settings), telemetry(settings))),
).pipe(
  withHelp(
    "Take export jobs until stopped",
    ["worker", "database", "replica", "schema", "queue", "storage", "exports", "logs"],
    [
      "DATABASE_URL=postgres://hangtag:secret@db/hangtag S3_BUCKET=exports hangtag worker",
      "Beside hangtag serve --no-worker, as many as are wanted",
    ],
    ["WORKER_PORT=8081 hangtag worker", "With /healthz, /readyz and /metrics on a port of its own"],
  ),
)
