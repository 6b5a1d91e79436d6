import { JobLine, JobRepository } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { finished_at, started_at } from "../job/steps.ts"
import type { PromiseTest } from "../promiseTests.ts"
import { message, type Ports, placeOf, takeAll, wait } from "./steps.ts"

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
} satisfies Record<string, PromiseTest<Ports>>
