import { type CallLimitName, callLimits } from "@hangtag/core"
import {
  anyText,
  bucketName,
  byteSize,
  databaseUrl,
  integerBetween,
  keyPrefix,
  keyValues,
  oneOf,
  onOff,
  origins,
  publicUrl,
  rate,
  ratio,
  redisUrl,
  replicaUrl,
  secrets,
  timeSpan,
  timeZone,
  urlOf,
} from "./parsers.ts"
import type { Setting } from "./setting.ts"

const span = (minimum: number, maximum: number) => (text: string) => {
  const millis = timeSpan(text)
  return millis !== undefined && millis >= minimum && millis <= maximum ? millis : undefined
}

const second = 1_000
const day = 86_400_000

const isOnOff = { parse: onOff, allowed: "use on or off" }
const fewSeconds = {
  parse: span(second, 3600 * second),
  allowed: "use a time span from 1s to 1h, such as 30s",
}
const bytes = (example: string, most: string) => ({
  parse: (text: string) => {
    const size = byteSize(text)
    return size !== undefined && size >= 1000 && size <= byteSize(most)! ? size : undefined
  },
  allowed: `use a size of at least 1kB and at most ${most}, such as ${example}`,
})
// a body is a text once it is read, and a text of JavaScript ends at 512 MiB
const bodyBytes = (example: string) => bytes(example, "256 MiB")
const most = (what: string, limit: number) => ({
  parse: integerBetween(1, limit),
  allowed: `use the most ${what}, from 1 to ${limit}`,
})

/** What one call may ask for at most: a setting for each of the core's `callLimits`, called as that in capitals. */
const limitsOfCalls = Object.fromEntries(
  Object.entries(callLimits).map(([name, { default: usual, counts }]) => [
    name.toUpperCase(),
    { default: String(usual), ...most(`${counts} that one call may have`, 100_000_000) },
  ]),
) as { readonly [Name in CallLimitName as Uppercase<Name>]: { default: string } & Setting<number> }

