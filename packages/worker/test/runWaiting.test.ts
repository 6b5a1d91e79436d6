import { assert, describe, it } from "@effect/vitest"
import { JobRepository, ObjectStorage } from "@hangtag/core"
import { runExport, runWaiting } from "@hangtag/worker"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { begin, jobOf, options, ports, queued, storedKeys } from "./world.ts"

describe("an export that is run without a message", () => {
  it.effect("is the one that was named, whoever is first in line; its message finds no job then", () =>
    Effect.gen(function* () {
      const first = yield* queued()
      const message = yield* queued({}, 0)
      yield* runWaiting(message, options)
      const job = yield* jobOf(message)
      assert.deepInclude(job, { status: "completed", attempt: 1 })
      assert.deepStrictEqual(yield* storedKeys, [job.file!.storage_key])
      assert.deepInclude(yield* jobOf(first), { status: "queued", attempt: 0 })
      yield* runExport(first, options)
      assert.strictEqual((yield* jobOf(first)).status, "completed")
      yield* runExport(message, options)
      assert.deepStrictEqual(yield* jobOf(message), job)
    }).pipe(Effect.provide(ports)),
  )

  it.effect("is left alone while another run has it", () =>
    Effect.gen(function* () {
      const message = yield* queued()
      const { job, claim } = yield* begin(message)
      yield* runWaiting(message, options)
      assert.deepStrictEqual(yield* jobOf(message), job)
      const jobs = yield* JobRepository
      assert.strictEqual(yield* jobs.progress(claim, { processed: 1, message: "1 of 3" }), "continue")
    }).pipe(Effect.provide(ports)),
  )

  it.effect("keeps its message until it ends, and is handed back when it is interrupted", () =>
    Effect.gen(function* () {
      const message = yield* queued()
      const storage = yield* ObjectStorage
      const writing = yield* Deferred.make<void>()
      const slow = ObjectStorage.of({
        ...storage,
        put: (_, content) =>
          Stream.runDrain(content).pipe(
            Effect.andThen(Deferred.succeed(writing, undefined)),
            Effect.andThen(Effect.never),
          ),
      })
      const running = yield* Effect.forkChild(
        Effect.provideService(runWaiting(message, options), ObjectStorage, slow),
      )
      yield* Deferred.await(writing)
      const again = yield* Effect.flip(runExport(message, options))
      assert.deepInclude(again, { _tag: "DeliverAgain", reason: "no job is ready" })
      yield* Fiber.interrupt(running)
      assert.deepInclude(yield* jobOf(message), { status: "queued", attempt: 1, failures: 0 })
      yield* runExport(message, options)
      assert.deepInclude(yield* jobOf(message), { status: "completed", attempt: 2 })
    }).pipe(Effect.provide(ports)),
  )
})
