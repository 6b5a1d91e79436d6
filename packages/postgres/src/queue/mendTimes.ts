import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { queueTable } from "./queueTable.ts"

/**
 * Brings back messages that a clock set back has sent into the future, where they would wait as long as it was set
 * back by: no message is made to wait for a minute, and none was taken later than now.
 */
export const mendTimes = Effect.flatMap(
  SqlClient,
  (sql) => sql`
    update ${sql(queueTable)} set visible_at = least(visible_at, now()),
      acquired_at = case when acquired_at > now() then now() else acquired_at end
    where state = 'pending'
      and (visible_at > now() + interval '1 minute' or acquired_at > now() + interval '1 second')`,
)
