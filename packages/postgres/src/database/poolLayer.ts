import type { EventEmitter } from "node:events"
import { PgClient, type PgConnection } from "@effect/sql-pg"
import type { HostConnection } from "@hangtag/core"
import { Cause, type Duration, Effect, Layer, Queue, type Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { make, SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { hostFailure } from "./hostFailure.ts"
import { commit, hostSession } from "./hostSession.ts"
import { limitWaiting } from "./limitWaiting.ts"
import { listener, type OpenListener } from "./listener.ts"
import { keepSessions } from "./pooling.ts"
import { reportLostTransactions } from "./reportLostTransactions.ts"
import { beginning, withSchema } from "./schemaPath.ts"
import { shareConnections, shareOf } from "./shareConnections.ts"

/** A connection that a pool lends. */
export interface PooledConnection extends HostConnection {
  /** Gives it back; with true the pool closes it. */
  readonly release: (destroy?: boolean) => void
}

/** A pool of `pg`, or of a driver that does as it does. */
export interface HostPool {
  readonly connect: () => Promise<PooledConnection>
  /** How many connections there are at most; 10 unless told. */
  readonly options?: { readonly max?: number | undefined }
}

/** How a pool of the host's is used. */
export interface PoolOptions {
  /** The schema of the tables; `migrate` makes it where it is not there. Default the first of the pool's `search_path`. */
  readonly schema?: string | undefined
  /** How long a transaction waits for one of the connections, while all are in use. Default 10 seconds. */
  readonly waitTimeout?: Duration.Input | undefined
}

const ignore = () => {}

/** Whoever waits no longer gives back what comes then. */
const connect = (pool: HostPool) =>
  Effect.callback<PooledConnection, SqlError>((resume) => {
    let isAwaited = true
    pool.connect().then(
      (connection) => {
        if (isAwaited) resume(Effect.succeed(connection))
        else connection.release()
      },
      (error) => resume(Effect.fail(hostFailure(error))),
    )
    return Effect.sync(() => {
      isAwaited = false
    })
  })

/** Borrows a connection until the scope closes; one that is then in a transaction still, or `spent`, the pool closes. */
const borrow = (
  pool: HostPool,
  spent = false,
): Effect.Effect<PooledConnection & EventEmitter, SqlError, Scope.Scope> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.tap(
      Effect.map(restore(connect(pool)), (connection) => connection as PooledConnection & EventEmitter),
      (connection) => {
        // what breaks while nobody waits for an answer would end the process
        connection.on("error", ignore)
        return Effect.addFinalizer(() =>
          Effect.sync(() => {
            const { getTransactionStatus } = connection as { getTransactionStatus?: () => string | null }
            const isSpent = spent || (getTransactionStatus?.call(connection) ?? "I") !== "I"
            if (!isSpent) connection.off("error", ignore)
            connection.release(isSpent)
          }),
        )
      },
    ),
  )

const listen = (connection: PooledConnection & EventEmitter, channel: string) =>
  Effect.gen(function* () {
    const queue = yield* Queue.unbounded<PgConnection.Notification, SqlError>()
    const received = (notification: PgConnection.Notification) => {
      if (notification.channel === channel) Queue.offerUnsafe(queue, notification)
    }
    const ended = (error?: Error) =>
      Queue.failCauseUnsafe(queue, Cause.fail(hostFailure(error ?? new Error("The connection has ended"))))
    connection.on("notification", received).on("error", ended).on("end", ended)
    yield* hostSession(connection).execute(`listen "${channel}"`, [], undefined)
    return queue
  })

/** Whether the pool's connections keep their sessions. */
const keepSessionsOf = (pool: HostPool) => {
  const sender = Effect.map(
    borrow(pool, true),
    (connection) => (sql: string, params: ReadonlyArray<unknown>) =>
      hostSession(connection).executeUnprepared(sql, params, undefined),
  )
  return Effect.scoped(
    Effect.flatMap(Effect.all([sender, sender]), ([one, other]) => keepSessions(one, other)),
  )
}

/** Takes a connection of its own, for as long as anybody waits for jobs; a small pool has none to spare. */
const listenerOf = (pool: HostPool, connections: number): OpenListener | undefined => {
  if (connections < 4) return undefined
  let isKept: boolean | undefined
  const open = Effect.gen(function* () {
    isKept ??= yield* keepSessionsOf(pool)
    if (!isKept) return yield* Effect.never
    const connection = yield* borrow(pool, true)
    return { listen: (channel: string) => listen(connection, channel) }
  })
  return open
}

/** In a transaction where the schema has to be told: it would stay the connection's otherwise. */
const single = (pool: HostPool, schema: string | undefined) => {
  const session = Effect.map(borrow(pool), hostSession)
  if (schema === undefined) return session
  return Effect.acquireRelease(
    Effect.tap(session, (each) => each.executeUnprepared(beginning("BEGIN", schema), [], undefined)),
    (each) => Effect.ignore(each.executeUnprepared("COMMIT", [], undefined)),
  )
}

/**
 * A client over the host's own pool of connections, which stays the host's: to be closed by it, after whatever uses this.
 *
 * Role, organization and schema are set for each transaction and end with it. `serverLayer` reads faster.
 */
export const poolLayer = (pool: HostPool, options: PoolOptions = {}): Layer.Layer<SqlClient> =>
  Layer.effect(
    SqlClient,
    Effect.gen(function* () {
      const connections = pool.options?.max ?? 10
      const limit = options.waitTimeout ?? "10 seconds"
      const sql = yield* make({
        acquirer: single(pool, options.schema),
        transactionAcquirer: Effect.map(borrow(pool), hostSession),
        compiler: PgClient.makeCompiler(),
        driver: "pg",
        beginTransaction: beginning("BEGIN", options.schema),
        commit,
        releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
        spanAttributes: [["db.system.name", "postgresql"]],
      })
      const client = withSchema(yield* limitWaiting(reportLostTransactions(sql), limit), options.schema)
      const shared = shareConnections(client, { connections, share: shareOf(connections), limit })
      return Object.assign(shared, listener(listenerOf(pool, connections)))
    }),
  ).pipe(Layer.provide(Reactivity.layer))
