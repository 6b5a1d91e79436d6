import { assert, layer } from "@effect/vitest"
import { instantFromMicros, type JobOutcome, JobQueue, JobRepository } from "@hangtag/core"
import { aJobFile, aNewJob } from "@hangtag/testkit"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { PostgresPorts } from "../../src/index.ts"
import { embeddedTestLayer } from "../support/embeddedTestLayer.ts"

layer(PostgresPorts.layer().pipe(Layer.provideMerge(embeddedTestLayer())))(
  "what a job was asked for",
  (it) => {
    const test = generatorTests(it.effect)

    test("is read by its run and by nothing else; what cannot be read is claimed all the same", function* () {
      const sql = yield* SqlClient
      const jobs = yield* JobRepository
      const queue = yield* JobQueue
      for (const spoilt of ["no JSON", '{"another":"program"}']) {
        const { job_id, lane } = yield* jobs.create("acme", aNewJob())
        yield* sql`update hangtag_job set request = ${spoilt} where job_id = ${job_id}`
        const [claimed] = yield* queue.claim(lane, 1, instantFromMicros(0))
        const { claim, job, request } = claimed!
        assert.deepStrictEqual([job.job_id, request], [job_id, null])
        assert.strictEqual(yield* jobs.progress(claim, { processed: 1, message: "on" }), "continue")
        assert.isTrue(Option.isSome(yield* jobs.find("acme", job_id)))
        assert.isTrue(Option.isSome(yield* jobs.cancel("acme", job_id, instantFromMicros(0))))
        yield* jobs.finish(claim, { status: "failed", message: "Gave up", error: "no" }, instantFromMicros(0))
        assert.isTrue(Option.isSome(yield* jobs.retry("acme", job_id, "Again")))
        yield* jobs.cancel("acme", job_id, instantFromMicros(0))
      }
    })

    test("takes no room once the job has ended and has no other life", function* () {
      const sql = yield* SqlClient
      const jobs = yield* JobRepository
      const queue = yield* JobQueue
      const kept = Effect.fnUntraced(function* (jobId: string) {
        const rows = yield* sql<{ readonly kept: boolean }>`
          select request is not null as kept from hangtag_job where job_id = ${jobId}`
        return rows[0]!.kept
      })
      const back: JobOutcome = { status: "queued", message: "Again", error: null }
      const file = aJobFile()
      const outcomes: ReadonlyArray<readonly [JobOutcome, cancel: boolean, kept: boolean]> = [
        [{ status: "completed", message: "Done", processed: 1, file }, false, false],
        [{ status: "cancelled", message: "Cancelled" }, true, false],
        [{ status: "failed", message: "Gave up", error: "no" }, false, true],
        [back, false, true],
        [back, true, false],
      ]
      for (const [outcome, cancel, isKept] of outcomes) {
        const { job_id } = yield* jobs.create("acme", aNewJob())
        const { claim } = Option.getOrThrow(
          yield* queue.claimJob({ organization: "acme", job_id }, instantFromMicros(0)),
        )
        if (cancel) yield* jobs.cancel("acme", job_id, instantFromMicros(0))
        yield* jobs.finish(claim, outcome, instantFromMicros(0))
        assert.strictEqual(yield* kept(job_id), isKept, `${outcome.status}, ${cancel}`)
      }
      const { job_id } = yield* jobs.create("acme", aNewJob())
      yield* jobs.cancel("acme", job_id, instantFromMicros(0))
      assert.isFalse(yield* kept(job_id))
    })
  },
)
