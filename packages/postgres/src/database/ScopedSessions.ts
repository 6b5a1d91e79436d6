import { type PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { type Duration, Effect, type Scope } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Statement } from "effect/sql/Statement"
import { endAbandoned } from "./endAbandoned.ts"
import { fairGate } from "./fairGate.ts"
import { pipelinedTransaction } from "./pipelinedTransaction.ts"
import { poolingOf } from "./pooling.ts"
import { changing, entering, type Planning, type SessionScope } from "./sessionScope.ts"
import { shareOf } from "./shareConnections.ts"
import { statementSpan } from "./statementSpan.ts"

interface Options {
  readonly planning: Planning
  readonly writes: boolean
}

/** Runs a statement by itself where it sees and writes nothing but what the scope allows. */
export type ScopedSessions = <A extends object>(
  scope: SessionScope,
  statement: Statement<A>,
  options: Options,
) => Effect.Effect<ReadonlyArray<A>, SqlError>

const property = Symbol("@hangtag/postgres/database/ScopedSessions")

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
 * it; one that is not known to be in the wanted one enters that first. What takes it from one organization to another
 * and a read are sent together, which spares a round trip: nobody sees what was read unless the first was answered with
 * yes. Where the session turns out not to be the connection's own, as behind a pooler, the statement is in a transaction
 * of its own, sent in one piece.
 */
export const withScopedSessions = Effect.fnUntraced(function* (
  client: PgClient.PgClient,
  config: PgPool.Config,
  waitTimeout: Duration.Input,
): Effect.fn.Return<PgClient.PgClient, SqlError, Scope.Scope> {
  const scopes = new WeakMap<PgConnection.PgConnection, Entered>()
  const keepsSessions = poolingOf(client) === "none"
  const change = changing(client)
  // opened only where something has to be ended
  const cancels = yield* PgPool.make({ ...config, maxConnections: 1 })
  const run = (
    pool: PgPool.PgPool,
    connection: PgConnection.PgConnection,
    scope: SessionScope,
    statement: Statement<object>,
    { planning, writes }: Options,
  ) => {
    const inTransaction = () =>
      Effect.onInterrupt(
        pipelinedTransaction(connection, [entering(client, scope, planning), statement]),
        () => pool.invalidate(connection),
      )
    if (!keepsSessions) return inTransaction()
    const endingIt = <A, E>(effect: Effect.Effect<A, E>) =>
      Effect.onInterrupt(effect, () => endAbandoned(cancels, pool, connection, scopes.has(connection)))
    const query = Effect.map(connection.query(...statement.compile()), ({ rows }) => rows)
    const inSession = endingIt(query)
    const before = scopes.get(connection)
    if (before?.planning === planning && isSame(before.scope, scope)) return inSession
    const isChange = before !== undefined && "organization" in before.scope && "organization" in scope
    const enter = isChange
      ? change(scope.organization, planning, connection.processId)
      : entering(client, scope, planning, connection.processId)
    const now: Entered = { scope, planning }
    scopes.delete(connection)
    /** Whether the connection is in the scope now; it is not where its session is somebody else's. */
    const entered = Effect.map(connection.query(...enter.compile()), ({ rows }) => {
      if (rows.length > 0) scopes.set(connection, now)
      return rows.length > 0
    })
    if (!isChange || writes)
      return Effect.flatMap(endingIt(entered), (isIn) => (isIn ? inSession : inTransaction()))
    const read = Effect.map(Effect.exit(query), (exit) =>
      // what is answered before the other, which the client then has sent again, was read in the scope before
      scopes.get(connection) === now ? exit : inSession,
    )
    const sent = Effect.all([Effect.exit(entered), read], { concurrency: "unbounded" })
    return Effect.flatMap(endingIt(sent), ([entered, read]) =>
      Effect.flatMap(entered, (isIn) => (isIn ? read : inTransaction())),
    )
  }
  const reading = Effect.fnUntraced(function* (config: PgPool.Config) {
    // a pipeline that nobody shares: what is sent in one piece is one round trip
    const pool = yield* PgPool.make({ ...config, multiplex: true, multiplexConcurrency: 1 })
    const places = config.maxConnections ?? 10
    const inLine = fairGate({ places, share: shareOf(places), limit: waitTimeout })
    const reads: ScopedSessions = (scope, statement, options) =>
      inLine(
        "jobs" in scope ? null : scope.organization,
        pool.use((connection) => run(pool, connection, scope, statement, options)),
      ) as Effect.Effect<ReadonlyArray<never>, SqlError>
    return reads
  })
  const ofOne = yield* reading(config)
  // apart, so that connections stay in their scope; opened only where somebody takes jobs
  const ofAll = yield* reading({ ...config, maxConnections: 2 })
  const traced = statementSpan(config)
  const reads: ScopedSessions = (scope, statement, options) => {
    const of = "jobs" in scope ? ofAll : ofOne
    return traced(statement, of(scope, statement, options))
  }
  return Object.assign(client, { [property]: reads })
})
