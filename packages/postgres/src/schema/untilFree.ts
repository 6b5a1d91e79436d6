import { Clock, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { sqlState } from "../database/failures.ts"
import { type BlockingSession, MigrationBlocked, namedSessions } from "./MigrationBlocked.ts"

/**
 * Milliseconds that one attempt waits for a lock, while calls that come after it wait behind it. Longer than a server's
 * `deadlock_timeout` (1 s), at which autovacuum gives way to who waits.
 */
export const lockTimeout = 1_500

/** Between two attempts, in which those that waited go on. */
const pause = 1_000

/** A lock that was not given in time, or a deadlock. */
const isBlocked = (error: unknown): boolean =>
  isSqlError(error) && ["55P03", "40P01"].includes(sqlState(error) ?? "")

const columns = `a.pid, nullif(a.application_name, '') as application, a.state,
  extract(epoch from clock_timestamp() - a.xact_start)::float8 as age,
  left(regexp_replace(a.query, '\\s+', ' ', 'g'), 60) as query`

/** Who has held our tables for as many milliseconds and waits for no one else, first those that have done nothing for longest. */
const holders = (sql: SqlClient, millis: number) =>
  sql.unsafe<BlockingSession>(
    `select ${columns}
    from (select distinct l.pid from pg_locks l join pg_class c on c.oid = l.relation
      where l.granted and l.database = (select oid from pg_database where datname = current_database())
        and c.relnamespace = quote_ident(current_schema())::regnamespace and c.relname like 'hangtag\\_%'
        and l.pid is distinct from pg_backend_pid()) l
    left join pg_stat_activity a on a.pid = l.pid
    where a.wait_event_type is distinct from 'Lock' and (a.xact_start is null or a.xact_start < clock_timestamp() - $1::float8 * interval '1 millisecond')
    order by a.state_change nulls last`,
    [millis],
  )

/** Whom the session of the process waits for. */
export const blockersOf = (sql: SqlClient, pid: number) =>
  sql.unsafe<BlockingSession>(
    `select ${columns} from pg_stat_activity a where a.pid = any(pg_blocking_pids($1)) order by a.xact_start`,
    [pid],
  )

/**
 * Attempts something that gives up its locks where it does not get all of them in time, until it gets them or `wait` is
 * over. The log says once who is in the way.
 */
export const untilFree = Effect.fnUntraced(function* <A, E, R>(
  sql: SqlClient,
  wait: Duration.Duration,
  attempt: Effect.Effect<A, E, R>,
): Effect.fn.Return<A, E | SqlError | MigrationBlocked, R> {
  const begun = yield* Clock.currentTimeMillis
  for (let nth = 0; ; nth++) {
    const [taken, result] = yield* Effect.timed(Effect.result(attempt))
    if (result._tag === "Success") return result.success
    if (!isBlocked(result.failure)) return yield* Effect.fail(result.failure)
    const sessions = yield* holders(sql, Duration.toMillis(taken))
    const waited = (yield* Clock.currentTimeMillis) - begun
    if (waited >= Duration.toMillis(wait))
      return yield* new MigrationBlocked({ waited: waited / 1000, sessions })
    if (nth === 0 && sessions.length > 0)
      yield* Effect.logWarning(`Waiting for sessions that hold tables: ${namedSessions(sessions)}`)
    yield* Effect.sleep(pause)
  }
})
