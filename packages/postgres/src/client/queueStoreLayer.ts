import { Duration, Effect, Layer, Schedule } from "effect"
import { layerStoreSql, type PersistedQueueStore } from "effect/persistence/PersistedQueue"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { mendTimes } from "../queue/mendTimes.ts"
import { queueTable } from "../queue/queueTable.ts"

export interface QueueStoreOptions {
  /** How long a message stays with a taker that gives no sign; whole seconds, rounded up. Default 15 seconds. */
  readonly lease?: Duration.Input | undefined
  /** How often a taker gives a sign. Default a third of the lease, so that two may be missed. */
  readonly heartbeat?: Duration.Input | undefined
  /** How often other processes look for messages; takers in the offering process are woken. Default 200 ms. */
  readonly pollInterval?: Duration.Input | undefined
}

/**
 * Keeps queues in the database: an offer is part of the surrounding transaction.
 *
 * Makes the tables `hangtag_queue` and `hangtag_queue_migrations` where they are missing.
 */
export const queueStoreLayer = (
  options: QueueStoreOptions = {},
): Layer.Layer<PersistedQueueStore, SqlError, SqlClient> => {
  const lease = Duration.fromInputUnsafe(options.lease ?? "15 seconds")
  const store = layerStoreSql({
    tableName: queueTable,
    pollInterval: options.pollInterval ?? "200 millis",
    lockExpiration: lease,
    lockRefreshInterval: options.heartbeat ?? Duration.times(lease, 1 / 3),
  })
  const mending = mendTimes.pipe(
    Effect.catchCause((cause) => Effect.logDebug("The times of messages were not looked at", cause)),
    Effect.repeat(Schedule.spaced("5 seconds")),
  )
  // Built first, the store makes the table.
  return Layer.provideMerge(Layer.effectDiscard(Effect.forkScoped(mending)), store)
}
