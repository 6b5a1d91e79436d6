import { expect, it } from "@effect/vitest"
import { instantFromMicros, JobQueue, JobRepository } from "@hangtag/core"
import { aNewJob } from "@hangtag/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { portsOn } from "../repositories/portsOn.ts"
import { testDatabases } from "../support/testDatabases.ts"

const server = testDatabases.find(({ name }) => name === "Postgres server")

it.live.skipIf(server?.unavailable !== undefined)(
  "a claim passes over a job that another one has just locked",
  () =>
    Effect.gen(function* () {
      const [sql, jobs, queue] = [yield* SqlClient, yield* JobRepository, yield* JobQueue]
      const first = yield* jobs.create("acme", aNewJob({ lane: "small" }))
      const second = yield* jobs.create("acme", aNewJob({ lane: "small" }))
      const locked = sql`select from hangtag_job where job_id = ${first.job_id} for update`
      // outside of the transaction: on a connection of its own
      const services = yield* Effect.context<never>()
      const claim = Effect.promise(() =>
        Effect.runPromiseWith(services)(queue.claim("small", 2, instantFromMicros(0))),
      )
      const claimed = yield* sql.withTransaction(Effect.andThen(locked, Effect.timeout(claim, "5 seconds")))
      expect(claimed.map(({ job }) => job.job_id)).toEqual([second.job_id])
    }).pipe(Effect.provide(portsOn(server!))),
)
