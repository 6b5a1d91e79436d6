import { assert, describe, layer } from "@effect/vitest"
import { allPermissions, instantFromMicros, JobArchive, JobQueue, JobRepository } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { aNewJob, memoryObjectStorage } from "@hangtag/testkit"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { scoped } from "../../src/database/scoped.ts"
import { freezeOrganization, thawOrganization } from "../../src/organizations/index.ts"
import { portsOn } from "../repositories/portsOn.ts"
import { now, seedVariants } from "../repositories/seedOrganization.ts"
import { thoroughDatabase } from "../support/testDatabases.ts"

const me = { organization: "acme", subject: "me", permissions: allPermissions }

/** Returns once a transaction waits for the lock of another one. */
const someoneWaits = Effect.gen(function* () {
  const sql = yield* SqlClient
  const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`
  while ((yield* waiting).length === 0) yield* Effect.yieldNow
})

const everything = Layer.fresh(portsOn(thoroughDatabase))

describe("a frozen organization", () => {
  layer(Hangtag.layer.pipe(Layer.provideMerge(everything), Layer.provide(memoryObjectStorage)))(
    "on a database",
    (it) => {
      const test = generatorTests(it.effect)

      test("answers reads, and fails writes of the use cases as frozen", function* () {
        yield* seedVariants("acme", ["V"])
        const { createPriceBatch, listBrands, queueExport } = yield* Hangtag
        yield* freezeOrganization("acme", "freeze", now)
        assert.strictEqual((yield* listBrands(me, {})).items.length, 1)
        const failures = [
          yield* Effect.flip(createPriceBatch(me, { kind: "republish" })),
          yield* Effect.flip(
            queueExport(me, { export_format: "csv", export_mode: "attribute_rows", product_keys: [] }),
          ),
        ]
        for (const failure of failures) {
          assert.strictEqual(failure._tag, "OrganizationFrozen")
          assert.include(failure.message, "takes no writes")
        }
        yield* thawOrganization("acme")
        yield* createPriceBatch(me, { kind: "republish" })
      })

      test("has none of its exports begun, and nothing of it tidied away", function* () {
        const [jobs, queue, archive] = [yield* JobRepository, yield* JobQueue, yield* JobArchive]
        const lane = "a lane"
        const cold = yield* jobs.create("cold", aNewJob({ lane }))
        const ended = yield* jobs.create("cold", aNewJob({ lane: "other" }))
        const [run] = yield* queue.claim("other", 1, now)
        yield* jobs.finish(run!.claim, { status: "failed", message: "Failed.", error: "no" }, now)
        yield* freezeOrganization("cold", "freeze", now)
        const later = instantFromMicros(now + 1)
        assert.deepStrictEqual(yield* queue.ready(lane, 2), [])
        assert.deepStrictEqual(yield* queue.claim(lane, 2, now), [])
        assert.strictEqual(yield* archive.forgetRequests(later, 9), 0)
        assert.strictEqual(yield* archive.forget(later, 9), 0)
        yield* thawOrganization("cold")
        assert.deepStrictEqual(
          (yield* queue.claim(lane, 2, now)).map(({ claim }) => claim.job_id),
          [cold.job_id],
        )
        assert.strictEqual(yield* archive.forget(later, 9), 1)
        assert.isDefined(ended)
      })

      test("has what was being written as it was frozen, and nothing that was to be", function* () {
        const sql = yield* SqlClient
        const insert = (key: string) =>
          sql`insert into hangtag_batch (organization, batch_key, status) values ('busy', ${key}, 'open')`
        const keys = Effect.map(
          scoped(
            sql,
            "busy",
            "test",
            sql<{ readonly batch_key: string }>`select batch_key from hangtag_batch`,
          ),
          (rows) => rows.map(({ batch_key }) => batch_key),
        )
        const isWritten = yield* Deferred.make<void>()
        const mayCommit = yield* Deferred.make<void>()
        const writing = yield* Effect.forkChild(
          scoped(
            sql,
            "busy",
            "test",
            Effect.all([
              insert("during"),
              Deferred.succeed(isWritten, undefined),
              Deferred.await(mayCommit),
              insert("during too"),
            ]),
          ),
        )
        yield* Deferred.await(isWritten)
        const freezing = yield* Effect.forkChild(freezeOrganization("busy", "freeze", now))
        yield* someoneWaits
        const late = yield* Effect.forkChild(Effect.flip(scoped(sql, "busy", "test", insert("late"))))
        yield* Deferred.succeed(mayCommit, undefined)
        yield* Fiber.join(writing)
        yield* Fiber.join(freezing)
        assert.deepInclude(yield* Fiber.join(late), { frozen: true })
        assert.deepStrictEqual((yield* keys).toSorted(), ["during", "during too"])
      })
    },
  )
})
