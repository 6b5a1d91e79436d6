import { type PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { type Duration, Effect, type Scope } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Statement } from "effect/sql/Statement"
import { type AllJobs, enterAllJobs, enterScope } from "../sql/enterScope.ts"
import { fairGate } from "./fairGate.ts"
import { shareOf } from "./shareConnections.ts"
import { statementSpan } from "./statementSpan.ts"

/**
 * How Postgres plans a statement: `auto` as it sees fit, which may be anew at every call; `generic` once, for
 * statements whose best plan is the same whatever their parameters.
 */
export type Planning = "auto" | "generic"

/** Whose rows a session sees and writes: one organization's, or what may be done with the jobs of all. */
export type SessionScope = { readonly organization: string } | { readonly jobs: AllJobs }

/** Runs a statement by itself where it sees and writes nothing but what the scope allows. */
export type ScopedSessions = <A extends object>(
  scope: SessionScope,
  statement: Statement<A>,
  planning: Planning,
) => Effect.Effect<ReadonlyArray<A>, SqlError>

const property = Symbol("@hangtag/postgres/client/ScopedSessions")

/** The client's own way to run single statements, where it has one. */
export const scopedSessionsOf = (client: SqlClient): ScopedSessions | undefined =>
  (client as { readonly [property]?: ScopedSessions })[property]

/**
 * Gives the client connections for single statements, mostly reads. Each stays in the scope of the organization that
 * it worked for last, so that most of them are one round trip where a transaction makes it four.
 *
 * Role and organization are the session's there. A connection is known to be in a scope only after it has entered
 * it; one that is not known to be in the wanted one enters that first.
 */
export const withScopedSessions = Effect.fnUntraced(function* (
  client: PgClient.PgClient,
  config: PgPool.Config,
  waitTimeout: Duration.Input,
): Effect.fn.Return<PgClient.PgClient, SqlError, Scope.Scope> {
  const scopes = new WeakMap<PgConnection.PgConnection, string>()
  const nameOf = (scope: SessionScope, planning: Planning) =>
    "jobs" in scope ? `${planning} jobs ${scope.jobs}` : `${planning} organization ${scope.organization}`
  const enter = (connection: PgConnection.PgConnection, scope: SessionScope, planning: Planning) =>
    Effect.suspend(() => {
      scopes.delete(connection)
      const mode = planning === "generic" ? "force_generic_plan" : "auto"
      const entered =
        "jobs" in scope
          ? enterAllJobs(client, scope.jobs, "session")
          : enterScope(client, scope.organization, "session")
      const enter = client`select s.*, set_config('plan_cache_mode', ${mode}, false) from (${entered}) s`
      return Effect.map(connection.query(...enter.compile()), () => {
        scopes.set(connection, nameOf(scope, planning))
      })
    })
  const reading = Effect.fnUntraced(function* (config: PgPool.Config) {
    const pool = yield* PgPool.make(config)
    const places = config.maxConnections ?? 10
    const inLine = fairGate({ places, share: shareOf(places), limit: waitTimeout })
    const reads: ScopedSessions = (scope, statement, planning) =>
      inLine(
        "jobs" in scope ? null : scope.organization,
        pool.use((connection) => {
          const rows = Effect.map(
            connection.query(...statement.compile()),
            (result) => result.rows as ReadonlyArray<never>,
          )
          return scopes.get(connection) === nameOf(scope, planning)
            ? rows
            : Effect.andThen(enter(connection, scope, planning), rows)
        }),
      )
    return reads
  })
  const ofOne = yield* reading(config)
  // apart, so that connections stay in their scope; opened only where somebody takes jobs
  const ofAll = yield* reading({ ...config, maxConnections: 2 })
  const traced = statementSpan(config)
  const reads: ScopedSessions = (scope, statement, planning) =>
    traced(statement, ("jobs" in scope ? ofAll : ofOne)(scope, statement, planning))
  return Object.assign(client, { [property]: reads })
})
