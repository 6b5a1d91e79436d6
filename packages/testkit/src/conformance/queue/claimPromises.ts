import { JobQueue, JobRepository, Transaction } from "@hangtag/core"
import { assert } from "chai"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { aNewJob } from "../../builders/index.ts"
import { completed, finished_at, found, nothingHappened, started_at, tryEverything } from "../job/steps.ts"
import { claimAll, idsOf, next, positionOf, promises, wait, waits } from "./steps.ts"

export const claimPromises = promises({
  *"claims what it gives: running, attempt 1, announced the same by both ways"({ mine }) {
    const queue = yield* JobQueue
    const jobs = yield* JobRepository
    const [first, second] = yield* wait(mine, mine, 2)
    const claims = [yield* next(mine), Option.getOrThrow(yield* queue.claimJob(second!, started_at))]
    for (const [index, { job, claim }] of claims.entries()) {
      const reference = [first!, second!][index]!
      assert.deepInclude(job, {
        ...reference,
        lane: mine,
        status: "running",
        attempt: 1,
        failures: 0,
        started_at,
      })
      assert.deepStrictEqual(yield* found(mine, reference.job_id), job)
      assert.deepStrictEqual([claim.organization, claim.job_id], [mine, reference.job_id])
      assert.strictEqual(yield* jobs.progress(claim, { processed: 1, message: "1 of 12" }), "continue")
      assert.strictEqual(yield* jobs.finish(claim, completed, finished_at), "completed")
    }
    assert.notStrictEqual(claims[0]!.claim.token, claims[1]!.claim.token)
  },
  *"claims the very job that is named, if it is ready, and no other one"({ mine, theirs }) {
    const queue = yield* JobQueue
    const jobs = yield* JobRepository
    const [runs, second, third, later, ended] = yield* wait(mine, mine, 5)
    const others = yield* waits(theirs, mine)
    assert.deepInclude((yield* next(mine)).job, runs!)
    const claims = yield* Effect.forEach([later!, ended!], (job) =>
      Effect.map(queue.claimJob(job, started_at), (claimed) => Option.getOrThrow(claimed).claim),
    )
    const again = { status: "queued", message: "Later", error: "broken", delay: 3_600_000 } as const
    yield* jobs.finish(claims[0]!, again, finished_at)
    yield* jobs.finish(claims[1]!, { status: "cancelled", message: "Cancelled" }, finished_at)
    const missing = [
      { ...others, organization: mine },
      { ...runs!, job_id: "nope" },
      { ...runs!, job_id: "nope\0" },
    ]
    for (const job of [runs!, later!, ended!, ...missing])
      assert.isTrue(Option.isNone(yield* queue.claimJob(job, started_at)))
    assert.isTrue(Option.isSome(yield* queue.claimJob(third!, started_at)))
    assert.isTrue(Option.isNone(yield* queue.claimJob(third!, started_at)))
    assert.deepStrictEqual(yield* claimAll(mine), idsOf([others, second!]))
  },
  *"gives the trace of what asked for the job along, or none"({ mine }) {
    const jobs = yield* JobRepository
    const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    const job = yield* jobs.create(mine, { ...aNewJob({ lane: mine }), trace })
    assert.isUndefined((job as { readonly trace?: string }).trace)
    const claimed = yield* next(mine)
    assert.include([trace, undefined], claimed.trace)
    assert.isFalse("traceparent" in claimed.request!)
    yield* waits(mine, mine)
    assert.isUndefined((yield* next(mine)).trace)
  },
  *"gives one of many who ask for the same job at once the claim"({ mine }) {
    const queue = yield* JobQueue
    const job = yield* waits(mine, mine)
    const byName = Array.from({ length: 6 }, () =>
      Effect.map(queue.claimJob(job, started_at), Option.toArray),
    )
    const byLane = Array.from({ length: 6 }, () => queue.claim(mine, 1, started_at))
    const claims = yield* Effect.all([...byName, ...byLane], { concurrency: "unbounded" })
    assert.lengthOf(claims.flat(), 1)
    assert.deepInclude(yield* found(mine, job.job_id), { attempt: 1, failures: 0 })
  },
  *"lets a job be claimed in the transaction that creates it, before anybody else can"({ mine }) {
    const queue = yield* JobQueue
    const { atomically } = yield* Transaction
    const claimed = yield* atomically(
      Effect.flatMap(waits(mine, mine), (job) => queue.claimJob(job, started_at)),
    )
    assert.isTrue(Option.isSome(claimed))
    const { job, claim } = Option.getOrThrow(claimed)
    assert.deepStrictEqual(yield* claimAll(mine), [])
    assert.deepStrictEqual(yield* found(mine, job.job_id), job)
    const jobs = yield* JobRepository
    assert.strictEqual(yield* jobs.finish(claim, completed, finished_at), "completed")
  },
  *"gives no one a job of a transaction that is rolled back"({ mine }) {
    const { atomically } = yield* Transaction
    yield* Effect.exit(atomically(Effect.andThen(waits(mine, mine), Effect.fail("no"))))
    assert.deepStrictEqual(yield* claimAll(mine), [])
  },
  *"changes nothing through a claim whose job has ended"({ mine }) {
    const queue = yield* JobQueue
    const jobs = yield* JobRepository
    const job = yield* waits(mine, mine)
    const { claim } = yield* next(mine)
    yield* jobs.finish(claim, completed, finished_at)
    const before = yield* found(mine, job.job_id)
    assert.deepStrictEqual(yield* tryEverything(claim), nothingHappened)
    assert.isTrue(Option.isNone(yield* queue.claimJob(job, started_at)))
    assert.deepStrictEqual(yield* found(mine, job.job_id), before)
    assert.isNull(yield* positionOf(job))
  },
  *"wakes a waiter when a job was queued"({ mine }) {
    const queue = yield* JobQueue
    assert.deepStrictEqual(yield* claimAll(mine), [])
    const listening = yield* Deferred.make<void>()
    const notified = yield* Effect.forkChild(
      Effect.andThen(Deferred.succeed(listening, undefined), queue.notified(mine)),
    )
    yield* Deferred.await(listening)
    const job = yield* waits(mine, mine)
    yield* Fiber.join(notified)
    // woken for nothing is allowed, woken for this one is what counts
    while ((yield* queue.ready(mine, 1)).length === 0) yield* queue.notified(mine)
    assert.deepInclude((yield* next(mine)).job, job)
  },
})
