import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { comparable } from "../database/parameters.ts"
import { scopedRead } from "../database/scoped.ts"

/** A job, and the file that it holds in object storage. */
export interface JobFiles {
  readonly job_id: string
  /** Null for none, and once that has expired. */
  readonly file: { readonly storage_key: string; readonly content_type: string; readonly size: number } | null
}

/** An organization's jobs behind one, in the order of their ids. */
export const jobFiles = Effect.fn("jobFiles")(function* (
  organization: string,
  after: string | null,
  limit: number,
) {
  const sql = yield* SqlClient
  return yield* scopedRead(
    sql,
    organization,
    "jobFiles",
    sql<JobFiles>`
      select job_id::text as job_id, case when status = 'completed' then file end as file
      from hangtag_job where organization = ${comparable(organization)}
        and (${after}::uuid is null or job_id > ${after}::uuid)
      order by job_id limit ${limit}`,
  )
})
