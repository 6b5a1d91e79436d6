import { assert, describe, it } from "@effect/vitest"
import { ExportQueue, Hangtag, JobRepository } from "@hangtag/core"
import { anExportRequest, aPrincipal, layerTest } from "@hangtag/testkit"
import { Effect, Option } from "effect"

const principal = aPrincipal()
const { organization } = principal

const failedJob = Effect.gen(function* () {
  const hangtag = yield* Hangtag
  const jobs = yield* JobRepository
  const queue = yield* ExportQueue
  const { job_id } = yield* hangtag.queueExport(principal, anExportRequest())
  yield* queue.take(() =>
    Effect.gen(function* () {
      const { claim } = Option.getOrThrow(yield* jobs.start(organization, job_id, 0))
      yield* jobs.finish(claim, { status: "failed", message: "Failed", error: "The disk is full" }, 0)
    }),
  )
  return job_id
})

describe("a failed job", () => {
  it.effect("is queued again with a message of its own, and keeps its last error until it completes", () =>
    Effect.gen(function* () {
      const job_id = yield* failedJob
      const job = yield* (yield* Hangtag).retryJob(principal, job_id)
      assert.deepInclude(job, { status: "queued", attempt: 1, error: "The disk is full", finished_at: null })
      yield* (yield* ExportQueue).take((message, attempt) =>
        Effect.sync(() => assert.deepStrictEqual([message.job_id, attempt], [job_id, 1])),
      )
    }).pipe(Effect.provide(layerTest())),
  )

  it.effect("is none of another organization's", () =>
    Effect.gen(function* () {
      const job_id = yield* failedJob
      const error = yield* Effect.flip(
        (yield* Hangtag).retryJob(aPrincipal({ organization: "other" }), job_id),
      )
      assert.deepInclude(error, { _tag: "NotFound", resource: "job" })
    }).pipe(Effect.provide(layerTest())),
  )
})
