import { assert, describe, it } from "@effect/vitest"
import { instantFromMicros, type JobOutcome, JobQueue, JobRepository } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { aJobFile, anExportRequest, aPrincipal, layerTest } from "@hangtag/testkit"
import { Effect, Option } from "effect"

const principal = aPrincipal()
const { organization } = principal

/** A job whose run ended so, or goes on. */
const jobThatRan = Effect.fnUntraced(function* (outcome?: JobOutcome) {
  const hangtag = yield* Hangtag
  const jobs = yield* JobRepository
  const queue = yield* JobQueue
  const { job_id } = yield* hangtag.queueExport(principal, anExportRequest())
  const { claim } = Option.getOrThrow(yield* queue.claimJob({ organization, job_id }, instantFromMicros(0)))
  if (outcome !== undefined) yield* jobs.finish(claim, outcome, instantFromMicros(0))
  return job_id
})
const failedJob = jobThatRan({ status: "failed", message: "Failed", error: "The disk is full" })

describe("a failed job", () => {
  it.effect("is queued again, and keeps its last error until it completes", () =>
    Effect.gen(function* () {
      const job_id = yield* failedJob
      const job = yield* (yield* Hangtag).retryJob(principal, { job_id })
      assert.deepInclude(job, { status: "queued", attempt: 1, error: "The disk is full", finished_at: null })
      assert.strictEqual(job.message, "Queued again")
      assert.deepStrictEqual(yield* (yield* JobQueue).ready("small", 2), [{ organization, job_id }])
    }).pipe(Effect.provide(layerTest())),
  )

  it.effect("is none of another organization's", () =>
    Effect.gen(function* () {
      const job_id = yield* failedJob
      const error = yield* Effect.flip(
        (yield* Hangtag).retryJob(aPrincipal({ organization: "other" }), { job_id }),
      )
      assert.deepInclude(error, { _tag: "NotFound", resource: "job" })
    }).pipe(Effect.provide(layerTest())),
  )
})

describe("a job that has not failed", () => {
  it.effect.each<readonly [status: string, outcome?: JobOutcome]>([
    ["running"],
    ["completed", { status: "completed", message: "Done", processed: 0, file: aJobFile() }],
    ["cancelled", { status: "cancelled", message: "Cancelled" }],
  ])("stays %s, and does not wait again", ([status, outcome]) =>
    Effect.gen(function* () {
      const hangtag = yield* Hangtag
      const job_id = yield* jobThatRan(outcome)
      const before = yield* hangtag.getJob(principal, { job_id })
      assert.strictEqual(before.status, status)
      assert.deepStrictEqual(yield* hangtag.retryJob(principal, { job_id }), before)
      assert.deepStrictEqual(yield* (yield* JobQueue).ready("small", 1), [])
    }).pipe(Effect.provide(layerTest())),
  )
})
