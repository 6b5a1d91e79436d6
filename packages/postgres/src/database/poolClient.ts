import type { EventEmitter } from "node:events"
import { CallingOrganization, type HostConnection } from "@hangtag/core"
import { Deferred, Duration, Effect, Option, type Scope } from "effect"
import type { Reactivity } from "effect/reactivity/Reactivity"
import { make, type SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Statement } from "effect/sql/Statement"
import { hostFailure, noneFree, noneGiven } from "./failures.ts"
import { fairGate } from "./fairGate.ts"
import { commit } from "./hostSession.ts"
import { type PgSession, pgSession, type SessionOptions } from "./pgSession.ts"
import { reportLostTransactions } from "./reportLostTransactions.ts"
import { compiler } from "./statements.ts"

/** A client of `pg` that a pool lends. */
export interface PooledClient extends HostConnection, EventEmitter {
  /** Gives it back; with true the pool closes it. */
  readonly release: (destroy?: boolean) => void
}

/** A pool of `pg`. */
export interface ClientPool {
  readonly connect: () => Promise<PooledClient>
  readonly on?: (event: "connect", listener: (client: PooledClient) => void) => unknown
  readonly options: { max?: number | undefined }
  readonly totalCount: number
  readonly idleCount: number
}

/** How the connections of a pool are used. */
export interface PoolUse extends SessionOptions {
  /** Connections at most, and those of them that one organization may have in use at once. */
  readonly places: number
  readonly share: number
  /** How long a statement or a transaction waits for one of them. */
  readonly waitTimeout: Duration.Input
  /** How long a new one may take, where the driver of the pool has no limit. */
  readonly connectTimeout?: Duration.Input
  readonly spanAttributes: ReadonlyArray<readonly [string, unknown]>
}

/** Of N connections, those that one organization may have in use at once. */
export const shareOf = (connections: number): number => Math.ceil(connections / 2)

/** A session out of the pool, with what it runs on. */
interface Lent {
  readonly client: PooledClient
  readonly session: PgSession
}

const lentOf = (client: PooledClient, use: SessionOptions): Lent => {
  const session = pgSession(client, use)
  client.on("error", session.broke)
  return { client, session }
}

const giveBack = ({ client, session }: Lent, isSpent: boolean) => {
  const { getTransactionStatus } = client as { getTransactionStatus?: () => string | null }
  const isFree = session.isFree() && (getTransactionStatus?.call(client) ?? "I") === "I"
  const isKept = isFree && !isSpent
  if (isKept) client.off("error", session.broke)
  client.release(!isKept)
}

/** A client over a pool of `pg`, and what this package asks of that besides. */
export interface PoolClient {
  readonly sql: SqlClient
  /** Runs one statement, sent in one piece with what enters its scope: a transaction of its own. */
  readonly single: <A extends object>(
    party: string | null,
    enter: readonly [text: string, params: ReadonlyArray<unknown>],
    statement: Statement<A>,
  ) => Effect.Effect<ReadonlyArray<A>, SqlError>
  /** A place among the connections for as long as the scope is open, for who then takes one with `sql.reserve`. */
  readonly place: (party: string | null) => Effect.Effect<void, SqlError, Scope.Scope>
  /** A connection until the scope closes, which the pool then closes. */
  readonly spare: Effect.Effect<Lent, SqlError, Scope.Scope>
  /** How many connections are used and idle, and how many calls wait for one. */
  readonly connections: () => Readonly<Record<"used" | "idle" | "waiting", number>>
}

/** Makes the client; the pool stays its owner's. */
export const poolClient = Effect.fnUntraced(function* (
  pool: ClientPool,
  use: PoolUse,
): Effect.fn.Return<PoolClient, never, Reactivity> {
  const limit = Duration.toMillis(use.waitTimeout)
  const connectLimit = Duration.toMillis(use.connectTimeout ?? Duration.infinity)
  // what breaks before its listener is there, in the very data that it connected with, would end the process
  pool.on?.("connect", (client) => client.on("error", () => {}))
  const gate = fairGate({ places: use.places, share: use.share, limit })
  const connect = Effect.callback<Lent, SqlError>((resume) => {
    let isAwaited = true
    const give = (exit: Effect.Effect<Lent, SqlError>) => {
      isAwaited = false
      clearTimeout(timer)
      resume(exit)
    }
    const isFull = pool.idleCount === 0 && pool.totalCount >= use.places
    const time = isFull ? limit : connectLimit
    // a timer of more fires at once
    const timer = time < 2 ** 31 ? setTimeout(() => give(Effect.fail(noneFree())), time) : undefined
    // it may throw at once
    const asked = async () => pool.connect()
    asked().then(
      // who waits no longer gives back what comes then
      (client) => (isAwaited ? give(Effect.succeed(lentOf(client, use))) : client.release()),
      (error) => (isAwaited ? give(Effect.fail(hostFailure(error))) : undefined),
    )
    return Effect.sync(() => {
      isAwaited = false
      clearTimeout(timer)
    })
  })
  // where the server gives no more, the next of ours that becomes free
  const fewer = Effect.catchIf(connect, noneGiven, (error) => {
    const { max } = pool.options
    if (pool.totalCount === 0) return Effect.fail(error)
    pool.options.max = pool.totalCount
    setTimeout(() => {
      pool.options.max = max
    }, 10_000).unref()
    return connect
  })
  const set = (session: PgSession) => {
    if (use.settings !== undefined) session.defer(use.settings)
    return session
  }
  const lend = <A, E, R>(
    party: string | null,
    work: (session: PgSession) => Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E | SqlError, R> =>
    gate(
      party,
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(restore(fewer), (lent) =>
          Effect.onExit(restore(work(lent.session)), () => Effect.sync(() => giveBack(lent, false))),
        ),
      ),
    )
  const borrow = (isSpent: boolean) =>
    Effect.acquireRelease(fewer, (lent) => Effect.sync(() => giveBack(lent, isSpent)), {
      interruptible: true,
    })
  const session = Effect.map(borrow(false), (lent) => lent.session)
  const sql = yield* make({
    acquirer: Effect.map(session, set),
    borrower: (work) =>
      Effect.flatMap(CallingOrganization, (party) => lend(party, (each) => work(set(each)))),
    transactionAcquirer: session,
    compiler,
    driver: "pg",
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: use.spanAttributes,
  })
  const { withTransaction } = reportLostTransactions(sql)
  const shared = Object.assign(sql, {
    withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
      Effect.flatMap(Effect.serviceOption(sql.transactionService), (surrounding) =>
        Option.isSome(surrounding)
          ? withTransaction(effect)
          : Effect.flatMap(CallingOrganization, (party) => gate(party, withTransaction(effect))),
      ),
  })
  return {
    sql: shared,
    single: (party, enter, statement) =>
      lend(party, (session) => {
        set(session).defer(...enter)
        return Effect.provideService(statement, sql.transactionService, [session, 0])
      }),
    place: Effect.fnUntraced(function* (party) {
      const entered = yield* Deferred.make<void, SqlError>()
      const held = gate(party, Effect.andThen(Deferred.succeed(entered, undefined), Effect.never))
      yield* Effect.forkScoped(Effect.catch(held, (error) => Deferred.fail(entered, error)))
      yield* Deferred.await(entered)
    }),
    spare: borrow(true),
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: gate.waiting(),
    }),
  }
})
