import { expect, it } from "@effect/vitest"
import { ExportQueue, exportLane, JobLine, JobRepository } from "@hangtag/core"
import { aNewJob } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { PostgresJobLine } from "../../src/repositories/PostgresJobLine.ts"
import { PostgresJobRepository } from "../../src/repositories/PostgresJobRepository.ts"
import { embeddedTestLayer } from "../support/embeddedTestLayer.ts"

const ports = Layer.mergeAll(PostgresJobLine, PostgresJobRepository).pipe(
  Layer.provide(Layer.mock(ExportQueue, { offer: () => Effect.void })),
  Layer.provideMerge(embeddedTestLayer()),
)

it.live(
  "a job that was held, or made to wait, before the clock was set back an hour is given out at once",
  () =>
    Effect.gen(function* () {
      const [sql, jobs, line] = [yield* SqlClient, yield* JobRepository, yield* JobLine]
      const lane = exportLane(1)
      for (const change of ["carried_by = 'gone'", "not_before = now() + interval '1 hour'"]) {
        const { job_id } = yield* jobs.create("acme", aNewJob({ lane }))
        yield* sql.unsafe(
          `update hangtag_job set heard_at = now() + interval '1 hour', ${change} where job_id = '${job_id}'`,
        )
        expect(yield* line.next(job_id, lane)).toEqual({ organization: "acme", job_id })
      }
    }).pipe(Effect.provide(ports)),
)
