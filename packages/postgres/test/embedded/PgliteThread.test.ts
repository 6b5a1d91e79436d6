import { renameSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it, onTestFinished } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Logger, Schedule, Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { temporaryFolder } from "../../../../test/temporaryFolder.ts"
import { clientOf } from "../../src/embedded/EmbeddedPostgres.ts"
import { type OpenDatabase, openThread } from "../../src/embedded/openThread.ts"

const layerOf = (thread: Pick<OpenDatabase, "connect">) =>
  Layer.provide(Layer.effect(SqlClient, clientOf(thread)), Reactivity.layer)

/** Runs the test with a client on a thread, on the real clock. */
const onThread = <A, E, E2>(
  open: Effect.Effect<OpenDatabase, E2, Scope.Scope>,
  test: (thread: OpenDatabase, sql: SqlClient) => Effect.Effect<A, E>,
) =>
  Effect.gen(function* () {
    const thread = yield* open
    return yield* Effect.provide(
      Effect.flatMap(SqlClient, (sql) => test(thread, sql)),
      layerOf(thread),
    )
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.runPromise)

describe("PgliteThread", () => {
  const scope = Scope.makeUnsafe()
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  /** One for those that leave it alive, and for the one that closes it in the end. */
  const shared = Effect.runSync(Effect.cached(Scope.provide(openThread(undefined, undefined), scope)))

  it("closes the prepared statements of connections that are gone", () =>
    onThread(shared, (thread, sql) =>
      Effect.gen(function* () {
        const prepare = Effect.flatMap(SqlClient, (other) => other`select ${1}::int as left_behind`)
        yield* Effect.provide(prepare, layerOf(thread))
        const [row] = yield* sql<{ n: number }>`
          select count(*)::int as n from pg_prepared_statements where statement like ${"%left_behind%"}`
        expect(row).toEqual({ n: 0 })
      }),
    ))

  it("rolls back what a broken connection had begun", () =>
    onThread(shared, (thread, sql) =>
      Effect.gen(function* () {
        yield* sql`create table t (n int)`
        const streams: Array<ReturnType<OpenDatabase["connect"]>> = []
        const connect = () => {
          const stream = thread.connect()
          streams.push(stream)
          return stream
        }
        const breaking = Effect.gen(function* () {
          const other = yield* clientOf({ connect })
          return yield* other.withTransaction(
            Effect.gen(function* () {
              yield* other`insert into t values (1)`
              for (const stream of streams) stream.destroy(new Error("pulled out"))
              yield* other`insert into t values (2)`
            }),
          )
        })
        const error = yield* Effect.flip(Effect.provide(Effect.scoped(breaking), Reactivity.layer))
        expect(error).toMatchObject({ _tag: "SqlError", reason: { _tag: "ConnectionError" } })
        expect(yield* sql`select n from t`).toEqual([])
      }),
    ))

  it("fails what is pending and later, with the reason, when Postgres crashes, and works on once it can", () => {
    const dataDir = temporaryFolder(onTestFinished)
    return onThread(openThread(dataDir, undefined), (_, sql) =>
      Effect.gen(function* () {
        yield* sql`create table t (filler text)`
        // A log that cannot be written is what a full disk is: Postgres panics.
        const [log, away] = [join(dataDir, "pgdata", "pg_wal"), join(dataDir, "away")]
        renameSync(log, away)
        const crash = sql`insert into t select repeat('x', 1000) from generate_series(1, 30000)`
        const exits = yield* Effect.forEach(
          [sql.withTransaction(crash), sql`select 1`, sql.withTransaction(sql`select 2`)],
          (effect) => Effect.exit(effect),
          { concurrency: "unbounded" },
        )
        exits.push(yield* Effect.exit(sql`select 3`))
        for (const exit of exits) {
          const [reason] = Exit.isFailure(exit) ? exit.cause.reasons : []
          const error = reason?._tag === "Fail" ? reason.error : undefined
          expect(isSqlError(error) && error.reason._tag).toBe("ConnectionError")
          expect(String(error?.reason.cause)).toMatch(/has stopped: could not create file "pg_wal/)
        }
        renameSync(away, log)
        const again = Effect.retry(sql`select count(*)::int as n from t`, Schedule.spaced("50 millis"))
        expect(yield* again).toEqual([{ n: 0 }])
      }),
    )
  })

  it("waits with closing for the statement that runs, and closes once", () =>
    onThread(shared, (thread, sql) =>
      Effect.gen(function* () {
        const running = yield* Effect.forkChild(Effect.exit(sql`select pg_sleep(0.3)`), {
          startImmediately: true,
        })
        yield* Effect.promise(() => Promise.all([thread.close(), thread.close()]))
        expect(Exit.isFailure(yield* Fiber.join(running))).toBe(true)
        const later = yield* Effect.flip(sql`select 1`)
        expect(String(later.reason.cause)).toMatch(/has stopped/)
      }),
    ))
})
