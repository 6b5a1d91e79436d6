import { assert, layer } from "@effect/vitest"
import { type JobOutcome, JobRepository } from "@hangtag/core"
import { aJobFile, aNewJob } from "@hangtag/testkit"
import { Effect, Exit, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { PostgresJobRepository } from "../../src/repositories/PostgresJobRepository.ts"
import { embeddedTestLayer } from "../support/embeddedTestLayer.ts"

layer(Layer.provideMerge(PostgresJobRepository, embeddedTestLayer()))("what a job was asked for", (it) => {
  it.effect("is read by its run and by nothing else", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const jobs = yield* JobRepository
      const { job_id } = yield* jobs.create("acme", aNewJob())
      // whoever decodes this fails
      yield* sql`update hangtag_job set request = 'no JSON' where job_id = ${job_id}`
      const { claim } = Option.getOrThrow(yield* jobs.start("acme", job_id, 0, null))
      assert.strictEqual(yield* jobs.progress(claim, { processed: 1, message: "on" }), "continue")
      assert.isTrue(Option.isSome(yield* jobs.find("acme", job_id)))
      assert.isTrue(Option.isSome(yield* jobs.cancel("acme", job_id, 0)))
      assert.isTrue(Exit.hasDies(yield* Effect.exit(jobs.request(claim))))
      yield* jobs.finish(claim, { status: "failed", message: "Gave up", error: "no" }, 0)
      assert.isTrue(Option.isSome(yield* jobs.retry("acme", job_id, "Again")))
    }),
  )

  it.effect("takes no room once the job has ended and has no other life", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const jobs = yield* JobRepository
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
        const { claim } = Option.getOrThrow(yield* jobs.start("acme", job_id, 0, null))
        if (cancel) yield* jobs.cancel("acme", job_id, 0)
        yield* jobs.finish(claim, outcome, 0)
        assert.strictEqual(yield* kept(job_id), isKept, `${outcome.status}, ${cancel}`)
      }
      const { job_id } = yield* jobs.create("acme", aNewJob())
      yield* jobs.cancel("acme", job_id, 0)
      assert.isFalse(yield* kept(job_id))
    }),
  )
})
