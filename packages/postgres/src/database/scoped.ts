import { CallingOrganization, type Unavailable } from "@hangtag/core"
import { Context, Effect, Option, Schedule } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Statement } from "effect/sql/Statement"
import { databaseUnavailable, noneGiven, sqlState } from "./databaseUnavailable.ts"
import { type AllJobs, enterAllJobs, enterScope, type ScopeOptions } from "./enterScope.ts"
import { HostClient } from "./HostClient.ts"
import { inOwnTransaction, joined, OwnTransaction } from "./hostTransaction.ts"
import { scopedSessionsOf } from "./ScopedSessions.ts"
import { type Planning, planInOrder } from "./sessionScope.ts"

/** Serialization failure and deadlock: Postgres chose one of those in each other's way, and undid it as a whole. */
const wasChosen = (error: unknown) => isSqlError(error) && ["40001", "40P01"].includes(sqlState(error) ?? "")

/** What a statement's failure is to the core; anything else stays what it is. */
export const unavailable =
  (operation: string) =>
  <E>(error: E | SqlError) =>
    isSqlError(error) ? databaseUnavailable(operation, error) : (error as Exclude<E, SqlError>)

/** Again, some times, when others were in its way. */
const again = {
  schedule: Schedule.jittered(Schedule.exponential("20 millis")),
  times: 6,
  while: wasChosen,
}

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

const withAllJobs = <A, E, R>(
  sql: SqlClient,
  jobs: AllJobs,
  operation: string,
  effect: Effect.Effect<A, E | SqlError, R>,
): Effect.Effect<A, Exclude<E, SqlError> | Unavailable, R> => {
  const body = Effect.andThen(enterAllJobs(sql, jobs, "transaction"), effect)
  return Effect.mapError(
    inTransaction(sql, sql.withTransaction(body), inOwnTransaction(sql.withTransaction(body))),
    unavailable(operation),
  )
}

/** Runs the effect's statements in a transaction that may read which jobs there are, of whichever organization. */
export const housekeeping = <A, E, R>(
  sql: SqlClient,
  operation: string,
  effect: Effect.Effect<A, E | SqlError, R>,
): Effect.Effect<A, Exclude<E, SqlError> | Unavailable, R> => withAllJobs(sql, "seen", operation, effect)

/**
 * Runs one statement `outside` of a transaction, on a connection that the client has for this: unless it has none,
 * the server gives none, or a transaction surrounds the statement, which then is part of that.
 */
const single = <A, E>(
  sql: SqlClient,
  operation: string,
  outside: Effect.Effect<A, E | SqlError> | undefined,
  inTransaction: () => Effect.Effect<A, Exclude<E, SqlError> | Unavailable>,
): Effect.Effect<A, Exclude<E, SqlError> | Unavailable> =>
  outside === undefined
    ? inTransaction()
    : Effect.contextWith((context: Context.Context<never>) =>
        Option.isSome(Context.getOption(context, sql.transactionService)) ||
        Context.get(context, HostClient) !== undefined
          ? inTransaction()
          : Effect.catch(outside, (error) =>
              noneGiven(error) ? inTransaction() : Effect.fail(unavailable(operation)(error)),
            ),
      )

/** Runs one statement as `housekeeping` does, outside of a transaction where it can. */
export const housekeepingRead = <A extends object>(
  sql: SqlClient,
  operation: string,
  statement: Statement<A>,
): Effect.Effect<ReadonlyArray<A>, Unavailable> =>
  single(
    sql,
    operation,
    scopedSessionsOf(sql)?.({ jobs: "seen" }, statement, { planning: "auto", writes: false }),
    () => housekeeping(sql, operation, statement),
  )

/** Runs the one statement that claims jobs of whichever organization, outside of a transaction where it can. */
export const claiming = <A extends object>(
  sql: SqlClient,
  operation: string,
  statement: Statement<A>,
): Effect.Effect<ReadonlyArray<A>, Unavailable> => {
  const once = scopedSessionsOf(sql)?.({ jobs: "claimed" }, statement, { planning: "generic", writes: true })
  return single(sql, operation, once && Effect.retry(once, again), () =>
    withAllJobs(sql, "claimed", operation, statement),
  )
}

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
): Effect.Effect<A, Exclude<E, SqlError> | Unavailable, R> => {
  const body = Effect.andThen(enterScope(sql, organization, "transaction", options), effect)
  const alone = Effect.provideService(
    inOwnTransaction(sql.withTransaction(body)),
    CallingOrganization,
    organization,
  )
  return Effect.mapError(inTransaction(sql, body, alone), unavailable(operation))
}

/** Runs one statement that only reads as `scoped` does, outside of a transaction where it can. */
export const scopedRead = <A extends object>(
  sql: SqlClient,
  organization: string,
  operation: string,
  statement: Statement<A>,
  planning: Planning = "auto",
): Effect.Effect<ReadonlyArray<A>, Unavailable> =>
  single(
    sql,
    operation,
    scopedSessionsOf(sql)?.({ organization }, statement, { planning, writes: false }),
    () =>
      scoped(
        sql,
        organization,
        operation,
        planning === "ordered" ? Effect.andThen(planInOrder(sql), statement) : statement,
      ),
  )

/** Runs one statement that writes, as `scopedRead` does, and again, some times, when others were in its way. */
export const scopedWrite = <A extends object>(
  sql: SqlClient,
  organization: string,
  operation: string,
  statement: Statement<A>,
): Effect.Effect<ReadonlyArray<A>, Unavailable> => {
  const once = scopedSessionsOf(sql)?.({ organization }, statement, { planning: "auto", writes: true })
  return single(sql, operation, once && Effect.retry(once, again), () =>
    scoped(sql, organization, operation, statement),
  )
}