/** Every setting there is. Time spans are milliseconds, sizes bytes. */
export const settingTable = {
  HOST: { default: "127.0.0.1", parse: anyText, allowed: "use a host name or address" },
  PORT: {
    default: "8080",
    parse: integerBetween(0, 65_535),
    allowed: "use a port number from 0 (any free one) to 65535",
  },
  WORKER_PORT: {
    parse: integerBetween(0, 65_535),
    allowed: "use a port number from 0 (any free one) to 65535, or unset it to listen on none",
  },
  METRICS_PORT: {
    parse: integerBetween(0, 65_535),
    allowed: "use a port number from 0 (any free one) to 65535, or unset it to have them on PORT",
  },
  PUBLIC_URL: {
    parse: publicUrl,
    allowed:
      "use the http or https URL under which clients reach this server, without user, query and fragment",
  },
  ALLOWED_ORIGINS: {
    parse: origins,
    allowed: "use exact origins separated by commas, such as https://app.example.com,http://localhost:5173",
  },
  HANGTAG_DATA: { default: ".hangtag", parse: anyText, allowed: "use a folder's path" },
  HANGTAG_DEMO: {
    parse: onOff,
    allowed: "use on or off, or unset it to have a demo catalog where DATABASE_URL is unset",
  },
  WORKBENCH: { default: "on", ...isOnOff },
  DATABASE_URL: {
    parse: databaseUrl,
    allowed:
      "use a URL like postgres://user:password@host:5432/database, or embedded (or unset it) for the one in HANGTAG_DATA",
    secret: true,
  },
  DATABASE_URLS: {
    parse: anyText,
    allowed: "use the path of a JSON file of servers and organizations",
  },
  DATABASE_REPLICA_URL: {
    parse: replicaUrl,
    allowed:
      "use a URL like postgres://user:password@host:5432/database of one standby of DATABASE_URL's server, or unset it",
    secret: true,
  },
  DATABASE_REPLICA_LAG: { default: "10s", ...fewSeconds },
  REDIS_URL: {
    parse: redisUrl,
    allowed:
      "use a URL like redis://user:password@host:6379/0, or unset it to count calls in each process by itself",
    secret: true,
  },
  AUTH_ISSUER: { parse: anyText, allowed: "use the text that tokens carry as iss" },
  AUTH_AUDIENCE: { parse: anyText, allowed: "use the text that tokens for this service carry as aud" },
  AUTH_JWKS_URL: {
    parse: urlOf("http:", "https:"),
    allowed: "use the http or https URL of the issuer's key set",
  },
  S3_BUCKET: {
    parse: bucketName,
    allowed: "use a bucket's name (3 to 63 of a-z, 0-9, . and -), or unset it to keep files in a folder",
  },
  S3_PREFIX: { parse: keyPrefix, allowed: "use /-separated words of letters, digits, ., _ and -" },
  S3_REGION: { parse: anyText, allowed: "use a region's name" },
  S3_ENDPOINT: {
    parse: urlOf("http:", "https:"),
    allowed: "use the URL of an S3 compatible service, or unset it for Amazon's",
  },
  S3_FORCE_PATH_STYLE: isOnOff,
  LINK_SECRETS: {
    parse: secrets,
    allowed:
      "use secrets of at least 32 characters separated by commas, the first of which signs links, or unset it to have one made in HANGTAG_DATA",
    secret: true,
  },
  TIME_ZONE: {
    default: "UTC",
    parse: timeZone,
    allowed: "use an IANA time zone such as UTC or Europe/Berlin",
  },
  EXPORT_CONCURRENCY: {
    default: "2",
    parse: integerBetween(1, 64),
    allowed: "use a number from 1 to 64",
  },
  MIGRATE: { default: "on", ...isOnOff },
  STATEMENT_TIMEOUT: {
    default: "60s",
    parse: span(second, 3600 * second),
    allowed: "use a time span from 1s to 1h, such as 60s",
  },
  EXPORT_LEASE: {
    default: "15s",
    parse: span(second, 3600 * second),
    allowed: "use a time span from 1s to 1h, such as 15s",
  },
  EXPORT_RETENTION: {
    default: "7d",
    parse: span(60 * second, 3650 * day),
    allowed: "use a time span from 1m to 3650d, such as 7d",
  },
  JOB_RETENTION: {
    default: "90d",
    parse: span(60 * second, 3650 * day),
    allowed: "use a time span from 1m to 3650d, such as 90d",
  },
  DISCARDED_RETENTION: {
    parse: span(60 * second, 3650 * day),
    allowed: "use a time span from 1m to 3650d, such as 365d, or unset it to keep discarded batches",
  },
  DISCOVERY_RETENTION: {
    parse: span(60 * second, 3650 * day),
    allowed: "use a time span from 1m to 3650d, such as 365d, or unset it to keep crawl discoveries",
  },
  CSV_BOM: { default: "on", ...isOnOff },
  CSV_FORMULA_GUARD: { default: "on", ...isOnOff },
  CSV_MAX_SIZE: { default: "4 GiB", ...bytes("4 GiB", "1024 GiB") },
  XLSX_COMPRESSION: {
    default: "5",
    parse: integerBetween(1, 9),
    allowed: "use a level from 1, the fastest, to 9, the smallest files",
  },
  MAX_BODY_SIZE: { default: "1 MiB", ...bodyBytes("1 MiB") },
  MAX_BULK_BODY_SIZE: { default: "4 MiB", ...bodyBytes("4 MiB") },
  MAX_VALUES: { default: "150000", ...most("values that a body may hold in all", 100_000_000) },
  MAX_OPEN_BATCHES: {
    default: "10000",
    ...most("batches of an organization that may be open", 1_000_000),
  },
  MAX_OPEN_EXPORTS: {
    default: "100",
    ...most("exports of an organization that may be queued or running", 1_000_000),
  },
  MAX_EVENT_STREAMS: {
    default: "30",
    ...most("event streams that a caller may follow at once", 100_000),
  },
  ...limitsOfCalls,
  SHUTDOWN_GRACE: { default: "30s", ...fewSeconds },
  DRAIN_DELAY: {
    default: "0s",
    parse: span(0, 600 * second),
    allowed: "use a time span from 0s to 10m, such as 10s",
  },
  REQUEST_TIMEOUT: { default: "60s", ...fewSeconds },
  SEND_TIMEOUT: { default: "30s", ...fewSeconds },
  RATE_LIMIT: {
    parse: rate,
    allowed:
      "use off, or a number of requests of an organization per second, minute or hour, such as 100/s, or unset it for 200/s with authentication and off without",
  },
  LOG_LEVEL: {
    default: "info",
    parse: oneOf("trace", "debug", "info", "warn", "error", "none"),
    allowed: "use trace, debug, info, warn, error or none",
  },
  ACCESS_LOG: { default: "off", ...isOnOff },
  LOG_FORMAT: {
    default: "logfmt",
    parse: oneOf("pretty", "logfmt", "json"),
    allowed: "use pretty, logfmt or json",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    parse: urlOf("http:", "https:"),
    allowed: "use the http or https URL of an OpenTelemetry collector, such as http://127.0.0.1:4318",
    mayBeEmpty: true,
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    parse: keyValues,
    allowed: "use name=value pairs separated by commas, percent-encoded, such as api-key=1234",
    mayBeEmpty: true,
    secret: true,
  },
  OTEL_SERVICE_NAME: { parse: anyText, allowed: "use a name", mayBeEmpty: true },
  OTEL_RESOURCE_ATTRIBUTES: {
    parse: keyValues,
    allowed:
      "use name=value pairs separated by commas, percent-encoded, such as deployment.environment=staging",
    mayBeEmpty: true,
  },
  OTEL_TRACES_SAMPLER: {
    parse: oneOf(
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ),
    allowed:
      "use always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off or parentbased_traceidratio",
    mayBeEmpty: true,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    default: "1",
    parse: ratio,
    allowed: "use the part of traces that is kept, from 0 to 1, such as 0.1",
    mayBeEmpty: true,
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>

export type SettingName = keyof typeof settingTable
