import {
  type ExportMessage,
  ExportQueue,
  exportMessageId,
  JobLine,
  type JobReference,
  JobRepository,
  silentSeconds,
  type Unavailable,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aNewJob } from "../builders/index.ts"
import { created_at, finished_at, started_at } from "./job/steps.ts"
import type { PromiseTest } from "./promiseTests.ts"

export type Ports = ExportQueue | JobLine | JobRepository

/** Makes it that nothing was recorded of a job for so many seconds. */
export type Silence<R = never> = (job: JobReference, seconds: number) => Effect.Effect<unknown, unknown, R>

let asked = 0

/** A job that waits in the lane, asked for after all before it. */
const waits = Effect.fnUntraced(function* (organization: string, lane: string) {
  const jobs = yield* JobRepository
  const { job_id } = yield* jobs.create(organization, aNewJob({ lane, created_at: created_at + asked++ }))
  return { organization, job_id }
})

const wait = (organization: string, lane: string, count: number) =>
  Effect.forEach(Array.from({ length: count }), () => waits(organization, lane))

const message = () => crypto.randomUUID()

/** The next message of the lane, which has then served. */
const offered = Effect.fnUntraced(function* (lane: string) {
  const queue = yield* ExportQueue
  const got: Array<ExportMessage> = []
  yield* queue.take(lane, (message) => Effect.sync(() => void got.push(message)))
  return got[0]!
})

const placeOf = Effect.fnUntraced(function* ({
  organization,
  job_id,
}: {
  organization: string
  job_id: string
}) {
  const line = yield* JobLine
  return Option.getOrNull(yield* line.place(organization, job_id))
})

/** Takes all that wait, one after another, and runs none. */
const takeAll = Effect.fnUntraced(function* (
  lane: string,
): Effect.fn.Return<Array<string>, Unavailable, JobLine> {
  const line = yield* JobLine
  const taken: Array<string> = []
  while (true) {
    const next = yield* line.next(message(), lane)
    if (typeof next === "string") return taken
    taken.push(next.job_id)
  }
})

const idsOf = (jobs: ReadonlyArray<{ readonly job_id: string }>) => jobs.map(({ job_id }) => job_id)

const linePromises = {
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
  "gives one message that is delivered twice at once one job": Effect.fnUntraced(function* ({ mine }) {
    const line = yield* JobLine
    yield* wait(mine, mine, 3)
    const id = message()
    const given = yield* Effect.all([line.next(id, mine), line.next(id, mine)], { concurrency: "unbounded" })
    assert.deepStrictEqual(given[0], given[1])
    assert.strictEqual((yield* takeAll(mine)).length, 2)
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
  "leaves out jobs that were cancelled": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    const [first, second] = yield* wait(mine, mine, 2)
    yield* jobs.cancel(mine, first!.job_id, started_at)
    assert.deepStrictEqual([yield* placeOf(first!), yield* placeOf(second!)], [null, 1])
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

const silencePromises = <R>(silence: Silence<R> | undefined) => {
  const silent = (job: JobReference) =>
    silence === undefined
      ? Effect.die(new Error("A job that is silent needs the suite's option `silence`"))
      : silence(job, silentSeconds + 1)

  return {
    "gives a silent job to another message, and offers one more in place of that": Effect.fnUntraced(
      function* ({ mine }) {
        const line = yield* JobLine
        const jobs = yield* JobRepository
        const [job] = yield* wait(mine, mine, 1)
        const [first, second] = [message(), message()]
        yield* line.next(first, mine)
        assert.strictEqual(yield* line.next(second, mine), "none")
        yield* silent(job!)
        assert.deepStrictEqual(yield* line.waiting(mine, 9), [job!])
        assert.deepStrictEqual(yield* line.next(second, mine), job)
        assert.isTrue(Option.isNone(yield* jobs.start(mine, job!.job_id, started_at, first)))
        const instead = yield* offered(mine)
        assert.deepInclude(instead, { ...job, lane: mine })
        assert.notInclude([first, second], exportMessageId(instead))
        assert.strictEqual(yield* line.next(first, mine), "none")
      },
    ),
    "offers another message each time that a job falls silent": Effect.fnUntraced(function* ({ mine }) {
      const line = yield* JobLine
      const jobs = yield* JobRepository
      const [job] = yield* wait(mine, mine, 1)
      const ids = new Set<string>()
      yield* line.next(message(), mine)
      for (let nth = 1; nth <= 3; nth++) {
        if (nth === 3) yield* jobs.start(mine, job!.job_id, started_at, null)
        yield* silent(job!)
        assert.deepStrictEqual(yield* line.next(message(), mine), job)
        ids.add(exportMessageId(yield* offered(mine)))
        assert.strictEqual(ids.size, nth)
      }
    }),
    "offers none for a job that waited for a message": Effect.fnUntraced(function* ({ mine }) {
      const line = yield* JobLine
      const jobs = yield* JobRepository
      const queue = yield* ExportQueue
      const [first] = yield* wait(mine, mine, 2)
      yield* line.next(message(), mine)
      const { claim } = Option.getOrThrow(yield* jobs.start(mine, first!.job_id, started_at, null))
      yield* jobs.finish(claim, { status: "queued", message: "Handed back", error: null }, finished_at)
      for (const job of yield* line.waiting(mine, 9)) yield* silent(job)
      assert.lengthOf(yield* takeAll(mine), 2)
      yield* queue.offer({ organization: mine, job_id: "last", lane: mine })
      assert.strictEqual((yield* offered(mine)).job_id, "last")
    }),
  } satisfies Record<string, PromiseTest<Ports | R>>
}

/** What a `JobLine` promises, over the jobs of a `JobRepository`, each by the name of its test. */
export const jobLinePromises = <R = never>(silence?: Silence<R>) => ({
  ...linePromises,
  ...silencePromises(silence),
})
