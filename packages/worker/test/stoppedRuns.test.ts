import { assert, describe, it } from "@effect/vitest"
import {
  type ExportMessage,
  ExportRepository,
  instantFromMicros,
  JobQueue,
  JobRepository,
  ObjectStorage,
  Unavailable,
} from "@hangtag/core"
import { memoryPorts } from "@hangtag/testkit"
import { type Encoder, encodeHere, encodeInThread, runJob } from "@hangtag/worker"
import { Deferred, Effect, Exit, Fiber, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { begin, expire, inMemory, jobOf, options, queued, storedKeys } from "./world.ts"

/** A run whose rows stop coming after the first batch: `waiting` tells when it waits, `closed` when its rows were closed. */
const stuckRun = Effect.fnUntraced(function* (message: ExportMessage, encoder: Encoder = encodeHere) {
  const exports = yield* ExportRepository
  const waiting = yield* Deferred.make<void>()
  const closed = yield* Deferred.make<void>()
  const run = runJob(message, { ...options, encoder }).pipe(
    Effect.provideService(ExportRepository, {
      ...exports,
      products: (...args) =>
        Stream.concat(
          exports.products(...args),
          Stream.unwrap(Effect.as(Deferred.succeed(waiting, undefined), Stream.never)),
        ).pipe(Stream.ensuring(Deferred.succeed(closed, undefined))),
    }),
  )
  const fiber = yield* Effect.forkChild(run)
  yield* Deferred.await(waiting)
  return { fiber, closed: Deferred.await(closed) }
})

describe("a run that has to stop", () => {
  inMemory("records how far it has come twice a second, which is its heartbeat", function* () {
    const jobs = yield* JobRepository
    let records = 0
    const message = yield* queued()
    const { fiber } = yield* stuckRun(message).pipe(
      Effect.provideService(JobRepository, {
        ...jobs,
        progress: (...args) => {
          records++
          return jobs.progress(...args)
        },
      }),
    )
    yield* TestClock.adjust("1 second")
    assert.deepInclude(yield* jobOf(message), {
      status: "running",
      processed: 3,
      message: "Writing: 3 of 3 product versions, 6 rows",
    })
    yield* TestClock.adjust("9 seconds")
    assert.strictEqual(records, 20)
    yield* Fiber.interrupt(fiber)
  })

  inMemory("tells how fast it is of late, and when it will be done", function* () {
    const message = yield* queued({}, 40)
    const exports = yield* ExportRepository
    const slow = Effect.provideService(runJob(message, options), ExportRepository, {
      ...exports,
      products: (...args) =>
        exports.products(...args).pipe(
          Stream.flattenIterable,
          Stream.map((product) => [product]),
          Stream.tap(() => Effect.sleep("500 millis")),
        ),
    })
    const fiber = yield* Effect.forkChild(slow)
    yield* TestClock.adjust("900 millis")
    assert.deepInclude(yield* jobOf(message), { rows_per_second: null, estimated_end: null })
    yield* TestClock.adjust("9100 millis")
    const job = yield* jobOf(message)
    assert.deepInclude(job, {
      total: 40,
      rows_per_second: 4,
      estimated_end: instantFromMicros(job.created_at + 20_000_000),
    })
    assert.include(job.message, "rows, about 10 seconds left")
    yield* TestClock.adjust("11 seconds")
    yield* Fiber.join(fiber)
    assert.deepInclude(yield* jobOf(message), {
      status: "completed",
      rows_per_second: null,
      estimated_end: null,
    })
  })

  it.effect.each(["selecting", "finishing", "storing"] as const)(
    "ends cancelled within half a second while %s",
    (stage) =>
      Effect.gen(function* () {
        const message = yield* queued()
        const reached = yield* Deferred.make<void>()
        const stuck = Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
        const exports = yield* ExportRepository
        const storage = yield* ObjectStorage
        const run = runJob(message, options).pipe(
          Effect.provideService(ExportRepository, {
            ...exports,
            count: (...args) => (stage === "selecting" ? stuck : exports.count(...args)),
          }),
          Effect.provideService(ObjectStorage, {
            ...storage,
            put: (key, content, link) =>
              stage === "finishing"
                ? Effect.andThen(Stream.runDrain(content), stuck)
                : Effect.andThen(storage.put(key, content, link), stuck),
          }),
        )
        const fiber = yield* Effect.forkChild(run)
        yield* Deferred.await(reached)
        yield* (yield* JobRepository).cancel(message.organization, message.job_id, instantFromMicros(0))
        yield* TestClock.adjust("500 millis")
        yield* Fiber.join(fiber)
        assert.strictEqual((yield* jobOf(message)).status, "cancelled")
        assert.deepStrictEqual(yield* storedKeys, [])
      }).pipe(Effect.provide(memoryPorts)),
  )

  inMemory(
    "ends cancelled within half a second and without a file, though its run stops later and the file appears then",
    function* () {
      const message = yield* queued()
      const closing = yield* Deferred.make<void>()
      const closed = yield* Deferred.make<void>()
      const storage = yield* ObjectStorage
      const run = Effect.provideService(runJob(message, options), ObjectStorage, {
        ...storage,
        put: (key, content, link) =>
          Effect.gen(function* () {
            const whole = yield* Stream.runCollect(content)
            yield* Deferred.succeed(closing, undefined)
            yield* Deferred.await(closed)
            return yield* storage.put(key, Stream.fromIterable(whole), link)
          }).pipe(Effect.uninterruptible),
      })
      const fiber = yield* Effect.forkChild(run)
      yield* Deferred.await(closing)
      yield* (yield* JobRepository).cancel(message.organization, message.job_id, instantFromMicros(0))
      yield* TestClock.adjust("500 millis")
      assert.strictEqual((yield* jobOf(message)).status, "cancelled")
      yield* Deferred.succeed(closed, undefined)
      yield* Fiber.join(fiber)
      assert.strictEqual((yield* jobOf(message)).status, "cancelled")
      assert.deepStrictEqual(yield* storedKeys, [])
    },
  )

  it.effect.each([
    { where: "the same thread", encoder: encodeHere },
    { where: "a thread of its own", encoder: encodeInThread },
  ])("ends cancelled within half a second, though no rows flow, and leaves no file: $where", ({ encoder }) =>
    Effect.gen(function* () {
      const message = yield* queued()
      const { fiber, closed } = yield* stuckRun(message, encoder)
      yield* (yield* JobRepository).cancel(message.organization, message.job_id, instantFromMicros(0))
      yield* TestClock.adjust("500 millis")
      yield* Fiber.join(fiber)
      yield* closed
      assert.deepInclude(yield* jobOf(message), {
        status: "cancelled",
        message: "Cancelled; nothing of it was kept",
      })
      assert.deepStrictEqual(yield* storedKeys, [])
    }).pipe(Effect.provide(memoryPorts)),
  )

  inMemory("is cancelled at its start when the one before it was asked to stop and died", function* () {
    const message = yield* queued()
    yield* begin(message)
    yield* (yield* JobRepository).cancel(message.organization, message.job_id, instantFromMicros(0))
    yield* expire(message)
    yield* runJob(message, options)
    assert.strictEqual((yield* jobOf(message)).status, "cancelled")
  })

  inMemory("stops without a trace when another run has taken the job", function* () {
    const message = yield* queued()
    const { fiber, closed } = yield* stuckRun(message)
    yield* expire(message)
    yield* begin(message)
    yield* TestClock.adjust("500 millis")
    assert.deepStrictEqual(yield* Fiber.join(fiber), Option.some("lost" as const))
    yield* closed
    assert.deepInclude(yield* jobOf(message), { status: "running", attempt: 2, file: null })
    assert.deepStrictEqual(yield* storedKeys, [])
  })

  inMemory("deletes its own file, and not the winner's, when it lost the job while uploading", function* () {
    const message = yield* queued()
    const storage = yield* ObjectStorage
    const loser = runJob(message, options).pipe(
      Effect.provideService(ObjectStorage, {
        ...storage,
        put: (key, content, link) =>
          Effect.tap(storage.put(key, content, link), () =>
            Effect.andThen(expire(message), runJob(message, options)).pipe(
              Effect.provideService(ObjectStorage, storage),
              Effect.provide(ports),
              Effect.orDie,
            ),
          ),
      }),
    )
    const ports = yield* Effect.context<never>()
    assert.deepStrictEqual(yield* loser, Option.some("lost" as const))
    const job = yield* jobOf(message)
    assert.deepInclude(job, { status: "completed", attempt: 2 })
    assert.deepStrictEqual(yield* storedKeys, [job.file!.storage_key])
  })

  inMemory(
    "gives heartbeats while its end cannot be recorded, so that no other takes the job over",
    function* () {
      const message = yield* queued()
      const jobs = yield* JobRepository
      const queue = yield* JobQueue
      const failing = yield* Deferred.make<void>()
      let fails = true
      const fiber = yield* Effect.forkChild(
        Effect.provideService(runJob(message, options), JobRepository, {
          ...jobs,
          finish: (...args) =>
            Effect.suspend(() =>
              fails
                ? Effect.andThen(
                    Deferred.succeed(failing, undefined),
                    Effect.fail(
                      new Unavailable({ service: "database", operation: "finish", retryable: true }),
                    ),
                  )
                : jobs.finish(...args),
            ),
        }),
      )
      yield* Deferred.await(failing)
      for (let second = 0; second < 20; second++) yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* queue.ready(message.lane, 1), [])
      fails = false
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(fiber), Option.some("completed" as const))
    },
  )

  inMemory("hands the job back when it is interrupted, without counting that as a failure", function* () {
    const message = yield* queued()
    const { fiber, closed } = yield* stuckRun(message)
    yield* Fiber.interrupt(fiber)
    yield* closed
    assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
    assert.deepInclude(yield* jobOf(message), {
      status: "queued",
      error: null,
      message: "Handed back by a worker that is stopping; another one takes it",
    })
    assert.deepStrictEqual(yield* storedKeys, [])
    yield* runJob(message, options)
    assert.strictEqual((yield* jobOf(message)).status, "completed")
  })
})
