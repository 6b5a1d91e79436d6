import { Effect, Layer } from "effect"
import { migrate } from "./migrations/migrate.ts"
import { PostgresPorts } from "./PostgresPorts.ts"
import type { ExportQueueOptions } from "./queue/PostgresExportQueue.ts"

/**
 * Every port of the core that a database keeps, with the queue in the same database, on one that is brought to
 * this version first. Bring a `SqlClient`: `serverLayer`, or `EmbeddedPostgres.layer`.
 */
export const migratedPorts = (options: ExportQueueOptions = {}) =>
  Layer.provide(PostgresPorts.layer(options), Layer.effectDiscard(Effect.asVoid(migrate)))
