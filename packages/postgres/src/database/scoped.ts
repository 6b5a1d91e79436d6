import { CallingOrganization, type Unavailable } from "@hangtag/core"
import { Context, Effect, Option, Schedule } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Statement } from "effect/sql/Statement"
import { databaseOf } from "./Database.ts"
import { databaseUnavailable, sqlState } from "./failures.ts"
import { HostClient, inOwnTransaction, joined, OwnTransaction } from "./hostTransaction.ts"
import type { PgSession } from "./pgSession.ts"
import { entering, type Planning, planInOrder, type Scope, type ScopeOptions } from "./scope.ts"

/** Serialization failure and deadlock: Postgres chose one of those in each other's way, and undid it as a whole. */
const wasChosen = (error: unknown): boolean =>
  isSqlError(error) ? ["40001", "40P01"].includes(sqlState(error) ?? "") : chosen.has(error as Unavailable)

/** What such a failure became to the core, within a transaction that is to be begun again. */
const chosen = new WeakSet<Unavailable>()

/** What a statement's failure is to the core; anything else stays what it is. */
export const unavailable =
  (operation: string) =>
  <E>(error: E | SqlError) => {
    if (!isSqlError(error)) return error as Exclude<E, SqlError>
    const failure = databaseUnavailable(operation, error)
    if (wasChosen(error)) chosen.add(failure)
    return failure
  }

/** Again, some times, when others were in its way. */
const again = {
  schedule: Schedule.jittered(Schedule.exponential("20 millis")),
  times: 6,
  while: wasChosen,
}

/** Where what is run notes that Postgres chose it, for those to whom the failure comes as something else: an answer, say. */
const Undone = Context.Reference<{ isChosen: boolean } | undefined>("@hangtag/postgres/database/Undone", {
  defaultValue: () => undefined,
})

/** Runs a transaction, again from its start, some times, where anything in it was in others' way, whatever its failure became since. */
export const begunAgain = <A, E, R>(transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const undone = { isChosen: false }
    const afresh = Effect.suspend(() => {
      undone.isChosen = false
      return transaction
    })
    return Effect.retry(Effect.provideService(afresh, Undone, undone), {
      ...again,
      while: (error) => undone.isChosen || wasChosen(error),
    })
  })

/** Sends a statement with the next one of the session; by itself on one of the host's. */
export const defer = (
  session: Connection,
  text: string,
  params: ReadonlyArray<unknown> = [],
): Effect.Effect<void, SqlError> => {
  const { defer } = session as Partial<PgSession>
  return defer === undefined
    ? Effect.asVoid(session.executeUnprepared(text, params, undefined))
    : Effect.sync(() => defer(text, params))
}

const before = (sql: SqlClient, text: string, params?: ReadonlyArray<unknown>) =>
  Effect.flatMap(sql.transactionService, ([session]) => defer(session, text, params))

/**
 * In the surrounding transaction, `own` or the host's; without one `alone`, again, some times, when others were in its
 * way, unless the host's connection has a transaction that only the host can begin again.
 */
const inTransaction = <A, E, R>(
  sql: SqlClient,
  own: Effect.Effect<A, E | SqlError, R>,
  alone: Effect.Effect<A, E | SqlError, R>,
): Effect.Effect<A, E | SqlError, R> =>
  Effect.flatMap(
    Effect.all([Effect.serviceOption(sql.transactionService), OwnTransaction, HostClient]),
    ([surrounding, isOwn, host]) => {
      if (Option.isNone(surrounding)) return host === undefined ? Effect.retry(alone, again) : alone
      return isOwn ? own : joined(sql, own)
    },
  )

/**
 * Runs the effect in a transaction, a surrounding one too, which may go on where it fails: it then leaves nothing there (a
 * savepoint). Alone it is run again from its start, some times, when others were in its way.
 */
