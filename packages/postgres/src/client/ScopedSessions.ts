import { type PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { type Duration, Effect, type Scope } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Statement } from "effect/sql/Statement"
import { type AllJobs, enterAllJobs, enterScope } from "../sql/enterScope.ts"
import { fairGate } from "./fairGate.ts"
import { pipelinedTransaction } from "./pipelinedTransaction.ts"
import { poolingOf } from "./pooling.ts"
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

const nameOf = (scope: SessionScope, planning: Planning) =>
  "jobs" in scope ? `${planning} jobs ${scope.jobs}` : `${planning} organization ${scope.organization}`

/** Takes on role, organization and planning; of a session only that of this backend, and none where that is another. */
const entering = (sql: SqlClient, scope: SessionScope, planning: Planning, backend?: number) => {
  const extent = backend === undefined ? "transaction" : "session"
  const entered =
    "jobs" in scope ? enterAllJobs(sql, scope.jobs, extent) : enterScope(sql, scope.organization, extent)
  const mode = planning === "generic" ? "force_generic_plan" : "auto"
  const isThis = backend === undefined ? sql.literal("") : sql`where pg_backend_pid() = ${backend}`
  return sql`${entered}, set_config('plan_cache_mode', ${mode}, ${sql.literal(String(extent === "transaction"))}) ${isThis}`
}

/**
 * Gives the client connections for single statements, mostly reads. Each stays in the scope of the organization that
 * it worked for last, so that most of them are one round trip where a transaction makes it four.
 *
 * Role and organization are the session's there. A connection is known to be in a scope only after it has entered
 * it; one that is not known to be in the wanted one enters that first. Where the session turns out not to be the
 * connection's own, as behind a pooler, the statement is in a transaction of its own, sent in one piece.
 */
export const withScopedSessions = Effect.fnUntraced(function* (
  client: PgClient.PgClient,
  config: PgPool.Config,
  waitTimeout: Duration.Input,
): Effect.fn.Return<PgClient.PgClient, SqlError, Scope.Scope> {
  const scopes = new WeakMap<PgConnection.PgConnection, string>()
  const keepsSessions = poolingOf(client) === "none"
  /** Whether the connection is in the scope now; it is not where its session is somebody else's. */
  const enter = (connection: PgConnection.PgConnection, scope: SessionScope, planning: Planning) =>
    Effect.suspend(() => {
      scopes.delete(connection)
      const enter = entering(client, scope, planning, connection.processId)
      return Effect.map(connection.query(...enter.compile()), ({ rows }) => {
        if (rows.length > 0) scopes.set(connection, nameOf(scope, planning))
        return rows.length > 0
      })
    })
  const reading = Effect.fnUntraced(function* (config: PgPool.Config) {
    // a pipeline that nobody shares: the transaction of one statement is sent in one piece
    const pool = yield* PgPool.make(
      keepsSessions ? config : { ...config, multiplex: true, multiplexConcurrency: 1 },
    )
    const places = config.maxConnections ?? 10
    const inLine = fairGate({ places, share: shareOf(places), limit: waitTimeout })
    const reads: ScopedSessions = (scope, statement, planning) =>
      inLine(
        "jobs" in scope ? null : scope.organization,
        pool.use((connection) => {
          const inTransaction = () =>
            Effect.onInterrupt(
              pipelinedTransaction(connection, [entering(client, scope, planning), statement]),
              // what it was sent may still be under way
              () => pool.invalidate(connection),
            )
          if (!keepsSessions) return inTransaction()
          const inSession = Effect.map(connection.query(...statement.compile()), ({ rows }) => rows)
          return scopes.get(connection) === nameOf(scope, planning)
            ? inSession
            : Effect.flatMap(enter(connection, scope, planning), (isIn) =>
                isIn ? inSession : inTransaction(),
              )
        }),
      ) as Effect.Effect<ReadonlyArray<never>, SqlError>
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
