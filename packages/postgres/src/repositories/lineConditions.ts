import { silentAloneSeconds, silentSeconds } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"

/** What `JobLine` says of a row of `hangtag_job`, as conditions; by the database's clock. */
export const lineConditions = (sql: SqlClient) => {
  // The clock was set back since: none of the job's times means anything now.
  const setBack = sql`heard_at > now() + interval '1 minute'`
  return {
    /** Its next attempt may begin. */
    ready: sql`(coalesce(not_before <= now(), true) or coalesce(${setBack}, false))`,
    held: sql`coalesce((status = 'running' or carried_by is not null) and heard_at > now() - make_interval(secs =>
      case when carried_by is null then ${silentAloneSeconds}::integer else ${silentSeconds}::integer end)
      and not ${setBack}, false)`,
  }
}
