import { randomBytes } from "node:crypto"
import { Context, Effect, Layer, Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { serverLayer } from "../../src/database/serverLayer.ts"
import { migrateTo } from "./migrateTo.ts"
import { testServer } from "./testServer.ts"

/** `migrated` has Hangtag's tables, `empty` has nothing. */
export type TestDatabaseKind = "migrated" | "empty"

/** Of how many hash partitions by organization tables are; `TEST_PARTITIONS` tries everything on those. */
const partitions = { migrated: Number(process.env.TEST_PARTITIONS ?? 0), partitioned: 2 }

/** Makes a database of its own on the run's server, gives its URL, and drops it when the scope closes. */
export const createTestDatabase = (
  kind: TestDatabaseKind | "partitioned",
): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function* () {
    const sql = Context.get(yield* Layer.build(layerOf(urlOf("postgres"))), SqlClient)
    const name = `test_${randomBytes(6).toString("hex")}`
    // Databases are made outside of transactions; the lock, for the template's sake, is held by one beside.
    const outside = (statement: string) =>
      Effect.scoped(Effect.flatMap(sql.reserve, (connection) => connection.executeRaw(statement, [])))
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`select pg_advisory_xact_lock(1)`
        if (kind === "empty") return yield* outside(`create database ${name}`)
        const template = `hangtag_template_${kind}`
        const found = yield* sql`select from pg_database where datname = ${template}`
        if (found.length === 0) {
          yield* outside(`create database ${template}_unfinished`)
          yield* Effect.provide(migrateTo(partitions[kind]), layerOf(urlOf(`${template}_unfinished`)))
          yield* outside(`alter database ${template}_unfinished rename to ${template}`)
        }
        yield* outside(`create database ${name} template ${template}`)
      }),
    )
    yield* Effect.addFinalizer(() => Effect.orDie(outside(`drop database ${name} with (force)`)))
    return urlOf(name)
  }).pipe(Effect.orDie)

/** The layer under test, to a database of the run's server. */
export const layerOf = (url: string): Layer.Layer<SqlClient> =>
  Layer.orDie(serverLayer({ url: Redacted.make(url) }))

const urlOf = (database: string): string => {
  if (testServer.unavailable !== undefined) throw new Error(testServer.unavailable)
  const url = new URL(testServer.url)
  url.pathname = database
  return url.href
}
