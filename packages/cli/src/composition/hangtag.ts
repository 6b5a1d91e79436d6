import { BatchLimits, CallLimits, JobLimits } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { Effect, Layer } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import type { Settings } from "../settings/Settings.ts"
import { database, databasePorts, migratedDatabasePorts } from "./database.ts"
import { redis } from "./redis.ts"
import { storage } from "./storage.ts"

/**
 * The use cases and every port, on the database, storage and Redis of the settings, or on one that is open already; links
 * begin with `baseUrl`. The database is brought to this version where the command `migrates` and `MIGRATE` is on, else it must be of it already.
 * `rateLimiterStore` counts calls for all processes together where there is Redis, else for this one.
 */
export const hangtag = Effect.fnUntraced(function* (
  settings: Settings,
  baseUrl: string,
  migrates = false,
  on: ReturnType<typeof database> = database(settings),
) {
  const files = yield* storage(settings, baseUrl)
  const onDatabase = migrates && settings.migrates ? migratedDatabasePorts(settings) : databasePorts(settings)
  const ports = Layer.merge(onDatabase, files.layer).pipe(Layer.provideMerge(on))
  const limits = { openExports: settings.maxOpenExports, streams: settings.maxEventStreams }
  return {
    layer: Hangtag.layer.pipe(
      // for who calls too: what a caller has already, a use case need not be given
      Layer.provideMerge([
        Layer.succeed(JobLimits, limits),
        Layer.succeed(BatchLimits, { openBatches: settings.maxOpenBatches }),
        Layer.succeed(CallLimits, settings.callLimits),
      ]),
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
