import { type CallLimitName, callLimits } from "@hangtag/core"
import { Effect, Option } from "effect"
import { allOf } from "./allOf.ts"
import { readAuthentication } from "./authentication.ts"
import { BadSetting, type BadSettings } from "./BadSetting.ts"
import { readDatabase, readReplica } from "./database.ts"
import { readDatabaseMap } from "./databaseMap.ts"
import { readFileStorage } from "./fileStorage.ts"
import { read } from "./read.ts"

/** What no organization's people and programs come near, and no flood keeps to. */
const defaultRate = { limit: 200, windowMillis: 1_000 }

const namesOfLimits = Object.keys(callLimits) as ReadonlyArray<CallLimitName>

const readCallLimits = allOf(
  Object.fromEntries(
    namesOfLimits.map((name) => [name, read(name.toUpperCase() as Uppercase<CallLimitName>)]),
  ),
) as Effect.Effect<Readonly<Record<CallLimitName, number>>, BadSettings>

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host)

/** Where a server listens: without authentication everybody who reaches it may do everything, so only this machine may. */
const readServerHost = Effect.gen(function* () {
  const host = yield* read("HOST")
  const authentication = yield* Effect.option(readAuthentication)
  if (isLoopback(host) || Option.isNone(authentication) || authentication.value !== undefined) return host
  return yield* new BadSetting({
    name: "HOST",
    value: host,
    allowed:
      "without authentication the server listens on loopback only; set AUTH_ISSUER, AUTH_AUDIENCE and AUTH_JWKS_URL, or use 127.0.0.1",
  })
})

/** How long a server that is asked to stop is asked still: less than until it is ended by force. */
const readDrainDelay = Effect.gen(function* () {
  const delay = yield* read("DRAIN_DELAY")
  // a grace that cannot be used is reported by who reads that
  const grace = yield* Effect.orElseSucceed(read("SHUTDOWN_GRACE"), () => Number.POSITIVE_INFINITY)
  if (delay < grace) return delay
  return yield* new BadSetting({
    name: "DRAIN_DELAY",
    value: `${delay / 1000}s`,
    allowed: `it is counted within SHUTDOWN_GRACE, here ${grace / 1000}s: make that longer, or this shorter`,
  })
})

const all = {
  port: read("PORT"),
  workerPort: read("WORKER_PORT"),
  metricsPort: read("METRICS_PORT"),
  publicUrl: read("PUBLIC_URL"),
  allowedOrigins: read("ALLOWED_ORIGINS"),
  dataDirectory: read("HANGTAG_DATA"),
  demo: read("HANGTAG_DEMO"),
  workbench: read("WORKBENCH"),
  database: readDatabase,
  databaseMap: readDatabaseMap,
  replicaUrl: readReplica,
  replicaLag: read("DATABASE_REPLICA_LAG"),
  migrates: read("MIGRATE"),
  redisUrl: read("REDIS_URL"),
  authentication: readAuthentication,
  fileStorage: readFileStorage,
  linkSecrets: read("LINK_SECRETS"),
  timeZone: read("TIME_ZONE"),
  exportConcurrency: read("EXPORT_CONCURRENCY"),
  statementTimeout: read("STATEMENT_TIMEOUT"),
  exportLease: read("EXPORT_LEASE"),
  exportRetention: read("EXPORT_RETENTION"),
  jobRetention: read("JOB_RETENTION"),
  discardedRetention: read("DISCARDED_RETENTION"),
  discoveryRetention: read("DISCOVERY_RETENTION"),
  csvBom: read("CSV_BOM"),
  csvFormulaGuard: read("CSV_FORMULA_GUARD"),
  csvMaxSize: read("CSV_MAX_SIZE"),
  xlsxCompression: read("XLSX_COMPRESSION"),
  maxBodySize: read("MAX_BODY_SIZE"),
  maxBulkBodySize: read("MAX_BULK_BODY_SIZE"),
  maxValues: read("MAX_VALUES"),
  maxOpenBatches: read("MAX_OPEN_BATCHES"),
  maxOpenExports: read("MAX_OPEN_EXPORTS"),
  maxEventStreams: read("MAX_EVENT_STREAMS"),
  callLimits: readCallLimits,
  shutdownGrace: read("SHUTDOWN_GRACE"),
  drainDelay: readDrainDelay,
  requestTimeout: read("REQUEST_TIMEOUT"),
  sendTimeout: read("SEND_TIMEOUT"),
  rateLimit: read("RATE_LIMIT"),
  logLevel: read("LOG_LEVEL"),
  logFormat: read("LOG_FORMAT"),
  accessLog: read("ACCESS_LOG"),
  otlpEndpoint: read("OTEL_EXPORTER_OTLP_ENDPOINT"),
  otlpHeaders: read("OTEL_EXPORTER_OTLP_HEADERS"),
  serviceName: read("OTEL_SERVICE_NAME"),
  resourceAttributes: read("OTEL_RESOURCE_ATTRIBUTES"),
  tracesSampler: read("OTEL_TRACES_SAMPLER"),
  tracesSamplerArg: read("OTEL_TRACES_SAMPLER_ARG"),
}

const reading = (host: Effect.Effect<string, BadSetting>) =>
  Effect.map(allOf({ host, ...all }), ({ database, ...settings }) => ({
    ...settings,
    databaseUrl: database.url,
    allowedOrigins: settings.allowedOrigins ?? [],
    // a database that was asked for by name is for what is put into it
    demo: settings.demo ?? !database.isNamed,
    rateLimit:
      settings.rateLimit !== undefined
        ? settings.rateLimit
        : // the developer's own machine has no one to be protected from
          settings.authentication === undefined
          ? null
          : defaultRate,
  }))

/** Every setting, read once from the environment. Fails with all that cannot be used. */
export const readSettings = reading(read("HOST"))
export type Settings = Effect.Success<typeof readSettings>

/** Those of a process that serves the API. */
export const readServerSettings = reading(readServerHost)
