import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { createTestDatabase, layerOf, type TestDatabaseKind } from "./createTestDatabase.ts"
import { onWallClock } from "./onWallClock.ts"

/** A fresh database on a real server; not to be built where `testServer` is unavailable. */
export const serverTestLayer = (kind: TestDatabaseKind = "migrated"): Layer.Layer<SqlClient> =>
  onWallClock(Layer.unwrap(Effect.map(createTestDatabase(kind), layerOf)))
