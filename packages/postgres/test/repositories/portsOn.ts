import { Layer } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { PostgresPorts, queueStoreLayer } from "../../src/index.ts"
import { onWallClock } from "../support/onWallClock.ts"
import type { TestDatabase } from "../support/testDatabases.ts"

/** Every port of the core on a fresh, migrated database, and that database's client. */
export const portsOn = (database: TestDatabase) =>
  PostgresPorts.layer().pipe(
    Layer.provide(PersistedQueue.layer.pipe(Layer.provide(queueStoreLayer()))),
    Layer.provideMerge(database.layer()),
    Layer.orDie,
    onWallClock,
  )
