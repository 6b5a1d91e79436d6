import { describe, expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { SqlClient } from "effect/sql/SqlClient"
import { queueStoreLayer } from "../../src/client/queueStoreLayer.ts"
import { testDatabases } from "../support/testDatabases.ts"

const store = PersistedQueue.layer.pipe(
  Layer.provide(queueStoreLayer({ lease: "15 seconds", pollInterval: "5 millis" })),
)

const queueNamed = (name: string) =>
  PersistedQueue.make({ name, schema: Schema.Struct({ job: Schema.String }) })

const taken = <A>(queue: PersistedQueue.PersistedQueue<A>) => queue.take((message) => Effect.succeed(message))

for (const { name, unavailable, layer: database } of testDatabases) {
  describe.skipIf(unavailable)(`queueStoreLayer on ${name}`, () => {
    layer(store.pipe(Layer.provideMerge(database())), { excludeTestServices: true })((it) => {
      it.effect("delivers what a transaction offered once that commits, and nothing of one rolled back", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const queue = yield* queueNamed("joined")
          const offer = (job: string) => queue.offer({ job }, { id: job })
          const offered = yield* Deferred.make<void>()
          const commit = yield* Deferred.make<void>()
          const first = yield* Effect.forkChild(taken(queue))
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
          expect(first.pollUnsafe()).toBeUndefined()
          yield* Deferred.succeed(commit, undefined)
          yield* Fiber.join(transaction)
          expect(yield* Fiber.join(first)).toEqual({ job: "committed" })
          expect(yield* sql`select id, state from hangtag_queue where queue_name = 'joined'`).toEqual([
            { id: "committed", state: "completed" },
          ])
        }),
      )

      it.effect("delivers to a taker of another process, which nobody wakes", () =>
        Effect.gen(function* () {
          const elsewhere = yield* Effect.forkChild(
            Effect.provide(Effect.flatMap(queueNamed("elsewhere"), taken), Layer.fresh(store)),
          )
          const queue = yield* queueNamed("elsewhere")
          yield* queue.offer({ job: "far" })
          expect(yield* Fiber.join(elsewhere)).toEqual({ job: "far" })
        }),
      )

      it.effect("delivers an id once, even after it was handled", () =>
        Effect.gen(function* () {
          const queue = yield* queueNamed("once")
          const offer = (id: string) => queue.offer({ job: id }, { id })
          yield* Effect.all([offer("a"), offer("a")])
          yield* taken(queue)
          yield* Effect.all([offer("a"), offer("b")])
          expect(yield* taken(queue)).toEqual({ job: "b" })
        }),
      )

      it.effect("hands a message on when its taker gave no sign for the lease, not before", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const queue = yield* queueNamed("lease")
          yield* queue.offer({ job: "silent" }, { id: "silent" })
          yield* queue.offer({ job: "alive" }, { id: "alive" })
          const signOfLife = (id: string, seconds: number) => sql`
            update hangtag_queue set acquired_by = gen_random_uuid(), attempts = 1,
              acquired_at = now() - make_interval(secs => ${seconds}) where id = ${id}`
          yield* sql.withTransaction(Effect.all([signOfLife("silent", 16), signOfLife("alive", 10)]))
          expect(yield* taken(queue)).toEqual({ job: "silent" })
          expect(
            yield* sql`select id from hangtag_queue where queue_name = 'lease' and state = 'pending'`,
          ).toEqual([{ id: "alive" }])
        }),
      )
    })
  })
}
