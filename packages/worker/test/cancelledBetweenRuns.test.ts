import { assert, it } from "@effect/vitest"
import {
  ExportPublisher,
  instantFromMicros,
  JobQueue,
  JobRepository,
  ObjectStorage,
  Unavailable,
} from "@hangtag/core"
import { memoryPorts } from "@hangtag/testkit"
import { runJob } from "@hangtag/worker"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { begin, inMemory, jobOf, options, queued, storedKeys } from "./world.ts"

it.effect.each([
  {
    how: "fails",
    end: Effect.fail(new Unavailable({ service: "storage", operation: "put", retryable: true })),
  },
  { how: "is handed back", end: Effect.interrupt },
])("cancelled in the last moment before its run $how, a job ends so, and no worker hears of it", ({ end }) =>
  Effect.gen(function* () {
    const message = yield* queued()
    const { organization, job_id, lane } = message
    const jobs = yield* JobRepository
    const storage = yield* ObjectStorage
    let published = 0
    yield* runJob(message, options).pipe(
      Effect.provideService(ExportPublisher, { publish: () => Effect.sync(() => void published++) }),
      Effect.provideService(ObjectStorage, {
        ...storage,
        put: (key, content, link) =>
          storage
            .put(key, content, link)
            .pipe(
              Effect.andThen(jobs.cancel(organization, job_id, instantFromMicros(0))),
              Effect.andThen(end),
            ),
      }),
    )
    assert.deepInclude(yield* jobOf(message), {
      status: "cancelled",
      message: "Cancelled; nothing of it was kept",
      finished_at: instantFromMicros(0),
    })
    assert.strictEqual(published, 0)
    assert.deepStrictEqual(yield* storedKeys, [])
    assert.deepStrictEqual(yield* (yield* JobQueue).ready(lane, 1), [])
  }).pipe(Effect.provide(memoryPorts)),
)

inMemory(
  "what a killed worker runs is cancelled at once after five seconds without a heartbeat",
  function* () {
    const message = yield* queued()
    const { organization, job_id } = message
    yield* begin(message)
    yield* TestClock.adjust("5 seconds")
    const jobs = yield* JobRepository
    const job = Option.getOrThrow(yield* jobs.cancel(organization, job_id, instantFromMicros(7)))
    assert.deepInclude(job, { status: "cancelled", finished_at: instantFromMicros(7) })
    assert.deepStrictEqual(yield* runJob(message, options), Option.none())
    assert.deepStrictEqual(yield* jobOf(message), job)
  },
)
