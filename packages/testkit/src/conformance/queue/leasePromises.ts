import {
  cancelledMessage,
  JobQueue,
  type JobReference,
  JobRepository,
  missedHeartbeatSeconds,
  type Transaction,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { completed, finished_at, found, nothingHappened, started_at, tryEverything } from "../job/steps.ts"
import { promisesOf } from "../suite/promisesOf.ts"
import { claimAll, idsOf, next, positionOf, wait, waits } from "./steps.ts"

/** Makes it that the last heartbeat of a job's run was N seconds ago. */
export type AgeHeartbeat<R = never> = (
  job: JobReference,
  seconds: number,
) => Effect.Effect<unknown, unknown, R>

/** What is promised of runs without a heartbeat, by an adapter whose lease is N seconds. */
export const leasePromises = <R>(ageHeartbeat: AgeHeartbeat<R> | undefined, leaseSeconds: number) => {
  const age = (job: JobReference, seconds: number) =>
    ageHeartbeat === undefined
      ? Effect.die(new Error("A run without a heartbeat needs the suite's option `ageHeartbeat`"))
      : ageHeartbeat(job, seconds)
  const expire = (job: JobReference) => age(job, leaseSeconds + 1)
  /** The job whose lease has run out, claimed again by its name or as the first of its lane. */
  const again = Effect.fnUntraced(function* (job: JobReference, byName: boolean, lane: string) {
    if (!byName) return yield* next(lane)
    const queue = yield* JobQueue
    return Option.getOrThrow(yield* queue.claimJob(job, started_at))
  })

  return promisesOf<JobQueue | JobRepository | Transaction | R>()({
    *"gives a job again once its lease has run out, not before, and counts the run that had it as failed"({
      mine,
    }) {
      const queue = yield* JobQueue
      for (const byName of [false, true]) {
        const job = yield* waits(mine, mine)
        const { claim, taken_over = false } = yield* next(mine)
        assert.isFalse(taken_over)
        yield* age(job, leaseSeconds - 3)
        assert.deepStrictEqual(yield* claimAll(mine), [])
        assert.isTrue(Option.isNone(yield* queue.claimJob(job, started_at)))
        assert.deepStrictEqual(yield* queue.ready(mine, 9), [])
        yield* expire(job)
        assert.deepStrictEqual(yield* queue.ready(mine, 9), [job])
        const second = yield* again(job, byName, mine)
        assert.deepInclude(second.job, { ...job, status: "running", attempt: 2, failures: 1, started_at })
        assert.notStrictEqual(second.claim.token, claim.token)
        assert.isTrue(second.taken_over ?? true)
        assert.deepStrictEqual(yield* claimAll(mine), [])
      }
    },
    *"lets the first claim of a job that was claimed again change nothing"({ mine }) {
      const jobs = yield* JobRepository
      const job = yield* waits(mine, mine)
      const first = yield* next(mine)
      yield* jobs.progress(first.claim, { processed: 5, message: "5 of 12", rows_per_second: 900 })
      yield* expire(job)
      const second = yield* next(mine)
      assert.isNull(second.job.rows_per_second)
      assert.deepStrictEqual(yield* tryEverything(first.claim), nothingHappened)
      assert.deepStrictEqual(yield* found(mine, job.job_id), second.job)
      assert.strictEqual(yield* jobs.progress(second.claim, { processed: 1, message: "on" }), "continue")
      assert.strictEqual(yield* jobs.finish(second.claim, completed, finished_at), "completed")
    },
    *"keeps a job for a run that gives heartbeats"({ mine }) {
      const jobs = yield* JobRepository
      const job = yield* waits(mine, mine)
      const { claim } = yield* next(mine)
      yield* expire(job)
      assert.strictEqual(yield* jobs.progress(claim, { processed: 1, message: "1 of 12" }), "continue")
      assert.deepStrictEqual(yield* claimAll(mine), [])
      assert.strictEqual(yield* jobs.finish(claim, completed, finished_at), "completed")
    },
    *"gives a job whose lease has run out its place in the queue"({ mine }) {
      const [first, second] = yield* wait(mine, mine, 2)
      yield* next(mine)
      assert.strictEqual(yield* positionOf(second!), 1)
      yield* expire(first!)
      assert.strictEqual(yield* positionOf(second!), 2)
      assert.deepStrictEqual(yield* claimAll(mine), idsOf([first!, second!]))
    },
    *"gives a job whose lease has run out to one of many who ask at once"({ mine }) {
      const queue = yield* JobQueue
      const jobs = yield* JobRepository
      const job = yield* waits(mine, mine)
      const first = yield* next(mine)
      yield* expire(job)
      const claims = yield* Effect.all(
        Array.from({ length: 8 }, (_, index) =>
          index % 2 === 0
            ? queue.claim(mine, 2, started_at)
            : Effect.map(queue.claimJob(job, started_at), Option.toArray),
        ),
        { concurrency: "unbounded" },
      )
      const won = claims.flat()
      assert.lengthOf(won, 1)
      const all = [first, ...won].map(({ claim }) => claim)
      const ends = yield* Effect.all(
        all.map((claim) => jobs.finish(claim, completed, finished_at)),
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(ends, ["lost", "completed"])
    },
    *"cancels at once a job whose run has missed its heartbeats, and no one gets it then"({ mine }) {
      const jobs = yield* JobRepository
      const job = yield* waits(mine, mine)
      const { claim } = yield* next(mine)
      const pace = { rows_per_second: 900, estimated_end: finished_at }
      yield* jobs.progress(claim, { processed: 5, message: "5 of 12", ...pace })
      yield* age(job, missedHeartbeatSeconds + 1)
      const cancelled = Option.getOrThrow(yield* jobs.cancel(mine, job.job_id, finished_at))
      assert.deepInclude(cancelled, {
        status: "cancelled",
        message: cancelledMessage(1),
        cancel_requested: true,
        finished_at,
        rows_per_second: null,
        estimated_end: null,
      })
      assert.deepStrictEqual(yield* tryEverything(claim), nothingHappened)
      assert.deepStrictEqual(yield* found(mine, job.job_id), cancelled)
      yield* expire(job)
      assert.deepStrictEqual(yield* claimAll(mine), [])
    },
    *"says to the next run of a job that a caller asked to stop the one that died"({ mine }) {
      const jobs = yield* JobRepository
      const job = yield* waits(mine, mine)
      yield* next(mine)
      yield* jobs.cancel(mine, job.job_id, started_at)
      yield* expire(job)
      assert.isTrue((yield* next(mine)).job.cancel_requested)
    },
  })
}
