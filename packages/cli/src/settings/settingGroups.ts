import { callLimits } from "@hangtag/core"
import type { SettingName } from "./settingTable.ts"

/** The names of all settings by what they are for; each command's help shows those that it goes by. */
export const settingGroups = {
  database: ["DATABASE_URL", "DATABASE_URLS", "STATEMENT_TIMEOUT", "HANGTAG_DATA"],
  replica: ["DATABASE_REPLICA_URL", "DATABASE_REPLICA_LAG"],
  schema: ["MIGRATE"],
  queue: ["REDIS_URL", "EXPORT_LEASE"],
  storage: ["LINK_SECRETS", "S3_BUCKET", "S3_PREFIX", "S3_ENDPOINT", "S3_REGION", "S3_FORCE_PATH_STYLE"],
  exports: [
    "EXPORT_CONCURRENCY",
    "EXPORT_RETENTION",
    "JOB_RETENTION",
    "DISCARDED_RETENTION",
    "DISCOVERY_RETENTION",
    "CSV_BOM",
    "CSV_FORMULA_GUARD",
    "CSV_MAX_SIZE",
    "XLSX_COMPRESSION",
    "MAX_OPEN_EXPORTS",
  ],
  imports: ["TIME_ZONE"],
  server: [
    "HOST",
    "PORT",
    "METRICS_PORT",
    "PUBLIC_URL",
    "ALLOWED_ORIGINS",
    "HANGTAG_DEMO",
    "WORKBENCH",
    "MAX_BODY_SIZE",
    "MAX_BULK_BODY_SIZE",
    "MAX_VALUES",
    "MAX_EVENT_STREAMS",
    "REQUEST_TIMEOUT",
    "DRAIN_DELAY",
    "SHUTDOWN_GRACE",
    "SEND_TIMEOUT",
    "RATE_LIMIT",
  ],
  authentication: ["AUTH_ISSUER", "AUTH_AUDIENCE", "AUTH_JWKS_URL"],
  worker: ["HOST", "WORKER_PORT", "SHUTDOWN_GRACE"],
  calls: [...Object.keys(callLimits).map((name) => name.toUpperCase() as SettingName), "MAX_OPEN_BATCHES"],
  logs: [
    "LOG_LEVEL",
    "LOG_FORMAT",
    "ACCESS_LOG",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "OTEL_SERVICE_NAME",
    "OTEL_RESOURCE_ATTRIBUTES",
    "OTEL_TRACES_SAMPLER",
    "OTEL_TRACES_SAMPLER_ARG",
  ],
} satisfies Record<string, ReadonlyArray<SettingName>>

export type SettingGroup = keyof typeof settingGroups
