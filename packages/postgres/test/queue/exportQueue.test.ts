import { assert, layer } from "@effect/vitest"
import { ExportQueue } from "@hangtag/core"
import { Deferred, Effect, Fiber, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { describe } from "vitest"
import { PostgresExportQueue } from "../../src/index.ts"
import { testDatabases } from "../support/testDatabases.ts"

const queue = PostgresExportQueue.layer({ lease: "15 seconds", pollInterval: "5 millis" })

const message = (job_id: string) => ({ organization: "O1", job_id })
const offer = (job_id: string) => Effect.flatMap(ExportQueue, (queue) => queue.offer(message(job_id)))

/** The next message's job and attempt. */
const taken = Effect.gen(function* () {
  const { take } = yield* ExportQueue
  const got: Array<readonly [string, number]> = []
  yield* take(({ job_id }, attempt) => Effect.sync(() => void got.push([job_id, attempt])))
  return got[0]!
})

for (const { name, unavailable, layer: database } of testDatabases) {
  describe.skipIf(unavailable)(`PostgresExportQueue on ${name}`, () => {
    layer(queue.pipe(Layer.provideMerge(database())), { excludeTestServices: true })((it) => {
      it.effect("wakes a taker when a transaction that offered commits, not before", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const offered = yield* Deferred.make<void>()
          const commit = yield* Deferred.make<void>()
          const first = yield* Effect.forkChild(taken)
          yield* Effect.ignore(sql.withTransaction(Effect.andThen(offer("rolled back"), Effect.fail("no"))))
          const transaction = yield* Effect.forkChild(
            sql.withTransaction(
              offer("committed").pipe(
                Effect.andThen(Deferred.succeed(offered, undefined)),
                Effect.andThen(Deferred.await(commit)),
              ),
            ),
          )
          yield* Deferred.await(offered)
          assert.isUndefined(first.pollUnsafe())
          yield* Deferred.succeed(commit, undefined)
          yield* Fiber.join(transaction)
          assert.deepStrictEqual(yield* Fiber.join(first), ["committed", 1])
        }),
      )

      it.effect("delivers to a taker of another process, which nobody wakes", () =>
        Effect.gen(function* () {
          const elsewhere = yield* Effect.forkChild(Effect.provide(taken, Layer.fresh(queue)))
          yield* offer("far")
          assert.deepStrictEqual(yield* Fiber.join(elsewhere), ["far", 1])
        }),
      )

      it.effect("delivers a job once, even after it was handled", () =>
        Effect.gen(function* () {
          yield* Effect.all([offer("a"), offer("a")])
          yield* taken
          yield* Effect.all([offer("a"), offer("b")])
          assert.deepStrictEqual(yield* taken, ["b", 1])
        }),
      )

      it.effect("hands a message on when its taker gave no sign for the lease, not before", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* Effect.all([offer("silent"), offer("alive")])
          const heldUntil = (job: string, seconds: number) => sql`
            update hangtag_export_message set taken_by = gen_random_uuid(), attempt = 1,
              taken_until = now() + make_interval(secs => ${seconds}) where job_id = ${job}`
          yield* sql.withTransaction(Effect.all([heldUntil("silent", -1), heldUntil("alive", 10)]))
          assert.deepStrictEqual(yield* taken, ["silent", 2])
          const waiting = yield* Effect.forkChild(taken)
          yield* offer("next")
          assert.deepStrictEqual(yield* Fiber.join(waiting), ["next", 1])
          yield* heldUntil("alive", -1)
          assert.deepStrictEqual(yield* taken, ["alive", 2])
        }),
      )

      it.effect("gives signs while a message is handled, and leaves a lost one to its new taker", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const quick = PostgresExportQueue.layer({ lease: "15 seconds", heartbeat: "5 millis" })
          yield* offer("long")
          const begun = yield* Deferred.make<void>()
          const go = yield* Deferred.make<void>()
          const held = sql<{ readonly until: number }>`
            select extract(epoch from taken_until)::float8 as until from hangtag_export_message where job_id = 'long'`
          const holder = yield* Effect.forkChild(
            Effect.flatMap(ExportQueue, ({ take }) =>
              take(() => Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(go))),
            ).pipe(Effect.provide(Layer.fresh(quick))),
          )
          yield* Deferred.await(begun)
          const [before] = yield* held
          yield* Effect.repeat(held, {
            schedule: Schedule.spaced("5 millis"),
            until: ([now]) => now!.until > before!.until,
          })
          yield* sql`update hangtag_export_message set taken_until = now() - interval '1 hour',
            taken_by = gen_random_uuid() where job_id = 'long'`
          assert.deepStrictEqual(yield* taken, ["long", 2])
          yield* Deferred.succeed(go, undefined)
          yield* Fiber.join(holder)
          const [row] = yield* sql`select attempt from hangtag_export_message where job_id = 'long'`
          assert.deepStrictEqual(row, { attempt: 2 })
        }),
      )
    })
  })
}
