import { JobLine, type JobReference, JobRepository } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { finished_at, started_at } from "../job/steps.ts"
import type { PromiseTest } from "../promiseTests.ts"
import { idsOf, message, type Ports, placeOf, takeAll, wait, waits } from "./steps.ts"

export const holdingPromises = {
  "gives a message that comes again the job that it holds, even once that has ended": Effect.fnUntraced(
    function* ({ mine }) {
      const line = yield* JobLine
      const jobs = yield* JobRepository
      const [first] = yield* wait(mine, mine, 2)
      const id = message()
      for (let nth = 0; nth < 2; nth++) assert.deepStrictEqual(yield* line.next(id, mine), first)
      const { claim } = Option.getOrThrow(yield* jobs.start(mine, first!.job_id, started_at, null))
      assert.deepStrictEqual(yield* line.next(id, mine), first)
      yield* jobs.finish(claim, { status: "cancelled", message: "Cancelled" }, finished_at)
      assert.deepStrictEqual(yield* line.next(id, mine), first)
    },
  ),
  "lets a job be started for the message that holds it, and for no other": Effect.fnUntraced(function* ({
    mine,
  }) {
    const line = yield* JobLine
    const jobs = yield* JobRepository
    const [job] = yield* wait(mine, mine, 1)
    const id = message()
    assert.isTrue(Option.isNone(yield* jobs.start(mine, job!.job_id, started_at, id)))
    yield* line.next(id, mine)
    assert.isTrue(Option.isNone(yield* jobs.start(mine, job!.job_id, started_at, message())))
    const { claim } = Option.getOrThrow(yield* jobs.start(mine, job!.job_id, started_at, id))
    yield* jobs.finish(claim, { status: "queued", message: "Again", error: "broken", delay: 0 }, finished_at)
    assert.isTrue(Option.isNone(yield* jobs.start(mine, job!.job_id, started_at, id)))
  }),
  "gives one message that is delivered twice at once one job": Effect.fnUntraced(function* ({ mine }) {
    const line = yield* JobLine
    yield* wait(mine, mine, 3)
    const id = message()
    const given = yield* Effect.all([line.next(id, mine), line.next(id, mine)], { concurrency: "unbounded" })
    assert.deepStrictEqual(given[0], given[1])
    assert.strictEqual((yield* takeAll(mine)).length, 2)
  }),
  "lets a failed job's other life wait for a message of its own": Effect.fnUntraced(function* ({ mine }) {
    const line = yield* JobLine
    const jobs = yield* JobRepository
    const [job] = yield* wait(mine, mine, 1)
    const id = message()
    yield* line.next(id, mine)
    const { claim } = Option.getOrThrow(yield* jobs.start(mine, job!.job_id, started_at, null))
    yield* jobs.finish(claim, { status: "failed", message: "Gave up", error: "broken" }, finished_at)
    yield* jobs.retry(mine, job!.job_id, "Again")
    assert.strictEqual(yield* placeOf(job!), 1)
    assert.deepStrictEqual(yield* line.next(message(), mine), job)
  }),
  "starts a job without a message that no message was given, and no other one": Effect.fnUntraced(function* ({
    mine,
    theirs,
  }) {
    const line = yield* JobLine
    const jobs = yield* JobRepository
    const [given, second, third, later, ended] = yield* wait(mine, mine, 5)
    const others = yield* waits(theirs, mine)
    const start = (organization: string, { job_id }: JobReference) =>
      jobs.startWaiting(organization, job_id, started_at)
    yield* line.next(message(), mine)
    const claims = yield* Effect.forEach([later!, ended!], (job) =>
      Effect.map(start(mine, job), (started) => Option.getOrThrow(started).claim),
    )
    const again = { status: "queued", message: "Later", error: "broken", delay: 3_600_000 } as const
    yield* jobs.finish(claims[0]!, again, finished_at)
    yield* jobs.finish(claims[1]!, { status: "cancelled", message: "Cancelled" }, finished_at)
    for (const job of [given!, later!, ended!, others, { ...given!, job_id: "nope" }])
      assert.isTrue(Option.isNone(yield* start(mine, job)))
    const { job, claim } = Option.getOrThrow(yield* start(mine, third!))
    assert.deepInclude(job, { status: "running", attempt: 1, failures: 0, started_at })
    assert.isTrue(Option.isNone(yield* start(mine, third!)))
    assert.strictEqual(yield* jobs.progress(claim, { processed: 1, message: "1 of 12" }), "continue")
    assert.deepStrictEqual(yield* takeAll(mine), idsOf([others, second!]))
  }),
  "keeps a message for a job that runs without one, until that ends": Effect.fnUntraced(function* ({ mine }) {
    const line = yield* JobLine
    const jobs = yield* JobRepository
    const [job] = yield* wait(mine, mine, 1)
    const { claim } = Option.getOrThrow(yield* jobs.startWaiting(mine, job!.job_id, started_at))
    assert.strictEqual(yield* line.next(message(), mine), "later")
    yield* jobs.finish(claim, { status: "cancelled", message: "Cancelled" }, finished_at)
    assert.strictEqual(yield* line.next(message(), mine), "none")
  }),
} satisfies Record<string, PromiseTest<Ports>>
