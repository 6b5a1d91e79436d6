import { assert, describe, it } from "@effect/vitest"
import { JobQueue, ObjectStorage, Unavailable } from "@hangtag/core"
import { ExportWorker, encodeHere } from "@hangtag/worker"
import { Deferred, Effect, Exit, Fiber, Layer, Queue, Scope } from "effect"
import { endedJob, jobOf, ports, queued, storedKeys } from "./world.ts"

const fast = { encoder: encodeHere }

/** Storage that reports each `put` and lets it go on only when it is released. */
const gatedStorage = Effect.gen(function* () {
  const storage = yield* ObjectStorage
  const arrived = yield* Queue.unbounded<string>()
  const gate = yield* Deferred.make<void>()
  const gated = ObjectStorage.of({
    ...storage,
    put: (key, content, link) =>
      Queue.offer(arrived, key).pipe(
        Effect.andThen(Deferred.await(gate)),
        Effect.andThen(storage.put(key, content, link)),
      ),
  })
  return { gated, arrived, open: Deferred.succeed(gate, undefined) }
})

/** Builds the worker in a scope of its own, over the ports at hand. */
const startWorker = Effect.fnUntraced(function* (options: Parameters<typeof ExportWorker.layer>[0]) {
  const scope = yield* Scope.make()
  yield* Layer.buildWithScope(ExportWorker.layer({ ...fast, ...options }), scope)
  return { stop: Scope.close(scope, Exit.void) }
})

