import { type Duration, Effect, Layer } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { queueStoreLayer } from "./client/queueStoreLayer.ts"
import { migrate } from "./migrations/migrate.ts"
import { PostgresPorts } from "./PostgresPorts.ts"

export interface MigratedPortsOptions {
  /** How long an export's message stays with a worker that gives no sign. Default 15 seconds. */
  readonly lease?: Duration.Input | undefined
  /** How often a message is handed out at most. */
  readonly maxAttempts?: number | undefined
}

/**
 * Every port of the core that a database keeps, with the queue in the same database, on one that is brought to
 * this version first. Bring a `SqlClient`: `serverLayer`, or `EmbeddedPostgres.layer`.
 */
export const migratedPorts = ({ lease, maxAttempts }: MigratedPortsOptions = {}) =>
  PostgresPorts.layer(maxAttempts === undefined ? {} : { maxAttempts }).pipe(
    Layer.provide(PersistedQueue.layer),
    Layer.provide(queueStoreLayer({ lease })),
    Layer.provide(Layer.effectDiscard(Effect.asVoid(migrate))),
  )
