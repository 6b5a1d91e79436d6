import type { Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { TestDatabaseKind } from "./createTestDatabase.ts"
import { embeddedTestLayer } from "./embeddedTestLayer.ts"
import { serverTestLayer } from "./serverTestLayer.ts"
import { testServer } from "./testServer.ts"

/** One of the databases that adapters are tried on. */
export interface TestDatabase {
  readonly name: string
  /** Why it cannot be had here; the reason was printed. */
  readonly unavailable: string | undefined
  readonly layer: (kind?: TestDatabaseKind) => Layer.Layer<SqlClient>
}

/**
 *     for (const { name, unavailable, layer: database } of testDatabases)
 *       describe.skipIf(unavailable)(name, () => layer(database())("…", (it) => { … }))
 */
export const testDatabases: ReadonlyArray<TestDatabase> = [
  { name: "embedded Postgres", unavailable: undefined, layer: embeddedTestLayer },
  { name: "Postgres server", unavailable: testServer.unavailable, layer: serverTestLayer },
]

/**
 * Both have the same statements: what takes long, or does not depend on how a database is reached, runs on the server
 * alone, where there is one.
 */
export const thoroughDatabase = testDatabases.findLast(({ unavailable }) => unavailable === undefined)!
