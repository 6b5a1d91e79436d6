import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** Where the log of the primary ends, in bytes: everything that was committed stands before that. Fails on a standby. */
export const endOfLog = (sql: SqlClient) =>
  Effect.map(
    sql<{
      readonly bytes: number
    }>`select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as bytes`,
    ([row]) => row!.bytes,
  )

/** How far a standby has replayed the log; null of a server that is none. */
export const replayed = (sql: SqlClient) =>
  Effect.map(
    sql<{ readonly bytes: number | null }>`
      select case when pg_is_in_recovery()
        then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end as bytes`,
    ([row]) => row!.bytes,
  )

const systemOf = (sql: SqlClient) =>
  Effect.map(
    sql<{ readonly id: string }>`select system_identifier::text as id from pg_control_system()`,
    ([row]) => row!.id,
  )

/** Whether both have come of the same data: a standby has the identifier of its primary, for life. */
export const areOfOneSystem = (primary: SqlClient, replica: SqlClient) =>
  Effect.zipWith(systemOf(primary), systemOf(replica), (one, other) => one === other)
