import { assert, describe } from "@effect/vitest"
import {
  CatalogRepository,
  ExportRepository,
  instantFromMicros,
  JobQueue,
  JobRepository,
  ObjectStorage,
  Unavailable,
} from "@hangtag/core"
import { runJob } from "@hangtag/worker"
import { Effect, Fiber, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { noCounts } from "../src/files/EncodedFile.ts"
import { begin, expire, inMemory, jobOf, options, queued, storedKeys } from "./world.ts"

const unavailable = (retryable: boolean) =>
  new Unavailable({ service: "storage", operation: "write a file: the disk is full", retryable })

/** Storage whose `put` writes first, where `writes`, and then fails. */
const failingStorage = (retryable: boolean, writes = false) =>
  Effect.map(ObjectStorage, (storage) => ({
    ...storage,
    put: <E, R>(...[key, content, link]: Parameters<typeof storage.put<E, R>>) =>
      Effect.andThen(
        writes ? storage.put(key, content, link) : Effect.void,
        Effect.fail(unavailable(retryable)),
      ),
  }))

/** The last of N runs, each of which comes once the job may be tried again. */
const runWithFailingStorage = (attempt: number, retryable: boolean, writes?: boolean) =>
  Effect.gen(function* () {
    const message = yield* queued()
    for (let earlier = 1; earlier < attempt; earlier++) {
      yield* Effect.provideServiceEffect(runJob(message, options), ObjectStorage, failingStorage(true))
      yield* TestClock.adjust("5 minutes")
    }
    const result = yield* Effect.result(
      Effect.provideServiceEffect(runJob(message, options), ObjectStorage, failingStorage(retryable, writes)),
    )
    return { message, result, job: yield* jobOf(message) }
  })

describe("a run that fails", () => {
  inMemory("goes back to the queue while another attempt may help", function* () {
    const { message, result, job } = yield* runWithFailingStorage(2, true)
    assert.strictEqual(result._tag, "Success")
    assert.deepInclude(job, {
      status: "queued",
      message: "Attempt 2 failed; another one follows in 2 seconds",
      error: "The storage is unavailable (write a file: the disk is full)",
    })
    assert.deepStrictEqual(yield* runJob(message, options), Option.none())
    yield* TestClock.adjust("2 seconds")
    yield* runJob(message, options)
    assert.deepInclude(yield* jobOf(message), { status: "completed", error: null, attempt: 3 })
  })

  for (const [name, put] of Object.entries<ObjectStorage["Service"]["put"]>({
    "reads nothing of it": () => Effect.succeed({ size: 0 }),
    "reads some of it": (_, content) =>
      Effect.map(Stream.runCollect(Stream.take(content, 1)), ([first]) => ({ size: first!.length })),
    "keeps less than it read": (_, content) => Effect.as(Stream.runDrain(content), { size: 1 }),
  }))
    inMemory(`has no file where storage ${name}`, function* () {
      const message = yield* queued()
      const storage = Effect.map(ObjectStorage, (storage) => ({ ...storage, put }))
      yield* Effect.provideServiceEffect(runJob(message, options), ObjectStorage, storage)
      const { status, error, file } = yield* jobOf(message)
      assert.deepStrictEqual([status, file], ["queued", null])
      assert.match(error!, /^Unexpected fault/)
    })

  inMemory("ends failed at once where a row is longer than a text can be", function* () {
    const message = yield* queued()
    async function* tooLong(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("x".repeat(2 ** 30))
    }
    yield* runJob(message, {
      ...options,
      encoder: () => ({ counts: noCounts(), [Symbol.asyncIterator]: tooLong }),
    })
    const { status, error, attempt } = yield* jobOf(message)
    assert.deepStrictEqual([status, attempt], ["failed", 1])
    assert.match(
      error ?? "",
      /^A row holds at most \d+ characters and one of this export has more\. Map fewer/,
    )
  })

  inMemory("outlives an outage of its storage of an hour, and is cancelled at once meanwhile", function* () {
    const { message, job } = yield* runWithFailingStorage(20, true)
    assert.deepInclude(job, {
      status: "queued",
      attempt: 20,
      failures: 0,
      message: "Attempt 20 failed; another one follows in 5 minutes",
      error: "The storage is unavailable (write a file: the disk is full)",
    })
    assert.isNotNull(job.next_attempt_at)
    yield* TestClock.adjust("5 minutes")
    yield* runJob(message, options)
    assert.deepInclude(yield* jobOf(message), { status: "completed", attempt: 21 })

    const other = yield* runWithFailingStorage(12, true)
    yield* (yield* JobRepository).cancel(
      other.message.organization,
      other.message.job_id,
      instantFromMicros(0),
    )
    assert.strictEqual((yield* jobOf(other.message)).status, "cancelled")
  })

  inMemory("ends failed where the outage lasts a day, saying what to do", function* () {
    const { job } = yield* runWithFailingStorage(300, true)
    assert.deepInclude(job, {
      status: "failed",
      message: "Failed after 300 attempts. Ask for the export again later.",
    })
  })

  inMemory("ends failed at once when another attempt cannot help", function* () {
    const { result, job } = yield* runWithFailingStorage(1, false)
    assert.strictEqual(result._tag, "Success")
    assert.deepInclude(job, {
      status: "failed",
      message: "Failed. Ask for the export again once the operator has mended this.",
    })
  })

  inMemory("leaves no file, though storage wrote it and then failed", function* () {
    for (const attempt of [1, 3]) {
      yield* runWithFailingStorage(attempt, true, true)
      assert.deepStrictEqual(yield* storedKeys, [])
    }
  })

  inMemory("fails when the catalog no longer has a mapped field", function* () {
    const message = yield* queued()
    const catalog = yield* CatalogRepository
    yield* runJob(message, options).pipe(
      Effect.provideService(CatalogRepository, {
        ...catalog,
        attributeDefinitions: () => Effect.succeed([]),
      }),
    )
    const job = yield* jobOf(message)
    assert.strictEqual(job.status, "failed")
    assert.include(job.error, "column_mappings.4.source_field")
    assert.include(job.message, "correct the mappings and ask again")
  })

  inMemory("fails when the rows break off, with nothing left of the file", function* () {
    const message = yield* queued()
    const exports = yield* ExportRepository
    const broken = new Unavailable({ service: "database", operation: "read products", retryable: true })
    yield* runJob(message, options).pipe(
      Effect.provideService(ExportRepository, {
        ...exports,
        products: (...args) => Stream.concat(exports.products(...args), Stream.fail(broken)),
      }),
    )
    assert.deepInclude(yield* jobOf(message), { status: "queued", failures: 0, error: broken.message })
    assert.deepStrictEqual(yield* storedKeys, [])
  })

  inMemory("tells nothing of the inside when something unforeseen happens", function* () {
    const message = yield* queued()
    const exports = yield* ExportRepository
    const broken = { ...exports, products: () => Stream.die(new Error("secret at /srv/inside")) }
    for (let attempt = 1; attempt <= 3; attempt++) {
      yield* Effect.provideService(runJob(message, options), ExportRepository, broken)
      assert.match((yield* jobOf(message)).error!, /^Unexpected fault [0-9a-f]{8}$/)
      yield* TestClock.adjust("10 seconds")
    }
    const job = yield* jobOf(message)
    assert.strictEqual(job.status, "failed")
    assert.match(job.message, /reference [0-9a-f]{8}: the worker's log has the details/)
    assert.notInclude(JSON.stringify(job), "secret")
  })

  inMemory("ends a job at once whose request cannot be read", function* () {
    const message = yield* queued()
    const queue = yield* JobQueue
    yield* Effect.provideService(runJob(message, options), JobQueue, {
      ...queue,
      claimJob: (...args) =>
        Effect.map(
          queue.claimJob(...args),
          Option.map((claimed) => ({ ...claimed, request: null })),
        ),
    })
    assert.deepInclude(yield* jobOf(message), {
      status: "failed",
      message: "Failed. Ask for the export anew.",
      error: "What the export was asked for cannot be read",
    })
  })

  inMemory("ends a job whose every worker died, instead of killing another one", function* () {
    const message = yield* queued()
    for (let i = 0; i < 4; i++) {
      yield* begin(message)
      yield* expire(message)
    }
    yield* runJob(message, options)
    assert.deepInclude(yield* jobOf(message), {
      status: "failed",
      error: "No attempt came to its end, as when a worker dies",
    })
  })
})

describe("a run whose end cannot be recorded at first", () => {
  const withFinish = (failures: number, recorded: boolean) =>
    Effect.map(JobRepository, (jobs) => {
      let left = failures
      return {
        ...jobs,
        finish: (...args: Parameters<typeof jobs.finish>) =>
          Effect.suspend(() => {
            if (left-- <= 0) return jobs.finish(...args)
            const fault = new Unavailable({ service: "database", operation: "finish", retryable: true })
            return Effect.andThen(recorded ? jobs.finish(...args) : Effect.void, Effect.fail(fault))
          }),
      }
    })
  const run = Effect.fnUntraced(function* (failures: number, recorded: boolean) {
    const message = yield* queued()
    const fiber = yield* Effect.forkChild(
      Effect.result(
        Effect.provideServiceEffect(runJob(message, options), JobRepository, withFinish(failures, recorded)),
      ),
    )
    // Forked work is real I/O in part, so the clock moves on until it is through.
    while (fiber.pollUnsafe() === undefined) {
      yield* TestClock.adjust("1 second")
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
    return { message, result: yield* Fiber.join(fiber), job: yield* jobOf(message) }
  })

  inMemory("tries again, and the file stays", function* () {
    const { result, job } = yield* run(3, false)
    assert.strictEqual(result._tag, "Success")
    assert.strictEqual(job.status, "completed")
    assert.deepStrictEqual(yield* storedKeys, [job.file!.storage_key])
  })

  inMemory("keeps the file when it was recorded though the answer got lost", function* () {
    const { message, result, job } = yield* run(1, true)
    assert.isTrue(result._tag === "Success" && Option.getOrNull(result.success) === "lost")
    assert.strictEqual(job.status, "completed")
    yield* runJob(message, options)
    assert.deepStrictEqual(yield* jobOf(message), job)
    assert.deepStrictEqual(yield* storedKeys, [job.file!.storage_key])
  })

  inMemory("leaves the job to the next run when it never works, which leaves one file", function* () {
    const { message, result, job } = yield* run(100, false)
    assert.strictEqual(result._tag, "Failure")
    assert.strictEqual(job.status, "running")
    assert.deepStrictEqual(yield* runJob(message, options), Option.none())
    yield* expire(message)
    yield* runJob(message, options)
    const ended = yield* jobOf(message)
    assert.strictEqual(ended.status, "completed")
    assert.deepStrictEqual(yield* storedKeys, [ended.file!.storage_key])
  })
})
