import { randomUUID } from "node:crypto"
import { Effect, Option } from "effect"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import type { PgClient } from "./pgSession.ts"
import type { PoolClient } from "./poolClient.ts"

/**
 * Whose a connection's session is: its own, the server knows it by the name of the handshake (`none`); one that a pooler
 * lends it for as long as it lasts (`session`), or for each transaction anew (`transaction`).
 */
export type Pooling = "none" | "session" | "transaction"

/** Sends a statement over one connection, and nothing prepared. */
type Send = (sql: string, params: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<unknown>, SqlError>

interface Look {
  readonly pid: number
  readonly mark: string | null
}

const look = (send: Send, mark?: string) =>
  Effect.map(
    mark === undefined
      ? send("select pg_backend_pid() as pid, current_setting('hangtag.mark', true) as mark", [])
      : send("select pg_backend_pid() as pid, set_config('hangtag.mark', $1, false) as mark", [mark]),
    ([row]) => row as Look,
  )

/** Whether `one` has the same session before and while `other` is in a transaction, and `other` has another. */
const staysApart = Effect.fnUntraced(function* (one: Send, other: Send) {
  const mark = randomUUID()
  const before = yield* look(one, mark)
  yield* other("begin", [])
  const beside = yield* look(other)
  const isShared = beside.pid === before.pid || beside.mark === mark
  // not asked again while the other transaction holds what may be the only session there is
  const after = isShared ? undefined : yield* look(one)
  yield* other("rollback", [])
  return after?.pid === before.pid && after.mark === mark
})

/**
 * Whether each of two connections keeps a session: a pooler that lends sessions for a transaction gives one of them that of the
 * other, or takes it another one. Two rounds, so that one that hands out its sessions in turn is seen too.
 */
export const keepSessions = (one: Send, other: Send): Effect.Effect<boolean, SqlError> =>
  Effect.andThen(staysApart(one, other), (apart) =>
    apart ? staysApart(other, one) : Effect.succeed(false),
  ).pipe(
    // a caller that has to wait so long for a session may be waiting for that of the other connection
    Effect.timeoutOrElse({ duration: "5 seconds", orElse: () => Effect.succeed(false) }),
  )

/** Fails as one that has no transactions, as PgBouncer's statement mode. */
const noTransactions = () =>
  new SqlError({
    reason: new ConnectionError({
      cause: Object.assign(new Error("a connection that begins one is ended"), { code: noTransactionsCode }),
    }),
  })

/** What the cause of the failure is called by, where a pooler has no transactions. */
export const noTransactionsCode = "NO_TRANSACTIONS"

/** Finds out what stands between, by two connections of the pool. */
export const findPooling = ({ spare }: Pick<PoolClient, "spare">): Effect.Effect<Pooling, SqlError> =>
  Effect.gen(function* () {
    const send = ({ session }: Effect.Success<typeof spare>): Send => {
      return (sql, params) => session.executeUnprepared(sql, params, undefined)
    }
    const first = yield* spare
    const one = send(first)
    const isOwn = (yield* look(one)).pid === (first.client as PgClient).processID
    const other = yield* Effect.option(spare)
    // a server that gives no second connection
    if (Option.isNone(other)) return isOwn ? "none" : "transaction"
    const keep = yield* Effect.catch(keepSessions(one, send(other.value)), (error) =>
      Effect.matchEffect(look(one), {
        onSuccess: () => Effect.fail(noTransactions()),
        onFailure: () => Effect.fail(error),
      }),
    )
    if (!keep) return "transaction"
    return isOwn ? "none" : "session"
  }).pipe(Effect.scoped)
