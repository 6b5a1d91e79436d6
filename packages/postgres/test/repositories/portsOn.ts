import { Layer } from "effect"
import { PostgresPorts } from "../../src/index.ts"
import { onWallClock } from "../support/onWallClock.ts"
import type { TestDatabase } from "../support/testDatabases.ts"

/** Every port of the core on a fresh, migrated database, and that database's client; runs count as dead at once. */
export const portsOn = (database: TestDatabase) =>
  PostgresPorts.layer({ contact: 0 }).pipe(Layer.provideMerge(database.layer()), Layer.orDie, onWallClock)
