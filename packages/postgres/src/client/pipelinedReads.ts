import { type PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { Deferred, type Duration, Effect, References, type Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { fairGate } from "./fairGate.ts"
import type { ScopedSessions } from "./ScopedSessions.ts"
import { changing, entering } from "./sessionScope.ts"
import { shareOf } from "./shareConnections.ts"

/** Statements that are under way on one connection, at most. */
const atOnce = 8

/** The organization in whose scope a connection is behind all that it was sent. */
interface Sent {
  readonly organization: string
  /** Whether the scope came about; done before anything is answered that was sent behind. */
  readonly entered: Deferred.Deferred<boolean>
  isIn: boolean
}

/**
 * Runs small reads on few connections, several at once on each: what is asked meanwhile goes to a backend that is awake, in
 * one write. Each waits for those before it, and none is cancelled: for reads of some milliseconds at most.
 *
 * What is of another organization than what was sent before it goes behind a statement that enters its scope, both at once.
 * Where that does not come about, `otherwise` runs what was sent behind it: reads, of which any answer may be dropped.
 */
export const pipelinedReads = Effect.fnUntraced(function* (
  client: PgClient.PgClient,
  config: PgPool.Config & { readonly maxConnections: number },
  waitTimeout: Duration.Input,
  otherwise: ScopedSessions,
): Effect.fn.Return<ScopedSessions, SqlError, Scope.Scope> {
  const pool = yield* PgPool.make({ ...config, multiplex: true, multiplexConcurrency: atOnce })
  const places = config.maxConnections * atOnce
  const inLine = fairGate({ places, share: shareOf(places), limit: waitTimeout })
  const change = changing(client)
  const last = new WeakMap<PgConnection.PgConnection, Sent>()

  /** Sends what enters the scope. Detached: others may count on it when nobody waits here any more. */
  const enter = (connection: PgConnection.PgConnection, organization: string) => {
    const sent: Sent = { organization, entered: Deferred.makeUnsafe(), isIn: false }
    const { processId } = connection
    const statement = last.get(connection)?.isIn
      ? change(organization, "generic", processId)
      : entering(client, { organization }, "generic", processId)
    last.set(connection, sent)
    const answered = Effect.matchCauseEffect(connection.query(...statement.compile()), {
      onSuccess: ({ rows }) => Effect.sync(() => rows.length > 0),
      onFailure: () => Effect.succeed(false),
    })
    const told = Effect.flatMap(answered, (isIn) => {
      sent.isIn = isIn
      if (!isIn && last.get(connection) === sent) last.delete(connection)
      return Deferred.succeed(sent.entered, isIn)
    })
    return Effect.as(Effect.forkDetach(told, { startImmediately: true }), sent)
  }

  const reads: ScopedSessions = (scope, statement, planning) => {
    if (!("organization" in scope)) return otherwise(scope, statement, planning)
    const { organization } = scope
    const inScope = (connection: PgConnection.PgConnection, sent: Sent) =>
      Effect.flatMap(connection.query(...statement.compile()), ({ rows }) =>
        Effect.map(sent.isIn ? Effect.succeed(true) : Deferred.await(sent.entered), (isIn) =>
          isIn ? rows : undefined,
        ),
      )
    const read = inLine(
      organization,
      pool.use((connection) => {
        const sent = last.get(connection)
        const read =
          sent?.organization === organization
            ? inScope(connection, sent)
            : Effect.flatMap(enter(connection, organization), (sent) => inScope(connection, sent))
        // nobody sends anything between the look at where the connection will be and the statement
        return Effect.provideService(read, References.PreventSchedulerYield, true)
      }),
    )
    return Effect.flatMap(read, (rows) =>
      rows === undefined
        ? otherwise(scope, statement, planning)
        : Effect.succeed(rows as ReadonlyArray<never>),
    )
  }
  return reads
})