describe("ExportWorker", () => {
  it.live("takes jobs as they come, as many at a time as it may", () =>
    Effect.gen(function* () {
      const { gated, arrived, open } = yield* gatedStorage
      const messages = yield* Effect.all([queued(), queued(), queued()])
      const { stop } = yield* Effect.provideService(startWorker({ concurrency: 2 }), ObjectStorage, gated)
      yield* Queue.takeN(arrived, 2)
      const waiting = yield* Effect.forEach(messages, jobOf)
      assert.strictEqual(waiting.filter(({ status }) => status === "queued").length, 1)
      yield* open
      for (const message of messages) assert.strictEqual((yield* endedJob(message)).status, "completed")
      const late = yield* queued()
      assert.strictEqual((yield* endedJob(late)).status, "completed")
      yield* stop
    }).pipe(Effect.provide(ports)),
  )

  it.live("asked to stop, lets what runs come to its end and takes nothing more", () =>
    Effect.gen(function* () {
      const { gated, arrived, open } = yield* gatedStorage
      const running = yield* queued()
      const { stop } = yield* Effect.provideService(startWorker({}), ObjectStorage, gated)
      yield* Queue.take(arrived)
      const stopped = yield* Effect.forkChild(stop, { startImmediately: true })
      const late = yield* queued()
      yield* open
      yield* Fiber.join(stopped)
      assert.strictEqual((yield* jobOf(running)).status, "completed")
      assert.deepInclude(yield* jobOf(late), { status: "queued", attempt: 0 })
      const { organization, job_id } = late
      assert.deepStrictEqual(yield* (yield* JobQueue).ready(late.lane, 2), [{ organization, job_id }])
    }).pipe(Effect.provide(ports)),
  )

  it.live("asked to stop, hands back what it claims just then", () =>
    Effect.gen(function* () {
      const { gated } = yield* gatedStorage
      const message = yield* queued()
      const queue = yield* JobQueue
      const claiming = yield* Deferred.make<void>()
      const stopping = yield* Deferred.make<void>()
      const slow = JobQueue.of({
        ...queue,
        claim: (lane, ...rest) =>
          lane === message.lane
            ? Deferred.succeed(claiming, undefined).pipe(
                Effect.andThen(Deferred.await(stopping)),
                Effect.andThen(queue.claim(lane, ...rest)),
              )
            : queue.claim(lane, ...rest),
      })
      const { stop } = yield* startWorker({ drainTimeout: "1 millis" }).pipe(
        Effect.provideService(ObjectStorage, gated),
        Effect.provideService(JobQueue, slow),
      )
      yield* Deferred.await(claiming)
      const stopped = yield* Effect.forkChild(stop, { startImmediately: true })
      yield* Deferred.succeed(stopping, undefined)
      yield* Fiber.join(stopped)
      assert.deepInclude(yield* jobOf(message), { status: "queued", error: null, failures: 0 })
    }).pipe(Effect.provide(ports)),
  )

  it.live("claims no more than it has slots for, however many wait", () =>
    Effect.gen(function* () {
      const { gated, arrived, open } = yield* gatedStorage
      const messages = yield* Effect.forEach(Array.from({ length: 5 }), () => queued())
      const queue = yield* JobQueue
      const limits: Array<number> = []
      const counted = JobQueue.of({
        ...queue,
        claim: (lane, limit, at) => {
          if (lane === messages[0]!.lane) limits.push(limit)
          return queue.claim(lane, limit, at)
        },
      })
      const { stop } = yield* startWorker({ concurrency: 3 }).pipe(
        Effect.provideService(ObjectStorage, gated),
        Effect.provideService(JobQueue, counted),
      )
      yield* Queue.takeN(arrived, 3)
      assert.deepStrictEqual(limits, [3])
      const waiting = yield* Effect.forEach(messages, jobOf)
      assert.strictEqual(waiting.filter(({ status }) => status === "queued").length, 2)
      yield* open
      for (const message of messages) assert.strictEqual((yield* endedJob(message)).status, "completed")
      yield* stop
    }).pipe(Effect.provide(ports)),
  )

  it.live("hands back what runs on past the drain timeout, and another worker completes it", () =>
    Effect.gen(function* () {
      const { gated, arrived } = yield* gatedStorage
      const message = yield* queued()
      const { stop } = yield* Effect.provideService(
        startWorker({ drainTimeout: "1 millis", maxAttempts: 1 }),
        ObjectStorage,
        gated,
      )
      yield* Queue.take(arrived)
      yield* stop
      assert.deepInclude(yield* jobOf(message), { status: "queued", error: null })
      const other = yield* startWorker({ maxAttempts: 1 })
      assert.deepInclude(yield* endedJob(message), { status: "completed", attempt: 2 })
      yield* other.stop
    }).pipe(Effect.provide(ports)),
  )

  it.live("tries a failed export again until it works", () =>
    Effect.gen(function* () {
      const storage = yield* ObjectStorage
      let failures = 2
      const flaky = ObjectStorage.of({
        ...storage,
        put: (key, content, link) =>
          Effect.suspend(() =>
            failures-- > 0
              ? Effect.fail(new Unavailable({ service: "storage", operation: "put", retryable: true }))
              : storage.put(key, content, link),
          ),
      })
      const message = yield* queued()
      const { stop } = yield* Effect.provideService(startWorker({}), ObjectStorage, flaky)
      const job = yield* endedJob(message)
      assert.deepInclude(job, { status: "completed", attempt: 3, error: null })
      yield* stop
      assert.deepStrictEqual(yield* storedKeys, [job.file!.storage_key])
    }).pipe(Effect.provide(ports)),
  )

  it.live("goes on when the queue does not answer for a while", () =>
    Effect.gen(function* () {
      const queue = yield* JobQueue
      let failures = 2
      const flaky = JobQueue.of({
        ...queue,
        claim: (...args) =>
          Effect.suspend(() =>
            failures-- > 0
              ? Effect.fail(new Unavailable({ service: "database", operation: "claim", retryable: true }))
              : queue.claim(...args),
          ),
      })
      const message = yield* queued()
      const { stop } = yield* Effect.provideService(startWorker({}), JobQueue, flaky)
      assert.strictEqual((yield* endedJob(message)).status, "completed")
      yield* stop
    }).pipe(Effect.provide(ports)),
  )
})
