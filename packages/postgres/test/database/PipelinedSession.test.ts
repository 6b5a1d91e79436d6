import { assert, describe, it } from "@effect/vitest"
import { type CatalogWriter, ExportRepository } from "@hangtag/core"
import { anExportSelection } from "@hangtag/testkit"
import { Effect, Exit, Fiber, Layer, Redacted, Schedule, Scope, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { pipelinedSessionOf } from "../../src/database/PipelinedSession.ts"
import { serverLayer } from "../../src/database/serverLayer.ts"
import { PostgresCatalogWriter, PostgresExportRepository } from "../../src/index.ts"
import { now, seedVariants } from "../repositories/seedOrganization.ts"
import { createTestDatabase, layerOf } from "../support/createTestDatabase.ts"
import { testServer } from "../support/testServer.ts"

const database = Layer.unwrap(Effect.map(createTestDatabase("empty"), layerOf))

const open = Effect.flatMap(SqlClient, (sql) => pipelinedSessionOf(sql)!)

describe.skipIf(testServer.unavailable !== undefined)("a pipelined session", () => {
  it.live("is one besides the pool's, and gives each statement under way its own answer", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const session = yield* open
      const numbers = Array.from({ length: 20 }, (_, index) => index)
      const rows = yield* Effect.forEach(
        numbers,
        (number) => session.execute("select $1::int as number, pg_backend_pid() as pid", [number], undefined),
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(
        rows.map(([row]) => row.number),
        numbers,
      )
      const pids = new Set(rows.map(([row]) => row.pid))
      const [pooled] = yield* sql<{ pid: number }>`select pg_backend_pid() as pid`
      assert.strictEqual(pids.size, 1)
      assert.isFalse(pids.has(pooled!.pid))
    }).pipe(Effect.scoped, Effect.provide(database)),
  )

  it.live("does not keep who leaves it in the middle of a statement, and ends on the server too", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select pg_advisory_xact_lock(7)`
          const scope = yield* Scope.make()
          const session = yield* Scope.provide(open, scope)
          const stuck = yield* Effect.forkChild(
            session.execute("select pg_advisory_xact_lock(7)", [], undefined),
          )
          yield* locked(true)
          yield* Fiber.interrupt(stuck)
          yield* Scope.close(scope, Exit.void)
          yield* locked(false)
        }),
      )
    }).pipe(Effect.scoped, Effect.provide(database)),
  )

  it.live("is done without by an export where the server gives no connection besides", () =>
    Effect.gen(function* () {
      const owner = yield* createTestDatabase("migrated")
      const role = `limited_${Math.random().toString(36).slice(2)}`
      const url = Object.assign(new URL(owner), { username: role, password: "pw" }).href
      const asOwner = <A, E>(work: Effect.Effect<A, E, SqlClient | CatalogWriter>) =>
        Effect.provide(work, PostgresCatalogWriter.pipe(Layer.provideMerge(layerOf(owner))))
      const unsafe = (statement: string) => asOwner(Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement)))
      yield* asOwner(seedVariants("mine", ["V"]))
      yield* unsafe(`create role ${role} login password 'pw' in role hangtag_app connection limit 1`)
      const limited = serverLayer({ url: Redacted.make(url), maxConnections: 1 })
      const read = Effect.gen(function* () {
        const sql = yield* SqlClient
        assert.isTrue(Exit.isFailure(yield* Effect.exit(Effect.scoped(pipelinedSessionOf(sql)!))))
        const exports = yield* ExportRepository
        const wanted = { variants: true, attributes: true, price_types: ["MAP"], at: now }
        return (yield* Stream.runCollect(exports.products("mine", anExportSelection(), wanted))).flat()
      })
      const found = yield* Effect.provide(read, PostgresExportRepository.pipe(Layer.provideMerge(limited)))
      assert.deepStrictEqual(
        found.map(({ product, variants }) => [product.product_key, variants.length]),
        [["P", 1]],
      )
      yield* unsafe(`drop role ${role}`)
    }).pipe(Effect.scoped),
  )
})

/** Waits until somebody waits for an advisory lock, or nobody does any more. */
const locked = Effect.fnUntraced(function* (expected: boolean) {
  const sql = yield* SqlClient
  const waiting = sql<{ found: boolean }>`select exists (select from pg_stat_activity
    where datname = current_database() and wait_event = 'advisory') as found`
  yield* Effect.repeat(waiting, {
    until: ([row]) => row!.found === expected,
    schedule: Schedule.spaced("20 millis"),
  })
})
