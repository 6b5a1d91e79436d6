import { instantFromMicros, type JobOutcome, type JobRecord, JobRepository } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  claimed,
  completed,
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

export const runPromises = promises({
  *"records progress while the claim holds"({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    assert.strictEqual(yield* jobs.progress(claim, { processed: 5, message: "5 of 12" }), "continue")
    assert.deepStrictEqual(yield* found(mine, job.job_id), { ...job, processed: 5, message: "5 of 12" })
    const pace = { rows_per_second: 900, estimated_end: finished_at }
    yield* jobs.progress(claim, { processed: 6, message: "6 of 14", total: 14, ...pace })
    const seen = { ...job, processed: 6, message: "6 of 14", total: 14, ...pace }
    assert.deepStrictEqual(yield* found(mine, job.job_id), seen)
    yield* jobs.progress(claim, { processed: 7, message: "7 of 14", rows_per_second: null })
    const { rows_per_second, estimated_end, total } = yield* found(mine, job.job_id)
    assert.deepStrictEqual([rows_per_second, estimated_end, total], [null, null, 14])
  },
  *"tells no pace of a job that does not run"({ mine }) {
    const jobs = yield* JobRepository
    const pace = { rows_per_second: 900, estimated_end: finished_at }
    const none = { rows_per_second: null, estimated_end: null }
    const handsBack: JobOutcome = { status: "queued", message: "Will try again", error: null }
    for (const outcome of [...outcomes, handsBack]) {
      const { job, claim } = yield* running(mine)
      yield* jobs.progress(claim, { processed: 5, message: "5 of 12", ...pace })
      yield* jobs.finish(claim, outcome, finished_at)
      assert.deepInclude(yield* found(mine, job.job_id), none)
    }
  },
  *"completes a job with its file"({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    assert.strictEqual(yield* jobs.finish(claim, completed, finished_at), "completed")
    assert.deepStrictEqual(yield* found(mine, job.job_id), {
      ...job,
      ...completed,
      finished_at,
      has_request: false,
    })
  },
  *"fails a job with what went wrong"({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    assert.strictEqual(yield* jobs.finish(claim, outcomes[1]!, finished_at), "failed")
    assert.deepStrictEqual(yield* found(mine, job.job_id), { ...job, ...outcomes[1], finished_at })
  },
  *"hands a job back to be claimed again"({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    const back: JobOutcome = { status: "queued", message: "Will try again", error: "storage unavailable" }
    assert.strictEqual(yield* jobs.finish(claim, back, finished_at), "queued")
    const queued = yield* found(mine, job.job_id)
    assert.deepStrictEqual(
      [queued.status, queued.message, queued.error, queued.finished_at, queued.attempt],
      ["queued", "Will try again", "storage unavailable", null, 1],
    )
    assert.isNull(queued.next_attempt_at)
    assert.deepStrictEqual(yield* tryEverything(claim), nothingHappened)
    const again = yield* claimed(mine, job.job_id, finished_at)
    assert.deepStrictEqual([again.job.status, again.job.attempt], ["running", 2])
    assert.strictEqual(yield* jobs.finish(again.claim, completed, finished_at), "completed")
    assert.isNull((yield* found(mine, job.job_id)).error)
  },
  *"counts a run that failed, and none that was handed back or met an outage"({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    const ends: ReadonlyArray<readonly [error: string | null, isOutage: boolean, failures: number]> = [
      ["away", true, 0],
      ["no", false, 1],
      ["away", true, 1],
      [null, false, 1],
      ["no", false, 2],
    ]
    let held = claim
    for (const [error, isOutage, failures] of ends) {
      const back: JobOutcome = { status: "queued", message: "Will try again", error, isOutage }
      yield* jobs.finish(held, back, finished_at)
      assert.strictEqual((yield* found(mine, job.job_id)).failures, failures)
      held = (yield* claimed(mine, job.job_id, finished_at)).claim
    }
  },
  *"tells when another attempt may begin, as long as the job waits for it"({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    const soon: JobOutcome = { status: "queued", message: "Will try again", error: "no", delay: 0 }
    yield* jobs.finish(claim, soon, finished_at)
    const { next_attempt_at } = yield* found(mine, job.job_id)
    assert.isNotNull(next_attempt_at)
    const again = yield* claimed(mine, job.job_id, finished_at)
    assert.isNull(again.job.next_attempt_at)
    yield* jobs.finish(again.claim, { ...soon, delay: 120_000 }, finished_at)
    assert.isAbove((yield* found(mine, job.job_id)).next_attempt_at!, next_attempt_at! + 100_000_000)
  },
  *"gives a failed job another life, with its last error until that ends, and leaves others alone"({
    mine,
    theirs,
  }) {
    const jobs = yield* JobRepository
    for (const outcome of outcomes) {
      const { job, claim } = yield* running(mine)
      yield* jobs.cancel(mine, job.job_id, started_at)
      yield* jobs.finish(claim, outcome, finished_at)
      const ended = yield* found(mine, job.job_id)
      assert.isTrue(Option.isNone(yield* jobs.retry(theirs, job.job_id, "Again")))
      const after = yield* jobs.retry(mine, job.job_id, "Again")
      if (outcome.status !== "failed") {
        assert.deepStrictEqual(after, Option.some(ended))
        continue
      }
      const queued: JobRecord = {
        ...ended,
        status: "queued" as const,
        message: "Again",
        cancel_requested: false,
        finished_at: null,
      }
      assert.deepStrictEqual(after, Option.some(queued))
      assert.deepStrictEqual(yield* tryEverything(claim), nothingHappened)
      assert.deepStrictEqual(yield* found(mine, job.job_id), queued)
      const again = yield* claimed(mine, job.job_id, finished_at + 1)
      assert.deepStrictEqual([again.job.attempt, again.job.error], [2, outcome.error])
      assert.strictEqual(
        yield* jobs.finish(again.claim, completed, instantFromMicros(finished_at + 2)),
        "completed",
      )
      assert.isNull((yield* found(mine, job.job_id)).error)
    }
    for (const id of ["nope", "00000000-0000-0000-0000-000000000000"])
      assert.isTrue(Option.isNone(yield* jobs.retry(mine, id, "Again")))
  },
  *"never changes a job that has ended"({ mine }) {
    const jobs = yield* JobRepository
    for (const outcome of outcomes) {
      const { job, claim } = yield* running(mine)
      assert.strictEqual(yield* jobs.finish(claim, outcome, finished_at), outcome.status)
      const before = yield* found(mine, job.job_id)
      assert.deepStrictEqual(yield* tryEverything(claim), nothingHappened)
      assert.isTrue(yield* isNotReady(mine, job.job_id))
      assert.deepStrictEqual(
        yield* jobs.cancel(mine, job.job_id, instantFromMicros(finished_at + 1)),
        Option.some(before),
      )
      assert.deepStrictEqual(yield* found(mine, job.job_id), before)
    }
  },
  *"ends once, however many try at once"({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    const tries = [...outcomes, ...outcomes, ...outcomes]
    const ends = yield* Effect.all(
      tries.map((outcome) => jobs.finish(claim, outcome, finished_at)),
      { concurrency: "unbounded" },
    )
    const won = tries.filter((_, index) => ends[index] !== "lost")
    assert.strictEqual(won.length, 1)
    assert.strictEqual((yield* found(mine, job.job_id)).status, won[0]!.status)
  },
})
