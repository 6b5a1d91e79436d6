import { JobLine, JobRepository } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { finished_at, started_at } from "../job/steps.ts"
import type { PromiseTest } from "../promiseTests.ts"
import { idsOf, message, type Ports, placeOf, takeAll, wait, waits } from "./steps.ts"

export const orderPromises = {
  "gives a message the oldest job of its lane, and none where none waits": Effect.fnUntraced(function* ({
    mine,
    theirs,
  }) {
    const line = yield* JobLine
    const [first, second] = yield* wait(mine, mine, 2)
    yield* waits(theirs, theirs)
    assert.deepStrictEqual(yield* line.next(message(), mine), first)
    assert.deepStrictEqual(yield* line.next(message(), mine), second)
    assert.strictEqual(yield* line.next(message(), mine), "none")
  }),
  "lets organizations take turns: fifty jobs of one keep another's only one back for one run":
    Effect.fnUntraced(function* ({ mine, theirs }) {
      const line = yield* JobLine
      const many = yield* wait(theirs, mine, 50)
      assert.deepStrictEqual(yield* line.next(message(), mine), many[0])
      const only = yield* waits(mine, mine)
      assert.strictEqual(yield* placeOf(only), 1)
      assert.strictEqual(yield* placeOf(many[1]!), 2)
      assert.deepStrictEqual(yield* line.next(message(), mine), only)
      assert.deepStrictEqual(yield* line.next(message(), mine), many[1])
    }),
  "gives every job to exactly one message, in the order that it told": Effect.fnUntraced(function* ({
    mine,
    theirs,
  }) {
    const third = `third-${mine}`
    const jobs = [
      ...(yield* wait(mine, mine, 4)),
      ...(yield* wait(theirs, mine, 2)),
      ...(yield* wait(third, mine, 3)),
    ]
    const places = yield* Effect.forEach(jobs, placeOf)
    assert.deepStrictEqual(places, [1, 4, 7, 9, 2, 5, 3, 6, 8])
    const inOrder = jobs.toSorted((a, b) => places[jobs.indexOf(a)]! - places[jobs.indexOf(b)]!)
    const line = yield* JobLine
    assert.deepStrictEqual(yield* line.waiting(mine, 3), inOrder.slice(0, 3))
    assert.deepStrictEqual(yield* takeAll(mine), idsOf(inOrder))
    assert.deepStrictEqual(yield* line.waiting(mine, 3), [])
  }),
  "gives many messages at once one job each": Effect.fnUntraced(function* ({ mine, theirs }) {
    const line = yield* JobLine
    const jobs = [...(yield* wait(mine, mine, 6)), ...(yield* wait(theirs, mine, 6))]
    const given: Array<string> = []
    const taker = Effect.gen(function* () {
      const id = message()
      // those that are being taken by others make one wait
      for (let tries = 0; tries < 100; tries++) {
        const next = yield* line.next(id, mine)
        if (next === "none") return
        if (next !== "later") return void given.push(next.job_id)
      }
    })
    yield* Effect.all(
      Array.from({ length: 14 }, () => taker),
      { concurrency: "unbounded" },
    )
    assert.deepStrictEqual(given.toSorted(), idsOf(jobs).toSorted())
  }),
  "lets a job that is handed back wait where it was, for any message": Effect.fnUntraced(function* ({
    mine,
  }) {
    const line = yield* JobLine
    const jobs = yield* JobRepository
    const [first, second] = yield* wait(mine, mine, 2)
    yield* line.next(message(), mine)
    const { claim } = Option.getOrThrow(yield* jobs.start(mine, first!.job_id, started_at, null))
    assert.deepStrictEqual([yield* placeOf(first!), yield* placeOf(second!)], [null, 1])
    yield* jobs.finish(claim, { status: "queued", message: "Handed back", error: null }, finished_at)
    assert.deepStrictEqual([yield* placeOf(first!), yield* placeOf(second!)], [1, 2])
    assert.deepStrictEqual(yield* takeAll(mine), idsOf([first!, second!]))
  }),
  "keeps a job back for its delay, and its message with it": Effect.fnUntraced(function* ({ mine }) {
    const line = yield* JobLine
    const jobs = yield* JobRepository
    const [first, second] = yield* wait(mine, mine, 2)
    yield* line.next(message(), mine)
    const { claim } = Option.getOrThrow(yield* jobs.start(mine, first!.job_id, started_at, null))
    const again = { status: "queued", message: "Later", error: "The disk is full", delay: 3_600_000 } as const
    yield* jobs.finish(claim, again, finished_at)
    assert.deepStrictEqual(yield* line.waiting(mine, 9), [second!])
    assert.deepStrictEqual(yield* takeAll(mine), idsOf([second!]))
    assert.strictEqual(yield* line.next(message(), mine), "later")
    assert.strictEqual(yield* placeOf(first!), 1)
  }),
  "leaves out jobs that were cancelled": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    const [first, second] = yield* wait(mine, mine, 2)
    yield* jobs.cancel(mine, first!.job_id, started_at)
    assert.deepStrictEqual([yield* placeOf(first!), yield* placeOf(second!)], [null, 1])
    assert.deepStrictEqual(yield* takeAll(mine), idsOf([second!]))
  }),
  "leaves out a job that was cancelled before its run gave it back; its message holds it on":
    Effect.fnUntraced(function* ({ mine }) {
      const line = yield* JobLine
      const jobs = yield* JobRepository
      const [first, second] = yield* wait(mine, mine, 2)
      const id = message()
      yield* line.next(id, mine)
      const { claim } = Option.getOrThrow(yield* jobs.start(mine, first!.job_id, started_at, id))
      yield* jobs.cancel(mine, first!.job_id, started_at)
      yield* jobs.finish(claim, { status: "queued", message: "Handed back", error: null }, finished_at)
      assert.deepStrictEqual([yield* placeOf(first!), yield* placeOf(second!)], [null, 1])
      assert.deepStrictEqual(yield* line.next(id, mine), first)
      assert.deepStrictEqual(yield* takeAll(mine), idsOf([second!]))
    }),
  "tells no place of another organization's job, or of one that there is not": Effect.fnUntraced(function* ({
    mine,
    theirs,
  }) {
    const { job_id } = yield* waits(theirs, mine)
    for (const id of [job_id, "nope", "nope\0", "00000000-0000-0000-0000-000000000000"])
      assert.isNull(yield* placeOf({ organization: mine, job_id: id }))
  }),
} satisfies Record<string, PromiseTest<Ports>>
