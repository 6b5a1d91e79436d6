import { type PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { type Duration, Effect, type Scope } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Statement } from "effect/sql/Statement"
import { fairGate } from "./fairGate.ts"
import { pipelinedTransaction } from "./pipelinedTransaction.ts"
import { poolingOf } from "./pooling.ts"
import { changing, entering, type Planning, type SessionScope } from "./sessionScope.ts"
import { shareOf } from "./shareConnections.ts"
import { statementSpan } from "./statementSpan.ts"

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

/** The scope that a session is in, and how it plans. */
interface Entered {
  readonly scope: SessionScope
  readonly planning: Planning
}

const isSame = (one: SessionScope, other: SessionScope): boolean =>
  "jobs" in one
    ? "jobs" in other && one.jobs === other.jobs
    : "organization" in other && one.organization === other.organization

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
  const scopes = new WeakMap<PgConnection.PgConnection, Entered>()
  const keepsSessions = poolingOf(client) === "none"
  const change = changing(client)
  /** Whether the connection is in the scope now; it is not where its session is somebody else's. */
  const enter = (connection: PgConnection.PgConnection, scope: SessionScope, planning: Planning) =>
    Effect.suspend(() => {
      const before = scopes.get(connection)?.scope
      scopes.delete(connection)
      const backend = connection.processId
      const enter =
        before !== undefined && "organization" in before && "organization" in scope
          ? change(scope.organization, planning, backend)
          : entering(client, scope, planning, backend)
      return Effect.map(connection.query(...enter.compile()), ({ rows }) => {
        if (rows.length > 0) scopes.set(connection, { scope, planning })
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
          const entered = scopes.get(connection)
          return entered?.planning === planning && isSame(entered.scope, scope)
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
  const reads: ScopedSessions = (scope, statement, planning) => {
    const of = "jobs" in scope ? ofAll : ofOne
    return traced(statement, of(scope, statement, planning))
  }
  return Object.assign(client, { [property]: reads })
})