export const transaction = <A, E, R>(
  sql: SqlClient,
  operation: string,
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, E | Unavailable, R> => {
  const kept = sql.withTransaction(effect)
  const own: Effect.Effect<A, E | SqlError | Unavailable, R> = inTransaction<A, E, R>(
    sql,
    kept,
    inOwnTransaction(kept),
  )
  return Effect.mapError(own, unavailable(operation)) as Effect.Effect<A, E | Unavailable, R>
}

const partyOf = (scope: Scope) => ("organization" in scope ? scope.organization : null)

const within = <A, E, R>(
  sql: SqlClient,
  scope: Scope,
  operation: string,
  effect: Effect.Effect<A, E | SqlError, R>,
  options: ScopeOptions = {},
): Effect.Effect<A, Exclude<E, SqlError> | Unavailable, R> => {
  const entered = Effect.andThen(before(sql, ...entering(scope, options)), effect) as Effect.Effect<
    A,
    E | SqlError,
    R
  >
  // who looks after all jobs may do so in another's transaction, and leaves it as it was
  const own = "organization" in scope ? entered : sql.withTransaction(entered)
  const alone = Effect.provideService(
    inOwnTransaction(sql.withTransaction(entered)),
    CallingOrganization,
    partyOf(scope),
  )
  return inTransaction(sql, own, alone).pipe(
    Effect.tapError((error) =>
      Effect.map(Undone, (undone) => {
        if (undone !== undefined && wasChosen(error)) undone.isChosen = true
      }),
    ),
    Effect.mapError(unavailable(operation)),
  )
}

/** Runs one statement in a transaction of its own, in one round trip; within a surrounding one as part of that. */
const single = <A extends object>(
  sql: SqlClient,
  scope: Scope,
  operation: string,
  statement: Statement<A>,
  planning: Planning,
): Effect.Effect<ReadonlyArray<A>, Unavailable> =>
  Effect.contextWith((context: Context.Context<never>) => {
    const surrounds =
      Option.isSome(Context.getOption(context, sql.transactionService)) ||
      Context.get(context, HostClient) !== undefined
    if (!surrounds)
      return Effect.mapError(
        Effect.retry(databaseOf(sql).single(partyOf(scope), entering(scope, { planning }), statement), again),
        unavailable(operation),
      )
    const planned = planning === "ordered" ? Effect.andThen(before(sql, planInOrder), statement) : statement
    return within(sql, scope, operation, planned as Statement<A>)
  })

/** Runs the effect's statements in a transaction that may read which jobs there are, of whichever organization. */
export const housekeeping = <A, E, R>(
  sql: SqlClient,
  operation: string,
  effect: Effect.Effect<A, E | SqlError, R>,
): Effect.Effect<A, Exclude<E, SqlError> | Unavailable, R> => within(sql, { jobs: "seen" }, operation, effect)

/** Runs one statement as `housekeeping` does. */
export const housekeepingRead = <A extends object>(
  sql: SqlClient,
  operation: string,
  statement: Statement<A>,
): Effect.Effect<ReadonlyArray<A>, Unavailable> => single(sql, { jobs: "seen" }, operation, statement, "auto")

/** Runs the one statement that claims jobs of whichever organization. */
export const claiming = <A extends object>(
  sql: SqlClient,
  operation: string,
  statement: Statement<A>,
): Effect.Effect<ReadonlyArray<A>, Unavailable> =>
  single(sql, { jobs: "claimed" }, operation, statement, "generic")

/**
 * Runs the effect's statements in a transaction that sees and writes rows of one organization only.
 *
 * Joins the surrounding transaction where there is one. In one of ours role and organization then hold to its end, or
 * until another scope begins in it; the host's is left as it was (`joined`). Without one the effect is run again, some times, when others were in its way. In this file a
 * `SqlError` becomes `Unavailable`, nowhere else.
 */
export const scoped = <A, E, R>(
  sql: SqlClient,
  organization: string,
  operation: string,
  effect: Effect.Effect<A, E | SqlError, R>,
  options: ScopeOptions = {},
): Effect.Effect<A, Exclude<E, SqlError> | Unavailable, R> =>
  within(sql, { organization }, operation, effect, options)

/** Runs one statement that only reads, as `scoped` does. */
export const scopedRead = <A extends object>(
  sql: SqlClient,
  organization: string,
  operation: string,
  statement: Statement<A>,
  planning: Planning = "auto",
): Effect.Effect<ReadonlyArray<A>, Unavailable> =>
  single(sql, { organization }, operation, statement, planning)

/** Runs one statement that writes, as `scoped` does. */
export const scopedWrite = <A extends object>(
  sql: SqlClient,
  organization: string,
  operation: string,
  statement: Statement<A>,
): Effect.Effect<ReadonlyArray<A>, Unavailable> => single(sql, { organization }, operation, statement, "auto")
