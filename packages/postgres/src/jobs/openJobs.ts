import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { housekeepingRead } from "../database/scoped.ts"

interface OpenJobs {
  /** Queued, also those whose next attempt has to wait. */
  readonly waiting: number
  readonly running: number
  /** Whose run has given no heartbeat for the lease. */
  readonly abandoned: number
  /** Seconds that the one waits that could have been run for the longest; 0 where none waits. */
  readonly oldest_seconds: number
}

/** Counts the exports of all organizations that have not ended. */
export const openJobs = Effect.fnUntraced(function* (lease: Duration.Input) {
  const sql = yield* SqlClient
  const seconds = Duration.toSeconds(Duration.fromInputUnsafe(lease))
  const [row] = yield* housekeepingRead(
    sql,
    "openJobs",
    sql<OpenJobs>`
      select count(*) filter (where status = 'queued')::integer as waiting,
        count(*) filter (where status = 'running' and alive)::integer as running,
        count(*) filter (where status = 'running' and not alive)::integer as abandoned,
        coalesce(extract(epoch from now() - min(ready_at) filter (where not (status = 'running' and alive)
          and ready_at <= now())), 0)::float8 as oldest_seconds
      from (select status,
        case status when 'queued' then greatest(not_before, to_timestamp(created_at / 1e6)) else heartbeat_at end as ready_at,
        coalesce(heartbeat_at between now() - make_interval(secs => ${seconds}::float8)
          and now() + interval '1 minute', false) as alive
        from hangtag_job where status in ('queued', 'running')
          and not exists (select from hangtag_frozen f where f.organization = hangtag_job.organization)) j`,
  )
  return row!
})
