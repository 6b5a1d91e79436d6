import { assert, describe, it } from "@effect/vitest"
import { ExportQueue, ObjectStorage, Unavailable } from "@hangtag/core"
import { ExportWorker, encodeHere } from "@hangtag/worker"
import { Deferred, Effect, Exit, Fiber, Layer, Queue, Scope } from "effect"
import { endedJob, jobOf, ports, queued, storedKeys } from "./world.ts"

const fast = { encoder: encodeHere }

/** Storage that tells of each `put` and lets it go on only when it is told to. */
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

  it.live("told to stop, lets what runs come to its end and takes nothing more", () =>
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
      const queue = yield* ExportQueue
      yield* queue.take(late.lane, (message) => Effect.sync(() => assert.deepStrictEqual(message, late)))
    }).pipe(Effect.provide(ports)),
  )

  it.live("told to stop, hands a message that it gets just then straight back", () =>
    Effect.gen(function* () {
      const { gated, arrived, open } = yield* gatedStorage
      const running = yield* queued()
      const queue = yield* ExportQueue
      const waiting = yield* Deferred.make<void>()
      const stopping = yield* Deferred.make<void>()
      const late = { organization: "O1", job_id: "late", lane: "small" }
      const answered = yield* Deferred.make<Exit.Exit<void, unknown>>()
      let takes = 0
      const { stop } = yield* startWorker({ concurrency: 2 }).pipe(
        Effect.provideService(ObjectStorage, gated),
        Effect.provideService(
          ExportQueue,
          ExportQueue.of({
            ...queue,
            take: (lane, handler) =>
              lane !== late.lane || takes++ === 0
                ? queue.take(lane, handler)
                : Deferred.succeed(waiting, undefined).pipe(
                    Effect.andThen(Deferred.await(stopping)),
                    Effect.andThen(handler(late, 1)),
                    Effect.onExit((exit) => Deferred.succeed(answered, exit)),
                  ),
          }),
        ),
      )
      yield* Queue.take(arrived)
      yield* Deferred.await(waiting)
      const stopped = yield* Effect.forkChild(stop, { startImmediately: true })
      yield* Deferred.succeed(stopping, undefined)
      assert.isTrue(Exit.hasInterrupts(yield* Deferred.await(answered)))
      yield* open
      yield* Fiber.join(stopped)
      assert.strictEqual((yield* jobOf(running)).status, "completed")
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
      const queue = yield* ExportQueue
      let failures = 1
      const flaky = ExportQueue.of({
        ...queue,
        take: (lane, handler) =>
          Effect.suspend(() =>
            failures-- > 0
              ? Effect.fail(new Unavailable({ service: "queue", operation: "take", retryable: true }))
              : queue.take(lane, handler),
          ),
      })
      const message = yield* queued()
      const { stop } = yield* Effect.provideService(startWorker({}), ExportQueue, flaky)
      assert.strictEqual((yield* endedJob(message)).status, "completed")
      yield* stop
    }).pipe(Effect.provide(ports)),
  )
})
