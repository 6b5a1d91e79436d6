import { BatchLimits, CallLimits, JobLimits } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { Servers } from "@hangtag/postgres/servers"
import { Effect, Layer } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import type { Settings } from "../settings/Settings.ts"
import { database, databasePorts, migratedDatabasePorts, withReplica } from "./database.ts"
import { redis } from "./redis.ts"
import { severalServers } from "./servers.ts"
import { storage } from "./storage.ts"

/** What the use cases go by besides ports. */
const limitsOf = (settings: Settings) =>
  Layer.mergeAll(
    Layer.succeed(JobLimits, { openExports: settings.maxOpenExports, streams: settings.maxEventStreams }),
    Layer.succeed(BatchLimits, { openBatches: settings.maxOpenBatches }),
    Layer.succeed(CallLimits, settings.callLimits),
  )

/** A command shows what is there now, to who may just have written it. */
const direct: typeof withReplica = (_, ports) => ports

/** The ports of the one database, on which what is for each server is for this one. */
const oneServer = (settings: Settings, migrates: boolean, on = database(settings), reads = direct) => {
  const ports = migrates && settings.migrates ? migratedDatabasePorts(settings) : databasePorts(settings)
  return Layer.provideMerge(Servers.one, Layer.provideMerge(reads(settings, ports), on))
}

/** The use cases over these ports and the storage of the settings. */
const over = Effect.fnUntraced(function* <Ports, E>(
  settings: Settings,
  baseUrl: string,
  databases: Layer.Layer<Ports, E>,
) {
  const files = yield* storage(settings, baseUrl)
  const ports = Layer.merge(databases, files.layer)
  return {
    layer: Hangtag.layer.pipe(
      // for who calls too: what a caller has already, a use case need not be given
      Layer.provideMerge(limitsOf(settings)),
      Layer.provideMerge(ports),
    ),
    verifyFileLink: files.verifyFileLink,
    rateLimiterStore:
      settings.redisUrl === undefined
        ? RateLimiter.layerStoreMemory
        : RateLimiter.layerStoreRedis({ prefix: "hangtag:rate:" }).pipe(
            Layer.provide(redis(settings.redisUrl)),
          ),
  }
})

/**
 * The use cases and every port, on the database, storage and Redis of the settings, or on one that is open already; links
 * begin with `baseUrl`. The database is brought to this version where the command `migrates` and `MIGRATE` is on, else it must be of it already.
 * `rateLimiterStore` counts calls for all processes together where there is Redis, else for this one.
 */
export const hangtag = (
  settings: Settings,
  baseUrl: string,
  migrates = false,
  on?: ReturnType<typeof database>,
) => over(settings, baseUrl, oneServer(settings, migrates, on))

/** The same for a process that goes on: on all servers that `DATABASE_URLS` names, if it does, and with their replicas. */
export const hangtagOnServers = (settings: Settings, baseUrl: string, on?: ReturnType<typeof database>) =>
  settings.databaseMap === undefined
    ? over(settings, baseUrl, oneServer(settings, true, on, withReplica))
    : over(settings, baseUrl, severalServers(settings, settings.databaseMap))
