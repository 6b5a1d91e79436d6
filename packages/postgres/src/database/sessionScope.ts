import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { type AllJobs, enterAllJobs, enterScope } from "./enterScope.ts"
import { fixedStatement } from "./fixedStatement.ts"
import { comparable } from "./storable.ts"

/**
 * How Postgres plans a statement: `auto` as it sees fit, which may be anew at every call; `generic` once, for
 * statements whose best plan is the same whatever their parameters: by indexes, also where the tables were small when it
 * was made. `ordered`: once, and by indexes in whose order the rows are wanted, with no sort that can be done without: a planner
 * without statistics expects few rows, and reads and sorts all there are.
 */
export type Planning = "auto" | "generic" | "ordered"

/** Whose rows a session sees and writes: one organization's, or what may be done with the jobs of all. */
export type SessionScope = { readonly organization: string } | { readonly jobs: AllJobs }

/** The settings of each; who looks after all jobs reads no table whole anyway. */
const plannings = {
  auto: { mode: "auto", seqscan: "on", sort: "on" },
  generic: { mode: "force_generic_plan", seqscan: "off", sort: "on" },
  ordered: { mode: "force_generic_plan", seqscan: "off", sort: "off" },
} as const

const sorting = (sql: SqlClient, sort: string | null, local: Fragment) =>
  sql`set_config('enable_sort', ${sort}, ${local}), set_config('enable_bitmapscan', ${sort}, ${local})`

/** Has what follows in the transaction read in order. */
export const planInOrder = (sql: SqlClient) => sql`select ${sorting(sql, "off", sql.literal("true"))}`

/** Takes on role, organization and planning; of a session only that of this backend, and none where that is another. */
export const entering = (sql: SqlClient, scope: SessionScope, planning: Planning, backend?: number) => {
  const extent = backend === undefined ? "transaction" : "session"
  const local = sql.literal(String(extent === "transaction"))
  const { mode, seqscan, sort } = plannings[planning]
  const entered =
    "jobs" in scope
      ? enterAllJobs(sql, scope.jobs, extent)
      : sql`${enterScope(sql, scope.organization, extent)}, set_config('enable_seqscan', ${seqscan}, ${local}), ${sorting(sql, sort, local)}`
  const isThis = backend === undefined ? sql.literal("") : sql`where pg_backend_pid() = ${backend}`
  return sql`${entered}, set_config('plan_cache_mode', ${mode}, ${local}) ${isThis}`
}

type Change = Record<"org" | "mode" | "seqscan" | "sort", string | null> & Record<"backend", number>

/**
 * Takes a session that has an organization's scope to another organization's, which has all else in common: to enter it
 * anew took half as long again as the search that followed, with a thousand organizations by turns.
 */
export const changing = (sql: SqlClient) => {
  const change = fixedStatement(
    sql,
    ["org", "mode", "seqscan", "sort", "backend"],
    ({
      org,
      mode,
      seqscan,
      sort,
      backend,
    }: Change) => sql`select set_config('hangtag.organization', ${org}, false),
      set_config('plan_cache_mode', ${mode}, false), set_config('enable_seqscan', ${seqscan}, false),
      ${sorting(sql, sort, sql.literal("false"))}
      where pg_backend_pid() = ${backend}`,
  )
  return (organization: string, planning: Planning, backend: number) =>
    change({ org: comparable(organization), ...plannings[planning], backend })
}
