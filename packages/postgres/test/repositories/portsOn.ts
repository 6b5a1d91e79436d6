import { Layer } from "effect"
import { PostgresPorts } from "../../src/index.ts"
import { onWallClock } from "../support/onWallClock.ts"
import type { TestDatabase } from "../support/testDatabases.ts"

/** Every port of the core on a fresh, migrated database, and that database's client. */
export const portsOn = (database: TestDatabase) =>
  PostgresPorts.layer().pipe(Layer.provideMerge(database.layer()), Layer.orDie, onWallClock)
