import {
  cancelledMessage,
  ExportQueue,
  exportMessageId,
  JobLine,
  type JobReference,
  JobRepository,
  silentAloneSeconds,
  silentSeconds,
  unheardSeconds,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { finished_at, nothingHappened, started_at, tryEverything } from "../job/steps.ts"
import type { PromiseTest } from "../promiseTests.ts"
import { message, offered, type Ports, takeAll, wait } from "./steps.ts"

/** Makes it that nothing was recorded of a job for so many seconds. */
export type Silence<R = never> = (job: JobReference, seconds: number) => Effect.Effect<unknown, unknown, R>

export const silencePromises = <R>(silence: Silence<R> | undefined) => {
  const silent = (job: JobReference, seconds = silentSeconds) =>
    silence === undefined
      ? Effect.die(new Error("A job that is silent needs the suite's option `silence`"))
      : silence(job, seconds + 1)

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
    "cancels at once a job whose run is not heard of; its message holds it on": Effect.fnUntraced(function* ({
      mine,
    }) {
      const line = yield* JobLine
      const jobs = yield* JobRepository
      const [job] = yield* wait(mine, mine, 1)
      const id = message()
      yield* line.next(id, mine)
      const { claim } = Option.getOrThrow(yield* jobs.start(mine, job!.job_id, started_at, id))
      const pace = { rows_per_second: 900, estimated_end: finished_at }
      yield* jobs.progress(claim, { processed: 5, message: "5 of 12", ...pace })
      yield* silent(job!, unheardSeconds)
      const cancelled = Option.getOrThrow(yield* jobs.cancel(mine, job!.job_id, finished_at))
      assert.deepInclude(cancelled, {
        ...{ status: "cancelled", message: cancelledMessage(1), cancel_requested: true, finished_at },
        ...{ rows_per_second: null, estimated_end: null },
      })
      assert.deepStrictEqual(yield* tryEverything(claim), nothingHappened)
      assert.deepStrictEqual(yield* jobs.find(mine, job!.job_id), Option.some(cancelled))
      assert.deepStrictEqual(yield* line.next(id, mine), job)
      assert.strictEqual(yield* line.next(message(), mine), "none")
    }),
    "gives a job to a message whose run without one is silent, or lets it start so again": Effect.fnUntraced(
      function* ({ mine }) {
        const line = yield* JobLine
        const jobs = yield* JobRepository
        const [first, second] = yield* wait(mine, mine, 2)
        for (const job of [first!, second!]) {
          yield* jobs.startWaiting(mine, job.job_id, started_at)
          yield* silent(job, silentAloneSeconds)
        }
        const again = yield* jobs.startWaiting(mine, second!.job_id, started_at)
        const counts = Option.map(again, ({ job }) => [job.attempt, job.failures])
        assert.deepStrictEqual(counts, Option.some([2, 1]))
        assert.deepStrictEqual(yield* line.waiting(mine, 9), [first!])
        assert.deepStrictEqual(yield* line.next(message(), mine), first)
        assert.isTrue(Option.isNone(yield* jobs.startWaiting(mine, first!.job_id, started_at)))
      },
    ),
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
