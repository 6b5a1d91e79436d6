import { assert, describe, it } from "@effect/vitest"
import {
  BatchRepository,
  CallingOrganization,
  CatalogWriter,
  instantFromMicros,
  Transaction,
} from "@hangtag/core"
import { fillBatch } from "@hangtag/core/adapter"
import { Deferred, Effect, Fiber, Layer, Queue } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { PostgresBatchRepository } from "../../src/changes/PostgresBatchRepository.ts"
import { PostgresTransaction } from "../../src/database/PostgresTransaction.ts"
import { scoped } from "../../src/database/scoped.ts"
import { PostgresCatalogWriter } from "../../src/imports/PostgresCatalogWriter.ts"
import { embeddedTestLayer } from "../support/embeddedTestLayer.ts"
import { serverTestLayer } from "../support/serverTestLayer.ts"
import { testServer } from "../support/testServer.ts"

const ports = Layer.mergeAll(PostgresBatchRepository, PostgresCatalogWriter, PostgresTransaction)

/** Begins N transactions of the organization, which go on until they are let go of. */
const begin = Effect.fnUntraced(function* (organization: string, count: number) {
  const sql = yield* SqlClient
  const { atomically } = yield* Transaction
  const done = yield* Deferred.make<void>()
  const begun = yield* Queue.unbounded<number>()
  const fibers = yield* Effect.forEach(Array.from({ length: count }), (_, nth) => {
    // on the server a transaction begins with its first statement
    const work = Effect.all([sql`select 1`, Queue.offer(begun, nth), Deferred.await(done)])
    // by either way in
    const transaction = nth % 2 === 0 ? scoped(sql, organization, "test", work) : atomically(work)
    return Effect.forkScoped(Effect.provideService(transaction, CallingOrganization, organization))
  })
  return { begun, end: Effect.andThen(Deferred.succeed(done, undefined), Fiber.joinAll(fibers)) }
})

describe.skipIf(testServer.unavailable)("on a server", () => {
  it.live("an organization has half of the connections in use at most, and others have the rest", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { begun, end } = yield* begin("attacker", 17)
      yield* Queue.takeN(begun, 10)
      for (let turn = 0; turn < 5; turn++) yield* scoped(sql, `other ${turn}`, "test", sql`select 1`)
      assert.strictEqual(yield* Queue.size(begun), 0)
      yield* end
      assert.strictEqual(yield* Queue.size(begun), 7)
    }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(ports, serverTestLayer()))),
  )

  it.live("a fill waits some seconds for another one of its batch, and says then that this is busy", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const batches = yield* BatchRepository
      yield* (yield* CatalogWriter).saveBatches("acme", [{ key: "B", status: "open" }])
      const request = { variant_keys: ["V"], price_types: null }
      const fill = batches.fill("acme", "B", request, instantFromMicros(0), fillBatch)
      const during = Effect.andThen(
        sql`select from hangtag_batch where organization = 'acme' and batch_key = 'B' for update`,
        // from outside of the transaction
        Effect.promise(() => Effect.runPromise(Effect.flip(fill))),
      )
      const error = yield* sql.withTransaction(during)
      assert.deepInclude(error, { _tag: "BatchBusy", batch_key: "B", retryable: true })
      assert.strictEqual((yield* fill).requested, 1)
    }).pipe(Effect.provide(Layer.provideMerge(ports, serverTestLayer()))),
  )
})

describe("on the embedded database", () => {
  it.live("another organization's transaction is the next but one, however many of one wait", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const order: Array<string> = []
      const once = (organization: string) =>
        Effect.forkScoped(
          scoped(
            sql,
            organization,
            "test",
            Effect.andThen(
              sql`select 1`,
              Effect.sync(() => order.push(organization)),
            ),
          ),
        )
      const first = yield* begin("attacker", 1)
      yield* Queue.take(first.begun)
      const attacks = yield* Effect.forEach(Array.from({ length: 8 }), () => once("attacker"))
      yield* Effect.sleep(0)
      const other = yield* once("other")
      yield* Effect.sleep(0)
      yield* first.end
      yield* Fiber.joinAll([...attacks, other])
      assert.strictEqual(order.indexOf("other"), 1)
    }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(ports, embeddedTestLayer()))),
  )
})
