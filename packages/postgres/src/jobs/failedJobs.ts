import type { JobReference } from "@hangtag/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { comparable } from "../database/parameters.ts"
import { housekeepingRead } from "../database/scoped.ts"

/**
 * Failed exports that can be queued again, of every organization or of one, those that failed first first, at most `limit`;
 * and how many there are in all.
 */
export const failedJobs = Effect.fnUntraced(function* (organization: string | null, limit: number) {
  const sql = yield* SqlClient
  const rows = yield* housekeepingRead(
    sql,
    "failedJobs",
    sql<JobReference & { readonly total: number }>`
      select organization, job_id, count(*) over ()::integer as total from hangtag_job
      where status = 'failed' and request is not null
        ${organization === null ? sql`` : sql`and organization = ${comparable(organization)}`}
      order by finished_at, job_id limit ${limit}`,
  )
  return {
    jobs: rows.map(({ organization, job_id }): JobReference => ({ organization, job_id })),
    total: rows[0]?.total ?? 0,
  }
})
