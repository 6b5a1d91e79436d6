import { assert, it } from "@effect/vitest"
import { ExportQueue, JobLine, JobRepository, ObjectStorage, Unavailable } from "@hangtag/core"
import { memoryPorts } from "@hangtag/testkit"
import { runExport } from "@hangtag/worker"
import { Effect, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { begin, jobOf, options, queued, storedKeys } from "./world.ts"

it.effect("what a killed run left of a job that was then cancelled goes with the job's next message", () =>
  Effect.gen(function* () {
    const message = yield* queued()
    const { organization, job_id } = message
    const jobs = yield* JobRepository
    const storage = yield* ObjectStorage
    const { claim } = Option.getOrThrow(yield* jobs.start(organization, job_id, 0, null))
    const left = Stream.make(new Uint8Array([1]))
    yield* storage.put(`exports/${job_id}/killed/export.csv`, left, { content_type: "text/csv" })
    yield* jobs.finish(claim, { status: "queued", message: "Again", error: "broken", delay: 0 }, 0)
    yield* jobs.cancel(organization, job_id, 0)
    assert.strictEqual((yield* storedKeys).length, 1)
    yield* runExport({ ...message, begun: 1 }, options)
    assert.deepStrictEqual(yield* storedKeys, [])
  }).pipe(Effect.provide(memoryPorts)),
)

it.effect.each([
  {
    how: "fails",
    end: Effect.fail(new Unavailable({ service: "storage", operation: "put", retryable: true })),
  },
  { how: "is handed back", end: Effect.interrupt },
])("cancelled in the last moment before its run $how, a job ends so, and no message is offered", ({ end }) =>
  Effect.gen(function* () {
    const message = yield* queued()
    const { organization, job_id, lane } = message
    const jobs = yield* JobRepository
    const storage = yield* ObjectStorage
    const queue = yield* ExportQueue
    let offers = 0
    yield* runExport(message, options).pipe(
      Effect.provideService(ExportQueue, {
        ...queue,
        offer: (...args) =>
          Effect.tap(
            queue.offer(...args),
            Effect.sync(() => void offers++),
          ),
      }),
      Effect.provideService(ObjectStorage, {
        ...storage,
        put: (key, content, link) =>
          storage
            .put(key, content, link)
            .pipe(Effect.andThen(jobs.cancel(organization, job_id, 0)), Effect.andThen(end)),
      }),
    )
    assert.deepInclude(yield* jobOf(message), {
      status: "cancelled",
      message: "Cancelled; nothing of it was kept",
      finished_at: 0,
    })
    assert.strictEqual(offers, 0)
    assert.deepStrictEqual(yield* storedKeys, [])
    assert.strictEqual(yield* (yield* JobLine).next("another message", lane), "none")
  }).pipe(Effect.provide(memoryPorts)),
)

it.effect(
  "what a killed worker runs is cancelled at once, and cleared away with the message that it had",
  () =>
    Effect.gen(function* () {
      const message = yield* queued()
      const { organization, job_id } = message
      yield* begin(message)
      const storage = yield* ObjectStorage
      const left = Stream.make(new Uint8Array([1]))
      yield* storage.put(`exports/${job_id}/killed/export.csv`, left, { content_type: "text/csv" })
      yield* TestClock.adjust("5 seconds")
      const jobs = yield* JobRepository
      const job = Option.getOrThrow(yield* jobs.cancel(organization, job_id, 7))
      assert.deepInclude(job, { status: "cancelled", finished_at: 7 })
      yield* runExport(message, options)
      assert.deepStrictEqual(yield* storedKeys, [])
      assert.deepStrictEqual(yield* jobOf(message), job)
    }).pipe(Effect.provide(memoryPorts)),
)
