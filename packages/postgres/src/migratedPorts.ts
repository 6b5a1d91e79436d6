import { Effect, Layer } from "effect"
import { type HostPool, type PoolOptions, poolLayer } from "./database/poolLayer.ts"
import type { JobQueueOptions } from "./jobs/PostgresJobQueue.ts"
import { PostgresPorts } from "./PostgresPorts.ts"
import { migrate } from "./schema/migrate.ts"

const migrated = Layer.effectDiscard(Effect.asVoid(migrate))

/**
 * Every port of the core that a database keeps, on one that is brought to this version first. Bring a `SqlClient`:
 * `serverLayer`, `poolLayer`, or `EmbeddedPostgres.layer`.
 */
export const migratedPorts = (options?: JobQueueOptions) =>
  Layer.provide(PostgresPorts.layer(options), migrated)

/** The same over a pool of yours: `makeHangtag(poolPorts(new pg.Pool()))`. Close Hangtag before you end the pool. */
export const poolPorts = (
  pool: HostPool,
  { schema, waitTimeout, statementTimeout, ...queue }: PoolOptions & JobQueueOptions = {},
) => Layer.provide(migratedPorts(queue), poolLayer(pool, { schema, waitTimeout, statementTimeout }))
