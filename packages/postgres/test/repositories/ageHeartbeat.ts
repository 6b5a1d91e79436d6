import type { JobReference } from "@hangtag/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** Makes it that the last heartbeat of a job's run was N seconds ago. */
export const ageHeartbeat = ({ job_id }: JobReference, seconds: number) =>
  Effect.flatMap(
    SqlClient,
    (sql) => sql`update hangtag_job set heartbeat_at = now() - make_interval(secs => ${seconds}::integer)
      where job_id = ${job_id}`,
  )
