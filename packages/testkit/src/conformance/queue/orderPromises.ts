import { JobQueue, JobRepository } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import { finished_at, started_at } from "../job/steps.ts"
import { claimAll, idsOf, next, positionOf, promises, wait, waits } from "./steps.ts"

export const orderPromises = promises({
  *"gives the oldest job of its lane, and none where none waits"({ mine, theirs }) {
    const jobs = yield* wait(mine, mine, 2)
    yield* waits(theirs, theirs)
    assert.deepStrictEqual(yield* claimAll(mine), idsOf(jobs))
  },
  *"gives as many as were asked for, in their order"({ mine }) {
    const queue = yield* JobQueue
    const jobs = yield* wait(mine, mine, 5)
    const claimed = yield* queue.claim(mine, 3, started_at)
    assert.deepStrictEqual(idsOf(claimed.map(({ job }) => job)), idsOf(jobs.slice(0, 3)))
    assert.lengthOf(yield* queue.claim(mine, 3, started_at), 2)
  },
  *"lets organizations take turns: fifty jobs of one keep another's only one back for one run"({
    mine,
    theirs,
  }) {
    const many = yield* wait(theirs, mine, 50)
    assert.deepInclude((yield* next(mine)).job, many[0]!)
    const only = yield* waits(mine, mine)
    assert.strictEqual(yield* positionOf(only), 1)
    assert.strictEqual(yield* positionOf(many[1]!), 2)
    assert.deepInclude((yield* next(mine)).job, only)
    assert.deepInclude((yield* next(mine)).job, many[1]!)
  },
  *"gives every job to exactly one claim, in the order that it gave"({ mine, theirs }) {
    const third = `third-${mine}`
    const jobs = [
      ...(yield* wait(mine, mine, 4)),
      ...(yield* wait(theirs, mine, 2)),
      ...(yield* wait(third, mine, 3)),
    ]
    const positions = yield* Effect.forEach(jobs, positionOf)
    assert.deepStrictEqual(positions, [1, 4, 7, 9, 2, 5, 3, 6, 8])
    const inOrder = jobs.toSorted((a, b) => positions[jobs.indexOf(a)]! - positions[jobs.indexOf(b)]!)
    const queue = yield* JobQueue
    assert.deepStrictEqual(yield* queue.ready(mine, 3), inOrder.slice(0, 3))
    assert.deepStrictEqual(yield* claimAll(mine), idsOf(inOrder))
    assert.deepStrictEqual(yield* queue.ready(mine, 3), [])
  },
  *"gives many claims at once other jobs each"({ mine, theirs }) {
    const queue = yield* JobQueue
    const jobs = [...(yield* wait(mine, mine, 12)), ...(yield* wait(theirs, mine, 12))]
    const given: Array<string> = []
    const consumer = (limit: number) =>
      Effect.gen(function* () {
        // one that finds none may have met those that others are claiming
        for (let tries = 0; tries < 100 && given.length < jobs.length; tries++)
          given.push(...idsOf((yield* queue.claim(mine, limit, started_at)).map(({ job }) => job)))
      })
    yield* Effect.all(
      Array.from({ length: 8 }, (_, index) => consumer(1 + (index % 3))),
      { concurrency: "unbounded" },
    )
    assert.deepStrictEqual(given.toSorted(), idsOf(jobs).toSorted())
  },
  *"lets a job that is handed back wait where it was"({ mine }) {
    const jobs = yield* JobRepository
    const [first, second] = yield* wait(mine, mine, 2)
    const { claim } = yield* next(mine)
    assert.deepStrictEqual([yield* positionOf(first!), yield* positionOf(second!)], [null, 1])
    yield* jobs.finish(claim, { status: "queued", message: "Handed back", error: null }, finished_at)
    assert.deepStrictEqual([yield* positionOf(first!), yield* positionOf(second!)], [1, 2])
    assert.deepStrictEqual(yield* claimAll(mine), idsOf([first!, second!]))
  },
  *"keeps a job back for its delay"({ mine }) {
    const queue = yield* JobQueue
    const jobs = yield* JobRepository
    const [first, second] = yield* wait(mine, mine, 2)
    const { claim } = yield* next(mine)
    const again = { status: "queued", message: "Later", error: "The disk is full", delay: 3_600_000 } as const
    yield* jobs.finish(claim, again, finished_at)
    assert.deepStrictEqual(yield* queue.ready(mine, 9), [second!])
    assert.deepStrictEqual(yield* claimAll(mine), idsOf([second!]))
    assert.strictEqual(yield* positionOf(first!), 1)
  },
  *"gives a failed job's other life a turn"({ mine }) {
    const jobs = yield* JobRepository
    const [first, second] = yield* wait(mine, mine, 2)
    const { claim } = yield* next(mine)
    yield* jobs.finish(claim, { status: "failed", message: "Gave up", error: "broken" }, finished_at)
    yield* jobs.retry(mine, first!.job_id, "Again")
    assert.deepStrictEqual([yield* positionOf(second!), yield* positionOf(first!)], [1, 2])
    assert.deepStrictEqual(yield* claimAll(mine), idsOf([second!, first!]))
  },
  *"leaves out jobs that were cancelled"({ mine }) {
    const jobs = yield* JobRepository
    const [first, second, third] = yield* wait(mine, mine, 3)
    yield* jobs.cancel(mine, first!.job_id, started_at)
    const { claim } = yield* next(mine)
    yield* jobs.cancel(mine, second!.job_id, started_at)
    yield* jobs.finish(claim, { status: "queued", message: "Handed back", error: null }, finished_at)
    assert.deepStrictEqual(yield* Effect.forEach([first!, second!, third!], positionOf), [null, null, 1])
    assert.deepStrictEqual(yield* claimAll(mine), idsOf([third!]))
  },
  *"tells no position of another organization's job, or of one that there is not"({ mine, theirs }) {
    const { job_id } = yield* waits(theirs, mine)
    for (const id of [job_id, "nope", "nope\0", "00000000-0000-0000-0000-000000000000"])
      assert.isNull(yield* positionOf({ organization: mine, job_id: id }))
  },
})
