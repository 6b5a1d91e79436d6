import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Statement } from "effect/sql/Statement"
import { localSettingsOf } from "./pooling.ts"
import { comparable } from "./storable.ts"

/** The role that every statement on an organization's rows runs under, so that row-level security binds it. */
export const appRole = "hangtag_app"

export interface ScopeOptions {
  /** Milliseconds after which a statement fails (55P03) that waits for somebody else's transaction. */
  readonly lockTimeout?: number
}

/** What connections without a pooler begin with, as further columns of what enters a scope. */
const localSettings = (sql: SqlClient) =>
  sql.literal(
    localSettingsOf(sql)
      .map(([name, value]) => `, set_config('${name}', '${value.replaceAll("'", "''")}', true)`)
      .join(""),
  )

/** Runs the effect in a transaction that sees no organization's rows, as connections without a pooler begin. */
export const unscoped = <A, E, R>(
  sql: SqlClient,
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, E | SqlError, R> =>
  sql.withTransaction(Effect.andThen(sql`select true${localSettings(sql)}`, effect))

/** Makes a transaction, or a session, see and write rows of one organization only. */
export const enterScope = (
  sql: SqlClient,
  organization: string,
  extent: "transaction" | "session",
  { lockTimeout }: ScopeOptions = {},
): Statement<object> => {
  const local = sql.literal(String(extent === "transaction"))
  const patience =
    lockTimeout === undefined
      ? sql.literal("")
      : sql`set_config('lock_timeout', ${String(lockTimeout)}, ${local}),`
  // the planner overrates lookups per key by far: compiling takes longer than they do (jit), and remembering each
  // answer, though no key comes twice, half as long again (memoize)
  return sql`select ${patience} set_config('role', ${appRole}, ${local}), set_config('jit', 'off', ${local}),
    set_config('enable_memoize', 'off', ${local}),
    set_config('hangtag.organization', ${comparable(organization)}, ${local})${localSettings(sql)}`
}

/** What may be done with the jobs of all organizations: see which there are, or claim them besides. */
export type AllJobs = "seen" | "claimed"

/** Makes a transaction, or a session, see which jobs there are of whichever organization, and nothing else; claim them where that is asked for. */
export const enterAllJobs = (
  sql: SqlClient,
  jobs: AllJobs,
  extent: "transaction" | "session",
): Statement<object> => {
  const local = sql.literal(String(extent === "transaction"))
  const claiming = jobs === "claimed" ? "on" : "off"
  // row-level security makes the planner expect few rows, whatever there is: it may read and sort the whole table
  // (12 ms instead of 3, with 100,000 ended jobs). every question about all jobs has an index that answers in order
  return sql`select set_config('role', ${appRole}, ${local}), set_config('hangtag.housekeeping', 'on', ${local}),
    set_config('hangtag.claiming', ${claiming}, ${local}), set_config('enable_seqscan', 'off', ${local}), set_config('enable_bitmapscan', 'off', ${local}),
    set_config('enable_sort', 'off', ${local})${localSettings(sql)}`
}
