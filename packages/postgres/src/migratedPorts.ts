import { type Duration, Effect, Layer } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { queueStoreLayer } from "./client/queueStoreLayer.ts"
import { redisQueueStoreLayer } from "./client/redisQueueStoreLayer.ts"
import { migrate } from "./migrations/migrate.ts"
import { PostgresPorts, postgresRepositories } from "./PostgresPorts.ts"
import { adoptOutbox } from "./queue/adoptOutbox.ts"
import { adoptQueueTable } from "./queue/adoptQueueTable.ts"
import { OutboxExportQueue } from "./queue/OutboxExportQueue.ts"
import { RedisJobNews } from "./queue/RedisJobNews.ts"

export interface MigratedPortsOptions {
  /** How long an export's message stays with a worker that gives no sign. Default 15 seconds. */
  readonly lease?: Duration.Input | undefined
  /** How often a message is handed out at most. */
  readonly maxAttempts?: number | undefined
}

const migrated = Layer.effectDiscard(Effect.asVoid(migrate))

/** Messages that have served are known for a while, so that none is made twice, and then deleted. */
const queues = Layer.merge(PersistedQueue.layer, PersistedQueue.layerCleanup({ timeToLive: "7 days" }))

const attempts = ({ maxAttempts }: MigratedPortsOptions) => (maxAttempts === undefined ? {} : { maxAttempts })

/**
 * Every port of the core that a database keeps, with the queue in the same database, on one that is brought to
 * this version first. Bring a `SqlClient`: `serverLayer`, or `EmbeddedPostgres.layer`.
 */
export const migratedPorts = (options: MigratedPortsOptions = {}) =>
  PostgresPorts.layer(attempts(options)).pipe(
    Layer.merge(Layer.effectDiscard(adoptOutbox)),
    Layer.provide(queues),
    Layer.provide(queueStoreLayer({ lease: options.lease })),
    Layer.provide(migrated),
  )

/** The same with the queue in Redis. Bring a `Redis` (`effect/persistence`) too, as of `NodeRedis.layer`. */
export const migratedPortsWithRedis = (options: MigratedPortsOptions = {}) =>
  Layer.provideMerge(RedisJobNews, postgresRepositories).pipe(
    Layer.merge(Layer.effectDiscard(adoptQueueTable)),
    Layer.provideMerge(OutboxExportQueue.layer(attempts(options))),
    Layer.provide(queues),
    Layer.provide(redisQueueStoreLayer({ lease: options.lease })),
    Layer.provide(migrated),
  )
