import { assert, describe, it } from "@effect/vitest"
import { ExportRepository, instantFromMicros } from "@hangtag/core"
import { anExportSelection } from "@hangtag/testkit"
import { Deferred, Effect, Exit, Layer, Redacted, Scope, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { poolLayer } from "../../src/database/poolLayer.ts"
import { scoped, scopedRead } from "../../src/database/scoped.ts"
import { type ServerOptions, serverLayer } from "../../src/database/serverLayer.ts"
import { migrate, PostgresPorts } from "../../src/index.ts"
import { seedVariants } from "../repositories/seedOrganization.ts"
import { createTestDatabase } from "../support/createTestDatabase.ts"
import { Forwarder } from "../support/Forwarder.ts"
import { openPool } from "../support/openPool.ts"
import { testServer } from "../support/testServer.ts"

/** A database behind a forwarder, with what would end it by closing. */
const behindForwarder = (options: Partial<ServerOptions> = {}) =>
  Effect.gen(function* () {
    const url = new URL(yield* createTestDatabase("migrated"))
    const forwarder = yield* Effect.acquireRelease(
      Effect.promise(() => Forwarder.to(Number(url.port))),
      (each) => Effect.sync(() => each.dispose()),
    )
    url.port = String(forwarder.port)
    const database = serverLayer({
      url: Redacted.make(url.href),
      statementTimeout: "400 millis",
      connectTimeout: "2 seconds",
      ...options,
    })
    const pool = openPool(url.href)
    const hosts = poolLayer(pool, { statementTimeout: "400 millis", waitTimeout: "2 seconds" })
    const on = (layer: Layer.Layer<SqlClient, unknown>) =>
      Layer.provideMerge(PostgresPorts.layer({ contact: 0 }), layer)
    return { forwarder, layer: on(database), hosts: on(hosts) }
  })

describe.skipIf(testServer.unavailable)("a database that answers no more, and closes nothing", () => {
  it.live.each(["layer", "hosts"] as const)(
    "fails what was asked as worth trying again, whatever it was, and is used again when it answers: %s",
    (whose) =>
      Effect.gen(function* () {
        const { forwarder, [whose]: layer } = yield* behindForwarder()
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* seedVariants("acme", ["V"])
          const one = sql`select 1 as one`
          const asked = {
            read: scopedRead(sql, "acme", "test", one),
            transaction: scoped(sql, "acme", "test", Effect.andThen(one, one)),
            export: Effect.flatMap(ExportRepository, (exports) =>
              Stream.runCollect(
                exports.products("acme", anExportSelection(), {
                  variants: true,
                  attributes: false,
                  price_types: [],
                  at: instantFromMicros(0),
                }),
              ),
            ),
          }
          yield* Effect.all(Object.values(asked), { concurrency: "unbounded" })
          forwarder.silence()
          // on connections that there were, and on new ones
          for (const _ of [1, 2])
            for (const error of yield* Effect.forEach(
              Object.values(asked),
              (each) =>
                Effect.flip(each as Effect.Effect<unknown, { retryable?: boolean }, ExportRepository>),
              { concurrency: "unbounded" },
            ))
              assert.isTrue(error.retryable)
          forwarder.speak()
          assert.deepStrictEqual(yield* Effect.retry(asked.read, { times: 50 }), [{ one: 1 }])
        }).pipe(Effect.provide(layer))
      }).pipe(Effect.scoped),
  )

  it.live("fails a transaction that is under way", () =>
    Effect.gen(function* () {
      const { forwarder, layer } = yield* behindForwarder()
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient
        const silenced = Effect.sync(() => forwarder.silence())
        const work = Effect.andThen(sql`select 1`, Effect.andThen(silenced, sql`select 1`))
        const error = yield* Effect.flip(scoped(sql, "acme", "test", work))
        assert.isTrue(error.retryable)
      }).pipe(Effect.provide(layer))
    }).pipe(Effect.scoped),
  )

  it.live("keeps no process from ending", () =>
    Effect.gen(function* () {
      const { forwarder, layer } = yield* behindForwarder({ statementTimeout: "1 hour" })
      const scope = yield* Scope.make()
      const sql = yield* Effect.map(Scope.provide(Layer.build(layer), scope), () => undefined)
      assert.isUndefined(sql)
      forwarder.silence()
      yield* Scope.close(scope, Exit.void)
    }).pipe(Effect.scoped),
  )

  it.live("lets a migration wait for another one as long as it takes", () =>
    Effect.gen(function* () {
      const { layer } = yield* behindForwarder({ statementTimeout: "100 millis" })
      const waiting = Effect.gen(function* () {
        const sql = yield* SqlClient
        const begun = yield* Deferred.make<void>()
        const other = sql.withTransaction(
          sql`select pg_advisory_xact_lock(hashtextextended('hangtag migrate', 0))`.pipe(
            Effect.andThen(Deferred.succeed(begun, undefined)),
            // longer than a statement may take
            Effect.andThen(Effect.sleep("500 millis")),
          ),
        )
        yield* Effect.all([other, Effect.andThen(Deferred.await(begun), migrate)], {
          concurrency: "unbounded",
        })
      })
      yield* Effect.provide(waiting, layer)
    }).pipe(Effect.scoped),
  )
})
