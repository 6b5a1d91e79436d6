import { join } from "node:path"
import {
  type DatabaseConnectionFailed,
  migratedPorts,
  PostgresPorts,
  requireMigrated,
  serverLayer,
} from "@hangtag/postgres"
import {
  type DataDirectoryInUse,
  type DataDirectoryUnusable,
  EmbeddedPostgres,
} from "@hangtag/postgres/embedded"
import { replicatedPorts } from "@hangtag/postgres/replica"
import { defaultServer } from "@hangtag/postgres/servers"
import { Effect, Layer, Redacted } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { BadSetting } from "../settings/BadSetting.ts"
import type { Settings } from "../settings/Settings.ts"
import { dataFolder } from "./dataFolder.ts"

/** The database that the settings name: a server by `DATABASE_URL`, else the embedded one in the data folder. */
export const database = (
  settings: Settings,
): Layer.Layer<
  SqlClient,
  BadSetting | DatabaseConnectionFailed | DataDirectoryInUse | DataDirectoryUnusable | SqlError
> => {
  const { databaseUrl, exportConcurrency, statementTimeout } = settings
  return databaseUrl === undefined
    ? Layer.unwrap(
        Effect.map(dataFolder(settings), (folder) =>
          EmbeddedPostgres.layer({ dataDir: join(folder, "postgres") }),
        ),
      )
    : serverLayer({
        url: Redacted.make(databaseUrl),
        // a running export, small or large, holds one of them
        maxConnections: 20 + 2 * exportConcurrency,
        statementTimeout,
      })
}

/** Attempts after which an export fails for good. */
export const maxAttempts = 5

/** Every port that a database keeps, on one that is of this version. */
export const databasePorts = ({ exportLease }: Settings) =>
  Layer.provide(PostgresPorts.layer({ lease: exportLease }), Layer.effectDiscard(requireMigrated))

/** The same, on one that is brought to this version first. */
export const migratedDatabasePorts = ({ exportLease }: Settings) => migratedPorts({ lease: exportLease })

type DatabasePorts = Layer.Success<ReturnType<typeof databasePorts>>

/** The same ports, with the replica of the settings, if any, for the reads that may be stale. */
export const withReplica = <E>(
  { databaseUrl, replicaUrl, replicaLag, exportConcurrency, statementTimeout }: Settings,
  ports: Layer.Layer<DatabasePorts, E, SqlClient>,
  name = defaultServer,
): Layer.Layer<DatabasePorts, E, SqlClient> =>
  databaseUrl === undefined || replicaUrl === undefined
    ? ports
    : Layer.provideMerge(
        replicatedPorts({
          name,
          url: Redacted.make(replicaUrl),
          primaryUrl: Redacted.make(databaseUrl),
          lag: replicaLag,
          maxConnections: 20 + 2 * exportConcurrency,
          statementTimeout,
        }),
        ports,
      )
