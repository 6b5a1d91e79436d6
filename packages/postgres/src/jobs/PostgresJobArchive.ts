import { JobArchive, type JobHolding, type JobReference } from "@hangtag/core"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Fragment, Statement } from "effect/sql/Statement"
import { comparableUuid, storedText, toBigint } from "../database/parameters.ts"
import { housekeeping, scoped } from "../database/scoped.ts"

/** What is frozen is moved, or deleted, as it is. */
const isThawed = "not exists (select from hangtag_frozen f where f.organization = hangtag_job.organization)"

const holding = `organization, job_id, status not in ('queued', 'running') as "hasEnded",
  case when status = 'completed' then file ->> 'storage_key' end as storage_key`

const make = Effect.map(SqlClient, (sql) => {
  const columns = sql.literal(holding)
  const thawed = sql.literal(isThawed)
  const endedBefore = (before: bigint, which: "completed" | "other", limit: number) => sql<JobHolding>`
    select ${columns} from hangtag_job
    where finished_at < ${before}::bigint and (status = 'completed') = ${which === "completed"} and ${thawed}
    order by finished_at limit ${limit}`

  /** Changes jobs of all organizations, each organization's in its own scope; tells how many there were. */
  const ofEach = Effect.fnUntraced(function* (
    operation: string,
    jobs: Statement<JobReference>,
    change: (own: Fragment) => Statement<unknown>,
  ) {
    const found = yield* housekeeping(sql, operation, jobs)
    for (const [organization, own] of Map.groupBy(found, (job) => job.organization)) {
      const ids = own.map(({ job_id }) => job_id)
      const these = sql`organization = ${organization} and job_id = any(${ids}::uuid[])`
      yield* scoped(sql, organization, operation, change(these))
    }
    return found.length
  })

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

    forgetRequests: Effect.fn("JobArchive.forgetRequests")((before, limit) =>
      ofEach(
        "JobArchive.forgetRequests",
        sql<JobReference>`
          select organization, job_id from hangtag_job
          where finished_at < ${toBigint(before)}::bigint and status = 'failed' and request is not null
            and ${thawed} limit ${limit}`,
        (own) => sql`update hangtag_job set request = null where ${own} and status = 'failed'`,
      ),
    ),

    forget: Effect.fn("JobArchive.forget")((before, limit) =>
      ofEach(
        "JobArchive.forget",
        endedBefore(toBigint(before), "other", limit),
        (own) => sql`delete from hangtag_job where ${own} and status in ('failed', 'cancelled', 'expired')`,
      ),
    ),
  })
})

/** `JobArchive` on Postgres; the database must be migrated. */
export const PostgresJobArchive: Layer.Layer<JobArchive, never, SqlClient> = Layer.effect(JobArchive, make)
