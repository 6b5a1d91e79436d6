import { Effect, Layer } from "effect"
import { migrate } from "./migrations/migrate.ts"
import { PostgresPorts } from "./PostgresPorts.ts"
import type { JobQueueOptions } from "./queue/PostgresJobQueue.ts"

const migrated = Layer.effectDiscard(Effect.asVoid(migrate))

/**
 * Every port of the core that a database keeps, on one that is brought to this version first. Bring a `SqlClient`:
 * `serverLayer`, or `EmbeddedPostgres.layer`.
 */
export const migratedPorts = (options?: JobQueueOptions) =>
  Layer.provide(PostgresPorts.layer(options), migrated)
