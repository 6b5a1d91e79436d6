import { assert, describe, it } from "@effect/vitest"
import { exportRepositorySuite, jobQueueSuite, transactionSuite } from "@hangtag/testkit/conformance"
import { Effect, Fiber, Layer, ManagedRuntime, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { afterAll } from "vitest"
import { databaseOf } from "../../src/database/Database.ts"
import { DatabaseConnectionFailed } from "../../src/database/DatabaseConnectionFailed.ts"
import { housekeepingRead, scoped, scopedRead, scopedWrite } from "../../src/database/scoped.ts"
import { type ServerOptions, serverLayer } from "../../src/database/serverLayer.ts"
import { databaseVersion, migrate, PostgresPorts, schemaVersion } from "../../src/index.ts"
import { ageHeartbeat } from "../repositories/ageHeartbeat.ts"
import { seedEveryTable } from "../repositories/seedOrganization.ts"
import { createTestDatabase, type TestDatabaseKind } from "../support/createTestDatabase.ts"
import { onWallClock } from "../support/onWallClock.ts"
import { PgBouncer, type PgBouncerOptions, pgBouncerUnavailable } from "../support/PgBouncer.ts"
import { testServer } from "../support/testServer.ts"

const pooler = (options: PgBouncerOptions, kind: TestDatabaseKind = "migrated") =>
  Effect.flatMap(createTestDatabase(kind), (url) =>
    Effect.acquireRelease(
      Effect.promise(() => PgBouncer.create(url, options)),
      (running) => Effect.promise(() => running.dispose()),
    ),
  )

const clientOf = (url: string, options: Partial<ServerOptions> = {}) =>
  serverLayer({ url: Redacted.make(url), ...options })

/** Every port behind a pooler of its own. */
const behind = (options: PgBouncerOptions, client: Partial<ServerOptions> = {}) =>
  Layer.unwrap(
    Effect.map(pooler(options), ({ url }) =>
      PostgresPorts.layer({ contact: 0 }).pipe(Layer.provideMerge(clientOf(url, client))),
    ),
  ).pipe(Layer.orDie, onWallClock)

const found = (url: string) =>
  Effect.provide(
    Effect.map(SqlClient, (sql) => ({
      pooling: databaseOf(sql).pooling,
      listens: databaseOf(sql).listen !== undefined,
    })),
    clientOf(url),
  )

const organizations = ["mine", "theirs"] as const

const rows = Effect.fnUntraced(function* (organization: string) {
  const sql = yield* SqlClient
  // no predicate: only the scope keeps others' rows out
  const batches = sql<{ organization: string }>`select distinct organization from hangtag_batch`
  return (yield* scopedRead(sql, organization, "test", batches)).map((row) => row.organization)
})

describe.skipIf(pgBouncerUnavailable ?? testServer.unavailable)("what stands between is found out", () => {
  it.live("nothing, a session for each connection, or one for each transaction, however many there are", () =>
    Effect.gen(function* () {
      const direct = yield* createTestDatabase("migrated")
      assert.deepStrictEqual(yield* found(direct), { pooling: "none", listens: true })
      const session = yield* pooler({ mode: "session", poolSize: 10 })
      assert.deepStrictEqual(yield* found(session.url), { pooling: "session", listens: true })
      for (const poolSize of [1, 2, 8]) {
        const { url } = yield* pooler({ mode: "transaction", poolSize })
        assert.deepStrictEqual(yield* found(url), { pooling: "transaction", listens: false })
        // with all of its sessions open, of which the next one's turn is another
        assert.deepStrictEqual(yield* found(url), { pooling: "transaction", listens: false })
      }
    }).pipe(Effect.scoped),
  )

  it.live("a pooler that has no transactions is refused with what to do", () =>
    Effect.gen(function* () {
      const { url } = yield* pooler({ mode: "statement", poolSize: 2 })
      const error = yield* Effect.flip(found(url))
      assert(error instanceof DatabaseConnectionFailed)
      assert.match(error.message, /pool by transaction or by session/)
    }).pipe(Effect.scoped),
  )
})

describe.skipIf(pgBouncerUnavailable ?? testServer.unavailable)("behind a pooler of transactions", () => {
  it.live(
    "each of many callers sees and writes its own organization's rows, and leaves sessions as they were",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        for (const organization of organizations) yield* seedEveryTable(organization)
        const touch = sql<{ organization: string }>`
        update hangtag_batch set status = status returning organization`
        const jobs = sql<{ organization: string }>`select distinct organization from hangtag_job order by 1`
        const callers = Array.from({ length: 200 }, (_, nth) =>
          Effect.gen(function* () {
            const organization = organizations[nth % 2]!
            assert.deepStrictEqual(yield* rows(organization), [organization])
            const inside = scoped(
              sql,
              organization,
              "test",
              Effect.andThen(sql`select 1`, rows(organization)),
            )
            assert.deepStrictEqual(yield* inside, [organization])
            const written = yield* scopedWrite(sql, organization, "test", touch)
            assert.deepStrictEqual(new Set(written.map((row) => row.organization)), new Set([organization]))
            if (nth % 5 === 0)
              yield* Effect.flip(Effect.sandbox(scopedRead(sql, organization, "test", sql`select 1 / 0`)))
            if (nth % 5 === 1)
              yield* Effect.timeoutOption(
                scopedRead(sql, organization, "test", sql`select pg_sleep(60)`),
                "5 millis",
              )
            if (nth % 7 === 0)
              assert.deepStrictEqual(
                (yield* housekeepingRead(sql, "test", jobs)).map((row) => row.organization),
                ["mine", "theirs"],
              )
          }),
        )
        yield* Effect.all(callers, { concurrency: 64 })
        const sessions = sql<{ role: string; organization: string | null; prepared: number }>`
        select current_setting('role') as role, nullif(current_setting('hangtag.organization', true), '') as organization,
          (select count(*) from pg_prepared_statements)::int as prepared, pg_sleep(0.01)`
        for (const session of (yield* Effect.all(
          Array.from({ length: 8 }, () => sessions),
          { concurrency: 8 },
        )).flat()) {
          const { role, organization, prepared } = session
          assert.deepStrictEqual(
            { role, organization, prepared },
            { role: "none", organization: null, prepared: 0 },
          )
        }
      }).pipe(Effect.provide(behind({ mode: "transaction", poolSize: 3 }))),
  )

  it.live("an interrupted statement ends on the server too", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const asleep = sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`
      const until = (count: number) =>
        Effect.repeat(asleep, {
          until: ([row]) => row!.count === count,
          schedule: Schedule.spaced("20 millis"),
        })
      const sleeping = yield* Effect.forkChild(scopedRead(sql, "mine", "test", sql`select pg_sleep(200)`))
      yield* until(1)
      yield* Fiber.interrupt(sleeping)
      yield* until(0)
    }).pipe(Effect.provide(behind({ mode: "transaction", poolSize: 2 }))),
  )

  it.live("statements end in their time, tables are found in their schema, and migrations go through", () =>
    Effect.gen(function* () {
      const { url } = yield* pooler({ mode: "transaction", poolSize: 2 }, "empty")
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* migrate
        assert.strictEqual(yield* databaseVersion, schemaVersion)
        assert.deepStrictEqual(yield* rows("mine"), [])
        const [place] = yield* sql`
          select to_regclass('hangtag_job') = to_regclass('"Else where".hangtag_job') as found`
        assert.deepStrictEqual(place, { found: true })
        for (const slow of [
          scopedRead(sql, "mine", "test", sql`select pg_sleep(60)`),
          scoped(sql, "mine", "test", sql`select pg_sleep(60)`),
        ])
          assert.match(String((yield* Effect.flip(slow)).cause), /57014/)
      }).pipe(Effect.provide(clientOf(url, { schema: "Else where", statementTimeout: "300 millis" })))
    }).pipe(Effect.scoped),
  )

  it.live("nothing is another's where a pooler changes its mode while it is used", () =>
    Effect.gen(function* () {
      const running = yield* pooler({ mode: "session", poolSize: 20 })
      yield* Effect.gen(function* () {
        for (const organization of organizations) yield* seedEveryTable(organization)
        const ask = Effect.forEach(
          Array.from({ length: 60 }, (_, nth) => organizations[nth % 2]!),
          (organization) =>
            Effect.map(rows(organization), (seen) => assert.deepStrictEqual(seen, [organization])),
          { concurrency: 16 },
        )
        yield* ask
        running.reconfigure({ mode: "transaction", poolSize: 2 })
        yield* Effect.repeat(ask, { times: 5 })
      }).pipe(Effect.provide(Layer.provideMerge(PostgresPorts.layer(), clientOf(running.url))))
    }).pipe(Effect.scoped),
  )
})

describe.skipIf(pgBouncerUnavailable ?? testServer.unavailable)(
  "ports behind a pooler of four sessions",
  () => {
    const runtime = ManagedRuntime.make(behind({ mode: "transaction", poolSize: 4 }))
    afterAll(() => runtime.dispose())
    const ports = Layer.effectContext(runtime.contextEffect)
    exportRepositorySuite("ExportRepository", ports)
    jobQueueSuite("JobQueue", ports, { ageHeartbeat })
    transactionSuite("Transaction", ports)
  },
)
