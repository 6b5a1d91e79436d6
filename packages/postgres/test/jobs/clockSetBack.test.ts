import { expect, it } from "@effect/vitest"
import { instantFromMicros, JobQueue, JobRepository } from "@hangtag/core"
import { exportLane } from "@hangtag/core/adapter"
import { aNewJob } from "@hangtag/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { portsOn } from "../repositories/portsOn.ts"
import { testDatabases } from "../support/testDatabases.ts"

it.live(
  "a job that runs, or was made to wait, before the clock was set back an hour can be claimed at once",
  () =>
    Effect.gen(function* () {
      const [sql, jobs, queue] = [yield* SqlClient, yield* JobRepository, yield* JobQueue]
      const lane = exportLane(1)
      for (const change of ["status = 'running'", "not_before = now() + interval '1 hour'"]) {
        const { job_id } = yield* jobs.create("acme", aNewJob({ lane }))
        yield* sql.unsafe(
          `update hangtag_job set heartbeat_at = now() + interval '1 hour', ${change} where job_id = '${job_id}'`,
        )
        expect(yield* queue.ready(lane, 2)).toEqual([{ organization: "acme", job_id }])
        expect((yield* queue.claim(lane, 2, instantFromMicros(0))).map(({ job }) => job.job_id)).toEqual([
          job_id,
        ])
      }
    }).pipe(Effect.provide(portsOn(testDatabases[0]!))),
)
