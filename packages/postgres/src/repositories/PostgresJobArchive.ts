import { JobArchive, type JobHolding, type JobReference } from "@hangtag/core"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { housekeeping, scoped } from "../sql/scoped.ts"
import { storedText } from "../sql/storable.ts"
import { comparableUuid } from "./JobRow.ts"
import { toBigint } from "./toBigint.ts"

const holding = `organization, job_id, status not in ('queued', 'running') as "hasEnded",
  case when status = 'completed' then file ->> 'storage_key' end as storage_key`

const make = Effect.map(SqlClient, (sql) => {
  const columns = sql.literal(holding)
  const endedBefore = (before: bigint, which: "completed" | "other", limit: number) => sql<JobHolding>`
    select ${columns} from hangtag_job
    where finished_at < ${before}::bigint and (status = 'completed') = ${which === "completed"}
    order by finished_at limit ${limit}`

  return JobArchive.of({
    completedBefore: Effect.fn("JobArchive.completedBefore")((before, limit) =>
      housekeeping(sql, "JobArchive.completedBefore", endedBefore(toBigint(before), "completed", limit)),
    ),

    expire: Effect.fn("JobArchive.expire")(({ organization, job_id }, message) =>
      scoped(
        sql,
        organization,
        "JobArchive.expire",
        sql`
          update hangtag_job set status = 'expired', message = ${storedText(message)}
          where organization = ${organization} and job_id = ${comparableUuid(job_id)} and status = 'completed'`,
      ).pipe(Effect.asVoid),
    ),

    holdings: Effect.fn("JobArchive.holdings")((jobIds) => {
      const ids = jobIds.flatMap((id) => comparableUuid(id) ?? [])
      return housekeeping(
        sql,
        "JobArchive.holdings",
        sql<JobHolding>`select ${columns} from hangtag_job where job_id = any(${ids}::uuid[])`,
      )
    }),

    forget: Effect.fn("JobArchive.forget")(function* (before, limit) {
      const jobs: ReadonlyArray<JobReference> = yield* housekeeping(
        sql,
        "JobArchive.forget",
        endedBefore(toBigint(before), "other", limit),
      )
      for (const [organization, own] of Map.groupBy(jobs, (job) => job.organization)) {
        const ids = own.map(({ job_id }) => job_id)
        yield* scoped(
          sql,
          organization,
          "JobArchive.forget",
          sql`delete from hangtag_job where organization = ${organization} and job_id = any(${ids}::uuid[])
            and status in ('failed', 'cancelled', 'expired')`,
        )
      }
      return jobs.length
    }),
  })
})

/** `JobArchive` on Postgres; the database must be migrated. */
export const PostgresJobArchive: Layer.Layer<JobArchive, never, SqlClient> = Layer.effect(JobArchive, make)
