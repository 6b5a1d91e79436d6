import { join } from "node:path"
import {
  type DatabaseConnectionFailed,
  migratedPorts,
  migratedPortsWithRedis,
  serverLayer,
} from "@hangtag/postgres"
import {
  type DataDirectoryInUse,
  type DataDirectoryUnusable,
  EmbeddedPostgres,
} from "@hangtag/postgres/embedded"
import { Layer, Redacted } from "effect"
import type { Redis } from "effect/persistence/Redis"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Settings } from "../settings/Settings.ts"
import type { RedisConnectionFailed } from "./RedisConnectionFailed.ts"

/** The database that the settings name: a server by `DATABASE_URL`, else the embedded one in the data folder. */
export const database = ({
  databaseUrl,
  dataDirectory,
  exportConcurrency,
}: Settings): Layer.Layer<
  SqlClient,
  DatabaseConnectionFailed | DataDirectoryInUse | DataDirectoryUnusable | SqlError
> =>
  databaseUrl === undefined
    ? EmbeddedPostgres.layer({ dataDir: join(dataDirectory, "postgres") })
    : serverLayer({
        url: Redacted.make(databaseUrl),
        // a running export, small or large, holds one of them where the server gives it none besides
        maxConnections: 10 + 2 * exportConcurrency,
      })

/** A message is delivered until its job has ended: it is the job that counts its attempts, not the queue. */
const deliveries = 2_147_483_647

/** Attempts after which an export fails for good. */
export const maxAttempts = 5

/** Every port that a database keeps, on one that is brought to this version first; its messages go through Redis, if any. */
export const databasePorts = (
  { exportLease }: Settings,
  redis: Layer.Layer<Redis, RedisConnectionFailed> | undefined,
): Layer.Layer<
  Layer.Success<ReturnType<typeof migratedPorts>>,
  Layer.Error<ReturnType<typeof migratedPorts>> | RedisConnectionFailed,
  SqlClient
> => {
  const options = { lease: exportLease, maxAttempts: deliveries }
  return redis === undefined ? migratedPorts(options) : Layer.provide(migratedPortsWithRedis(options), redis)
}
