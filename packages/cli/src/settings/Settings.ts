import { Effect } from "effect"
import { readAuthentication } from "./authentication.ts"
import { readCallLimits } from "./callLimits.ts"
import { readFileStorage } from "./fileStorage.ts"
import {
  anyText,
  byteSize,
  integerBetween,
  oneOf,
  onOff,
  origins,
  rate,
  redisUrl,
  timeSpan,
  timeZone,
  urlOf,
} from "./parsers.ts"
import { setting } from "./setting.ts"

const span = (minimum: number, maximum: number) => (text: string) => {
  const millis = timeSpan(text)
  return millis !== undefined && millis >= minimum && millis <= maximum ? millis : undefined
}

/** What no organization's people and programs come near, and no flood keeps to. */
const defaultRate = { limit: 200, windowMillis: 1_000 }

const size = (text: string) => {
  const bytes = byteSize(text)
  return bytes !== undefined && bytes >= 1024 ? bytes : undefined
}

/**
 * Every setting, read once from the environment. A bad one fails with `BadSetting`, the first found.
 *
 * Time spans are milliseconds, sizes bytes.
 */
export const readSettings = Effect.gen(function* () {
  const authentication = yield* readAuthentication
  return {
    host: yield* setting("HOST", {
      default: "127.0.0.1",
      parse: anyText,
      allowed: "use a host name or address",
    }),
    port: yield* setting("PORT", {
      default: 8080,
      parse: integerBetween(0, 65_535),
      allowed: "use a port number from 0 (any free one) to 65535",
    }),
    publicUrl: yield* setting("PUBLIC_URL", {
      default: undefined,
      parse: urlOf("http:", "https:"),
      allowed: "use the http or https URL under which clients reach this server",
    }),
    allowedOrigins: yield* setting("ALLOWED_ORIGINS", {
      default: [],
      parse: origins,
      allowed: "use exact origins separated by commas, such as https://app.example.com,http://localhost:5173",
    }),
    dataDirectory: yield* setting("HANGTAG_DATA", {
      default: ".hangtag",
      parse: anyText,
      allowed: "use a folder's path",
    }),
    demo: yield* setting("HANGTAG_DEMO", { default: true, parse: onOff, allowed: "use on or off" }),
    databaseUrl: yield* setting("DATABASE_URL", {
      default: undefined,
      parse: urlOf("postgres:", "postgresql:"),
      allowed: "use a URL like postgres://user:password@host:5432/database, or unset it for the embedded one",
      secret: true,
    }),
    redisUrl: yield* setting("REDIS_URL", {
      default: undefined,
      parse: redisUrl,
      allowed:
        "use a URL like redis://user:password@host:6379/0, or unset it to count calls in each process by itself",
      secret: true,
    }),
    authentication,
    fileStorage: yield* readFileStorage,
    timeZone: yield* setting("TIME_ZONE", {
      default: "UTC",
      parse: timeZone,
      allowed: "use an IANA time zone such as UTC or Europe/Berlin",
    }),
    exportConcurrency: yield* setting("EXPORT_CONCURRENCY", {
      default: 2,
      parse: integerBetween(1, 64),
      allowed: "use a number from 1 to 64",
    }),
    exportLease: yield* setting("EXPORT_LEASE", {
      default: 15_000,
      parse: span(1_000, 3_600_000),
      allowed: "use a time span from 1s to 1h, such as 15s",
    }),
    exportRetention: yield* setting("EXPORT_RETENTION", {
      default: 7 * 86_400_000,
      parse: span(60_000, 3650 * 86_400_000),
      allowed: "use a time span from 1m to 3650d, such as 7d",
    }),
    csvBom: yield* setting("CSV_BOM", { default: true, parse: onOff, allowed: "use on or off" }),
    csvFormulaGuard: yield* setting("CSV_FORMULA_GUARD", {
      default: true,
      parse: onOff,
      allowed: "use on or off",
    }),
    csvMaxSize: yield* setting("CSV_MAX_SIZE", {
      default: 4 * 1024 ** 3,
      parse: size,
      allowed: "use a size of at least 1kB, such as 4 GiB",
    }),
    xlsxCompression: yield* setting("XLSX_COMPRESSION", {
      default: 6,
      parse: integerBetween(1, 9),
      allowed: "use a level from 1, the fastest, to 9, the smallest files",
    }),
    maxBodySize: yield* setting("MAX_BODY_SIZE", {
      default: 4 * 1024 ** 2,
      parse: size,
      allowed: "use a size of at least 1kB, such as 4 MiB",
    }),
    maxItems: yield* setting("MAX_ITEMS", {
      default: 100_000,
      parse: integerBetween(1, 10_000_000),
      allowed: "use the most elements a list may have, from 1 to 10000000",
    }),
    maxValues: yield* setting("MAX_VALUES", {
      default: 250_000,
      parse: integerBetween(1, 100_000_000),
      allowed: "use the most values that a body may hold in all, from 1 to 100000000",
    }),
    maxTextLength: yield* setting("MAX_TEXT_LENGTH", {
      default: 100_000,
      parse: integerBetween(1, 100_000_000),
      allowed: "use the most characters a text may have, from 1 to 100000000",
    }),
    maxOpenExports: yield* setting("MAX_OPEN_EXPORTS", {
      default: 100,
      parse: integerBetween(1, 1_000_000),
      allowed: "use the most exports of an organization that may be queued or running, from 1 to 1000000",
    }),
    maxEventStreams: yield* setting("MAX_EVENT_STREAMS", {
      default: 30,
      parse: integerBetween(1, 100_000),
      allowed: "use the most event streams that a caller may follow at once, from 1 to 100000",
    }),
    callLimits: yield* readCallLimits,
    requestTimeout: yield* setting("REQUEST_TIMEOUT", {
      default: 60_000,
      parse: span(1_000, 3_600_000),
      allowed: "use a time span from 1s to 1h, such as 60s",
    }),
    sendTimeout: yield* setting("SEND_TIMEOUT", {
      default: 30_000,
      parse: span(1_000, 3_600_000),
      allowed: "use a time span from 1s to 1h, such as 30s",
    }),
    rateLimit: yield* setting("RATE_LIMIT", {
      // the developer's own machine has nobody to be protected from
      default: authentication === undefined ? null : defaultRate,
      parse: rate,
      allowed:
        "use off, or a number of requests of an organization per second, minute or hour, such as 100/s",
    }),
    logLevel: yield* setting("LOG_LEVEL", {
      default: "info",
      parse: oneOf("trace", "debug", "info", "warn", "error", "none"),
      allowed: "use trace, debug, info, warn, error or none",
    }),
    logFormat: yield* setting("LOG_FORMAT", {
      default: "logfmt",
      parse: oneOf("pretty", "logfmt", "json"),
      allowed: "use pretty, logfmt or json",
    }),
    otlpEndpoint: yield* setting("OTEL_EXPORTER_OTLP_ENDPOINT", {
      default: undefined,
      parse: urlOf("http:", "https:"),
      allowed: "use the http or https URL of an OpenTelemetry collector, such as http://127.0.0.1:4318",
    }),
  } as const
})
export type Settings = Effect.Success<typeof readSettings>
