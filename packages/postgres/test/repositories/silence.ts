import type { JobReference } from "@hangtag/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** Makes it that nothing was recorded of a job for so many seconds. */
export const silence = ({ job_id }: JobReference, seconds: number) =>
  Effect.flatMap(
    SqlClient,
    (sql) => sql`update hangtag_job set heard_at = now() - make_interval(secs => ${seconds}::integer)
      where job_id = ${job_id}`,
  )
