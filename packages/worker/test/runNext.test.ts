import { assert, describe } from "@effect/vitest"
import { ExportPublisher, instantFromMicros, JobRepository, ObjectStorage } from "@hangtag/core"
import { queueExport } from "@hangtag/core/effect"
import { runJob, runNext, sweepExports } from "@hangtag/worker"
import { Deferred, Effect, Fiber, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import {
  begin,
  csvRequest,
  expire,
  inMemory,
  jobOf,
  options,
  principal,
  queued,
  storedKeys,
} from "./world.ts"

/** Notes what is published. */
const noting = () => {
  const published: Array<string> = []
  const publisher = {
    publish: ({ job_id }: { readonly job_id: string }) => Effect.sync(() => void published.push(job_id)),
  }
  return { published, publisher }
}

describe("an export that a host's own consumer runs", () => {
  inMemory("is the one that was named, whichever is first in the queue", function* () {
    const first = yield* queued()
    const message = yield* queued({}, 0)
    assert.deepStrictEqual(yield* runJob(message, options), Option.some("completed"))
    const job = yield* jobOf(message)
    assert.deepInclude(job, { status: "completed", attempt: 1 })
    assert.deepStrictEqual(yield* storedKeys, [job.file!.storage_key])
    assert.deepInclude(yield* jobOf(first), { status: "queued", attempt: 0 })
  })

  inMemory("is the first of the lane, whatever was announced; none where none is ready", function* () {
    const first = yield* queued()
    yield* queued({}, 0)
    assert.deepStrictEqual(yield* runNext(first.lane, options), Option.some("completed"))
    assert.strictEqual((yield* jobOf(first)).status, "completed")
    assert.deepStrictEqual(yield* runNext(first.lane, options), Option.some("completed"))
    assert.deepStrictEqual(yield* runNext(first.lane, options), Option.none())
    assert.deepStrictEqual(yield* runNext("another lane", options), Option.none())
  })

  inMemory("is left alone while another run has it", function* () {
    const message = yield* queued()
    const { job, claim } = yield* begin(message)
    assert.deepStrictEqual(yield* runJob(message, options), Option.none())
    assert.deepStrictEqual(yield* jobOf(message), job)
    const jobs = yield* JobRepository
    assert.strictEqual(yield* jobs.progress(claim, { processed: 1, message: "1 of 3" }), "continue")
  })

  inMemory("is handed back when it is interrupted, and published again", function* () {
    const message = yield* queued()
    const { published, publisher } = noting()
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
      runNext(message.lane, options).pipe(
        Effect.provideService(ObjectStorage, slow),
        Effect.provideService(ExportPublisher, publisher),
      ),
    )
    yield* Deferred.await(writing)
    yield* Fiber.interrupt(running)
    assert.deepInclude(yield* jobOf(message), { status: "queued", attempt: 1, failures: 0 })
    assert.deepStrictEqual(published, [message.job_id])
    yield* runJob(message, options)
    assert.deepInclude(yield* jobOf(message), { status: "completed", attempt: 2 })
  })
})

describe("what a host's own broker hears", () => {
  inMemory(
    "is each export that is queued; one that cannot be announced is queued all the same",
    function* () {
      yield* queued({}, 1)
      const { published, publisher } = noting()
      const ask = queueExport(principal, csvRequest)
      const asked = yield* Effect.provideService(ask, ExportPublisher, publisher)
      assert.deepStrictEqual(published, [asked.job_id])
      const never = Effect.provideService(ask, ExportPublisher, { publish: () => Effect.never })
      const fiber = yield* Effect.forkChild(never)
      yield* TestClock.adjust("5 seconds")
      const { job_id } = yield* Fiber.join(fiber)
      assert.strictEqual((yield* jobOf({ organization: "O1", job_id })).status, "queued")
    },
  )

  inMemory("is announced again by the sweeper of those that are ready, and of no other", function* () {
    const [lost, dead, runs, later] = yield* Effect.all([queued(), queued(), queued(), queued()])
    for (const message of [dead, runs]) yield* begin(message)
    yield* expire(dead)
    const { claim } = yield* begin(later)
    const jobs = yield* JobRepository
    const again = { status: "queued", message: "Later", error: "broken", delay: 10_000 } as const
    yield* jobs.finish(claim, again, instantFromMicros(0))
    const { published, publisher } = noting()
    const sweep = Effect.provideService(sweepExports(100), ExportPublisher, publisher)
    yield* sweep
    assert.sameMembers(published, [lost.job_id, dead.job_id])
    yield* TestClock.adjust("10 seconds")
    yield* sweep
    assert.sameMembers(published.slice(2), [lost.job_id, dead.job_id, later.job_id])
  })
})
