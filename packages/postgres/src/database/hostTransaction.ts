import { Context, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Statement } from "effect/sql/Statement"

/** Whether the surrounding transaction is one of this package's, whose statements are all in some scope of ours. */
export const OwnTransaction = Context.Reference("@hangtag/postgres/database/OwnTransaction", {
  defaultValue: () => false,
})

/** The host's connection that transactions run on, instead of those of the client's own. */
export const HostClient = Context.Reference<SqlClient | undefined>("@hangtag/postgres/database/HostClient", {
  defaultValue: () => undefined,
})

/** Says that what runs inside is in a transaction of this package's. */
export const inOwnTransaction = Effect.provideService(OwnTransaction, true)

/** What the settings were that ours take the place of. */
export interface Settings {
  readonly names: ReadonlyArray<string>
  readonly values: ReadonlyArray<string | null>
}

/** What `enterScope` and `enterAllJobs` set to the end of the transaction. */
const settings = [
  "role",
  "search_path",
  "jit",
  "enable_memoize",
  "lock_timeout",
  "statement_timeout",
  "idle_in_transaction_session_timeout",
  "client_connection_check_interval",
  "enable_seqscan",
  "enable_bitmapscan",
  "enable_sort",
  "hangtag.organization",
  "hangtag.housekeeping",
  "hangtag.claiming",
]

/** Reads the settings that a scope of ours takes the place of. */
export const readSettings = (sql: SqlClient): Statement<Settings> => sql<Settings>`
  select array_agg(name) as names, array_agg(coalesce(current_setting(name, true), '')) as values
  from unnest(${settings}::text[]) name`

/** Gives them back, to the end of the transaction. */
export const restoreSettings = (sql: SqlClient, { names, values }: Settings): Statement<object> => sql`
  select set_config(name, value, true)
  from unnest(${names}::text[], ${values}::text[]) setting (name, value)`

/**
 * Runs what enters a scope inside a transaction of the host's, and leaves that as it was: the host's next statement has
 * its own role again. A failure undoes what was done inside and nothing else (a savepoint); whether all of it is
 * kept is the host's to decide.
 */
export const joined = <A, E, R>(
  sql: SqlClient,
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, E | SqlError, R> =>
  Effect.gen(function* () {
    const [before] = yield* readSettings(sql)
    const result = yield* sql.withTransaction(inOwnTransaction(effect))
    yield* restoreSettings(sql, before!)
    return result
  })
