import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, type Scope } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { databaseVersion, type MigrationBlocked, migrate, schemaVersion } from "../../src/index.ts"
import { type Migrations, migrateBy, migrations } from "../../src/schema/migrate.ts"
import { indexOnline } from "../../src/schema/online.ts"
import { createTestDatabase, layerOf } from "../support/createTestDatabase.ts"
import { openPool } from "../support/openPool.ts"
import { testServer } from "../support/testServer.ts"

const run = (...statements: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.forEach(statements, (each) => sql.unsafe(each), { discard: true }),
  )

const index = "hangtag_brand_note_idx"
const [quick, online] = [schemaVersion + 1, schemaVersion + 2]

/** What a next version might bring. */
const next: Migrations = {
  ...migrations,
  [`${quick}_note`]: run("alter table hangtag_brand add column note text"),
  [`${online}_note_index`]: { online: indexOnline(index, "hangtag_brand (note)") },
}

const versionNow = Effect.flatMap(
  SqlClient,
  (sql) => sql<{ version: number }>`select max(migration_id) as version from hangtag_migration`,
)
const isWhole = Effect.flatMap(
  SqlClient,
  (sql) =>
    sql<{
      isWhole: boolean
    }>`select indisvalid as "isWhole" from pg_index where indexrelid = to_regclass(${index})`,
)

/** A session of another program, in a transaction in which it has asked this. */
const session = Effect.fnUntraced(function* (url: string, ...statements: ReadonlyArray<string>) {
  const pool = openPool(`${url}?application_name=older`)
  const client = yield* Effect.promise(() => pool.connect())
  const ask = (text: string) => Effect.promise(() => client.query(text))
  yield* Effect.addFinalizer(() => {
    client.release(true)
    return Effect.promise(() => pool.end())
  })
  const pid = (yield* ask("select pg_backend_pid() as pid")).rows[0].pid as number
  for (const statement of ["begin", ...statements]) yield* ask(statement)
  return { pid, end: ask("commit") }
})

/** Resolves once another session waits for this one. */
const isWaitedFor = (pid: number) =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.repeat(
      sql`select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid)) and datname = current_database()`,
      { until: (rows) => rows.length > 0 },
    ),
  )

const blocked = (error: unknown, pid: number): MigrationBlocked => {
  const found = error as MigrationBlocked
  assert.strictEqual(found._tag, "MigrationBlocked")
  assert.deepStrictEqual(
    found.sessions.map(({ pid, application, state }) => ({ pid, application, state })),
    [{ pid, application: "older", state: "idle in transaction" }],
  )
  return found
}

describe.skipIf(testServer.unavailable)("a migration beside sessions of an older version", () => {
  const onServer = <A, E>(work: (url: string) => Effect.Effect<A, E, SqlClient | Scope.Scope>) =>
    Effect.flatMap(createTestDatabase("migrated"), (url) =>
      Effect.provide(work(url), Layer.fresh(layerOf(url))),
    ).pipe(Effect.scoped)

  it.live("waits for those that hold tables, then names them and has changed nothing", () =>
    onServer(
      Effect.fnUntraced(function* (url) {
        const older = yield* session(url, "select brand_key from hangtag_brand")
        const error = blocked(yield* Effect.flip(migrateBy(next, "1 second")), older.pid)
        assert.match(
          error.message,
          /^The database could not be migrated within \d+ s: its tables are held by session \d+ \("older", idle in transaction for \d+ s, last asked: select brand_key from hangtag_brand\); let them end, stop them, or run SELECT pg_terminate_backend\(\d+\), and try again, or wait longer with hangtag migrate --wait 5m$/,
        )
        assert.strictEqual(yield* databaseVersion, schemaVersion)
        yield* older.end
        assert.deepStrictEqual(yield* migrateBy(next, "1 second"), { from: schemaVersion, to: online })
      }),
    ),
  )

  it.live("goes on as soon as they have ended", () =>
    onServer(
      Effect.fnUntraced(function* (url) {
        const older = yield* session(url, "select brand_key from hangtag_brand")
        const ending = Effect.andThen(isWaitedFor(older.pid), older.end)
        const [result] = yield* Effect.all([migrateBy(next, "1 minute"), ending], {
          concurrency: "unbounded",
        })
        assert.deepStrictEqual(result, { from: schemaVersion, to: online })
      }),
    ),
  )

  it.live("gives way where each waits for the other", () =>
    onServer(
      Effect.fnUntraced(function* (url) {
        const older = yield* session(url, "lock table hangtag_product in row exclusive mode")
        const crossed: Migrations = {
          ...migrations,
          [`${quick}_crossed`]: run(
            "alter table hangtag_brand add column note text",
            "alter table hangtag_product add column note text",
          ),
        }
        const reading = Effect.andThen(isWaitedFor(older.pid), run("select from hangtag_brand limit 1"))
        const migrating = Effect.flip(migrateBy(crossed, "500 millis"))
        const [, error] = yield* Effect.all([reading, migrating], { concurrency: "unbounded" })
        blocked(error, older.pid)
        yield* older.end
        assert.deepStrictEqual(yield* migrateBy(crossed, "1 minute"), { from: schemaVersion, to: quick })
      }),
    ),
  )

  it.live("builds an index beside writes, names those that keep it from ending, and begins it again", () =>
    onServer(
      Effect.fnUntraced(function* (url) {
        yield* migrateBy(Object.fromEntries(Object.entries(next).slice(0, -1)), "1 second")
        const older = yield* session(url, "lock table hangtag_brand in row exclusive mode")
        const writing = Effect.andThen(isWaitedFor(older.pid), run("update hangtag_brand set name = name"))
        const migrating = Effect.flip(migrateBy(next, "1 second"))
        const [, error] = yield* Effect.all([writing, migrating], { concurrency: "unbounded" })
        blocked(error, older.pid)
        assert.deepStrictEqual(yield* versionNow, [{ version: quick }])
        assert.deepStrictEqual(yield* isWhole, [{ isWhole: false }])
        yield* older.end
        assert.deepStrictEqual(yield* migrateBy(next, "1 minute"), { from: quick, to: online })
        assert.deepStrictEqual(yield* isWhole, [{ isWhole: true }])
        assert.strictEqual((yield* Effect.flip(migrate))._tag, "DatabaseTooNew")
      }),
    ),
  )
})
