import { cancelledMessage, type JobOutcome, JobRepository } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  created,
  finished_at,
  found,
  isNotReady,
  nothingHappened,
  outcomes,
  promises,
  running,
  started_at,
  tryEverything,
} from "./steps.ts"

/** A run that failed and one that was handed back. */
const givenBack: ReadonlyArray<JobOutcome> = [
  { status: "queued", message: "Will try again", error: "storage unavailable", delay: 60_000 },
  { status: "queued", message: "Handed back", error: null },
]

export const cancelPromises = promises({
  *"cancels a queued job at once"({ mine }) {
    const jobs = yield* JobRepository
    const { job_id } = yield* created(mine)
    const cancelled = Option.getOrThrow(yield* jobs.cancel(mine, job_id, started_at))
    assert.deepStrictEqual([cancelled.status, cancelled.finished_at], ["cancelled", started_at])
    assert.deepStrictEqual(yield* found(mine, job_id), cancelled)
    assert.isTrue(yield* isNotReady(mine, job_id))
    assert.deepStrictEqual(yield* jobs.cancel(mine, job_id, finished_at), Option.some(cancelled))
  },
  *"cancels at once a job that waits for another attempt"({ mine }) {
    const jobs = yield* JobRepository
    for (const outcome of givenBack) {
      const { job, claim } = yield* running(mine)
      yield* jobs.finish(claim, outcome, started_at)
      const waits = yield* found(mine, job.job_id)
      const cancelled = Option.getOrThrow(yield* jobs.cancel(mine, job.job_id, finished_at))
      assert.deepStrictEqual(cancelled, {
        ...waits,
        status: "cancelled",
        message: cancelledMessage(1),
        cancel_requested: true,
        has_request: false,
        next_attempt_at: null,
        finished_at,
      })
      assert.deepStrictEqual(yield* found(mine, job.job_id), cancelled)
      assert.isTrue(yield* isNotReady(mine, job.job_id))
    }
  },
  *"asks the run of a running job to stop"({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    const asked = Option.getOrThrow(yield* jobs.cancel(mine, job.job_id, started_at))
    assert.deepStrictEqual(asked, { ...job, cancel_requested: true })
    assert.strictEqual(yield* jobs.progress(claim, { processed: 3, message: "3 of 12" }), "cancel")
    assert.strictEqual((yield* found(mine, job.job_id)).processed, 3)
  },
  *"ends a job as cancelled"({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    yield* jobs.cancel(mine, job.job_id, started_at)
    assert.strictEqual(yield* jobs.finish(claim, outcomes[2]!, finished_at), "cancelled")
    assert.deepStrictEqual(yield* found(mine, job.job_id), {
      ...job,
      ...outcomes[2],
      cancel_requested: true,
      has_request: false,
      finished_at,
    })
  },
  *"ends a job as cancelled that its run gives back after a caller asked to stop"({ mine }) {
    const jobs = yield* JobRepository
    for (const outcome of givenBack) {
      const { job, claim } = yield* running(mine)
      yield* jobs.cancel(mine, job.job_id, started_at)
      assert.strictEqual(yield* jobs.finish(claim, outcome, finished_at), "cancelled")
      assert.deepStrictEqual(yield* found(mine, job.job_id), {
        ...job,
        status: "cancelled",
        message: cancelledMessage(1),
        cancel_requested: true,
        has_request: false,
        finished_at,
      })
      assert.deepStrictEqual(yield* tryEverything(claim), nothingHappened)
      assert.isTrue(yield* isNotReady(mine, job.job_id))
    }
  },
  *"leaves no job waiting that is cancelled while its run gives it back"({ mine }) {
    const jobs = yield* JobRepository
    yield* Effect.forEach(
      Array.from({ length: 8 }),
      Effect.fnUntraced(function* (_, nth) {
        const { job, claim } = yield* running(mine)
        const both = [
          jobs.cancel(mine, job.job_id, finished_at),
          jobs.finish(claim, givenBack[nth % 2]!, finished_at),
        ]
        yield* Effect.all(nth < 4 ? both : both.toReversed(), { concurrency: "unbounded" })
        const { status, cancel_requested } = yield* found(mine, job.job_id)
        assert.deepStrictEqual([status, cancel_requested], ["cancelled", true])
      }),
    )
  },
})
