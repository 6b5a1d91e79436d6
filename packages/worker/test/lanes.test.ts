import { assert, describe, it } from "@effect/vitest"
import {
  allPermissions,
  instantFromMicros,
  JobRepository,
  ObjectStorage,
  type Principal,
} from "@hangtag/core"
import { getJob, queueExport } from "@hangtag/core/effect"
import { ExportWorker, encodeHere } from "@hangtag/worker"
import { Effect, Queue } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { begin, csvRequest, endedJob, jobOf, ports, queued, seed } from "./world.ts"

/** Of an organization that may have no catalog. */
const anyRequest = { ...csvRequest, column_mappings: csvRequest.column_mappings!.slice(0, 2) }

const of = (organization: string): Principal => ({
  organization,
  subject: "tester",
  permissions: allPermissions,
})

/** Storage that tells of each `put` and waits for a word before it goes on. */
const steppedStorage = Effect.gen(function* () {
  const storage = yield* ObjectStorage
  const arrived = yield* Queue.unbounded<string>()
  const words = yield* Queue.unbounded<void>()
  const stepped = ObjectStorage.of({
    ...storage,
    put: (key, content, link) =>
      Queue.offer(arrived, key.split("/")[1]!).pipe(
        Effect.andThen(Queue.take(words)),
        Effect.andThen(storage.put(key, content, link)),
      ),
  })
  return { stepped, arrived, goOn: Queue.offer(words, undefined) }
})

describe("exports of several sizes and organizations", () => {
  it.live("a small export does not wait behind a large one that runs", () =>
    Effect.gen(function* () {
      const jobs = yield* JobRepository
      const { stepped, arrived, goOn } = yield* steppedStorage
      yield* seed(1)
      const large = yield* jobs.create("O1", {
        requested_by: "tester",
        request: csvRequest,
        needs: [],
        total: 5000,
        lane: "large",
        message: "Queued",
        created_at: instantFromMicros(0),
      })
      const work = Effect.gen(function* () {
        assert.strictEqual(yield* Queue.take(arrived), large.job_id)
        const small = yield* queueExport(of("O1"), csvRequest)
        assert.strictEqual(yield* Queue.take(arrived), small.job_id)
        yield* goOn
        yield* goOn
        assert.strictEqual(
          (yield* endedJob({ organization: "O1", job_id: small.job_id })).status,
          "completed",
        )
      })
      yield* Effect.scoped(
        work.pipe(Effect.provide(ExportWorker.layer({ encoder: encodeHere, drainTimeout: 0 }))),
      ).pipe(Effect.provideService(ObjectStorage, stepped))
    }).pipe(Effect.provide(ports)),
  )

  it.live("an organization's only export comes next after the one that runs of fifty", () =>
    Effect.gen(function* () {
      const { stepped, arrived, goOn } = yield* steppedStorage
      const many = yield* Effect.forEach(Array.from({ length: 50 }), () => queueExport(of("O1"), anyRequest))
      const work = Effect.gen(function* () {
        const first = yield* Queue.take(arrived)
        const only = yield* queueExport(of("O2"), anyRequest)
        assert.strictEqual((yield* getJob(of("O2"), { job_id: only.job_id })).queue_position, 1)
        const places = yield* Effect.forEach(
          many.filter(({ job_id }) => job_id !== first),
          ({ job_id }) => Effect.map(getJob(of("O1"), { job_id }), (job) => job.queue_position),
        )
        assert.sameMembers(
          places,
          places.map((_, index) => index + 2),
        )
        yield* goOn
        assert.strictEqual(yield* Queue.take(arrived), only.job_id)
        yield* Effect.forEach(places, () => goOn)
        yield* goOn
        yield* endedJob({ organization: "O2", job_id: only.job_id })
      })
      yield* Effect.scoped(
        work.pipe(Effect.provide(ExportWorker.layer({ encoder: encodeHere, drainTimeout: 0 }))),
      ).pipe(Effect.provideService(ObjectStorage, stepped))
    }).pipe(Effect.provide(ports)),
  )

  it.live("each runs once, in whatever order they are asked for", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom("O1", "O2", "O3"), { minLength: 1, maxLength: 12 }),
          (organizations) =>
            Effect.runPromise(
              Effect.gen(function* () {
                const asked = yield* Effect.forEach(organizations, (organization) =>
                  Effect.map(queueExport(of(organization), anyRequest), ({ job_id }) => ({
                    organization,
                    job_id,
                  })),
                )
                const work = Effect.forEach(asked, (each) => endedJob(each))
                const ended = yield* Effect.scoped(
                  Effect.provide(work, ExportWorker.layer({ encoder: encodeHere, concurrency: 3 })),
                )
                for (const job of ended)
                  assert.deepInclude(job, { status: "completed", attempt: 1, failures: 0 })
              }).pipe(Effect.provide(ports)),
            ),
        ),
        { numRuns: 20 },
      ),
    ),
  )

  it.effect("an export whose worker died is run by another one, once its lease has run out", () =>
    Effect.gen(function* () {
      const message = yield* queued()
      yield* begin(message)
      const work = Effect.gen(function* () {
        yield* TestClock.adjust("14 seconds")
        assert.deepInclude(yield* jobOf(message), { status: "running", attempt: 1 })
        yield* TestClock.adjust("1 second")
        assert.deepInclude(yield* endedJob(message), { status: "completed", attempt: 2, failures: 1 })
      })
      yield* Effect.scoped(Effect.provide(work, ExportWorker.layer({ encoder: encodeHere, drainTimeout: 0 })))
    }).pipe(Effect.provide(ports)),
  )
})
