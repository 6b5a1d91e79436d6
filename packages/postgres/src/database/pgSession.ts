import type { HostConnection } from "@hangtag/core"
import { Context, Duration, Effect, Semaphore, Stream } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { type Answer, Cycle, type Part } from "./Cycle.ts"
import { hostFailure, sqlState } from "./failures.ts"

/** A client of `pg`, of which no more is used than this. */
export interface PgClient extends HostConnection {
  readonly processID?: number | null
  readonly secretKey?: number | null
  readonly host?: string
  readonly port?: number
  readonly connection?: { readonly stream: { readonly destroy: (error?: Error) => void } }
}

/** How long a statement may take on our side, after which its connection is destroyed; the server ends it before where it can. */
export const StatementDeadline = Context.Reference<Duration.Duration | undefined>(
  "@hangtag/postgres/database/StatementDeadline",
  { defaultValue: () => undefined },
)

export interface SessionOptions {
  /** Whether statements may be kept prepared: not where a pooler lends the session. */
  readonly prepare: boolean
  readonly deadline: Duration.Duration
  /** What every transaction sets for itself, as a statement. */
  readonly settings: string | undefined
  /** Has the server end what the client is asked, over another connection. */
  readonly cancel: (client: PgClient) => void
}

/** How long a statement that is no longer waited for may go on before the server is asked to end it: most are over by then. */
const grace = 10

/** How long its end is waited for then, before its connection is destroyed. */
const patience = 5_000

/** A statement that was kept prepared is gone, or its rows have others columns than they had. */
const isStale = (error: SqlError) => ["26000", "0A000"].includes(sqlState(error) ?? "")

/** A session that is the caller's until it gives it back. */
export interface PgSession extends Connection {
  /** Sends the statement with the next one, in one piece. `BEGIN` is sent so too, and not at all where nothing follows. */
  readonly defer: (text: string, params?: ReadonlyArray<unknown>) => void
  /** Notes why the connection broke, for those that ask it something then. */
  readonly broke: (cause: Error) => void
  /** Whether another may have the connection: nothing is under way on it, and it is not broken. */
  readonly isFree: () => boolean
}

export const pgSession = (client: PgClient, options: SessionOptions): PgSession => {
  const turn = Semaphore.makeUnsafe(1)
  let deferred: ReadonlyArray<Part> = []
  let under = 0
  let broken: Error | undefined

  const destroy = (why: string) => {
    broken ??= new Error(why)
    client.connection?.stream.destroy(broken)
  }
  const submit = (parts: ReadonlyArray<Part>, asArrays: boolean, deadline: number) =>
    Effect.callback<Answer, SqlError>((resume) => {
      let whenOver = (_: unknown) => {}
      let timer: NodeJS.Timeout | undefined
      const done = (error: unknown, answer?: Answer) => {
        if (timer !== undefined) clearTimeout(timer)
        under--
        // its server has become a standby: the next one may be elsewhere
        if ((error as { code?: string } | null)?.code === "25006") broken ??= error as Error
        // what the server said has a severity; of a broken connection `pg` says no more than that it is
        const cause =
          (error as { severity?: string } | null)?.severity === undefined ? (broken ?? error) : error
        resume(answer === undefined ? Effect.fail(hostFailure(cause)) : Effect.succeed(answer))
        whenOver(error)
      }
      try {
        const cycle = new Cycle(client, parts, asArrays, done)
        under++
        ;(client.query as (cycle: Cycle) => unknown)(cycle)
      } catch (error) {
        resume(Effect.fail(hostFailure(error)))
        return
      }
      if (Number.isFinite(deadline))
        timer = setTimeout(() => destroy(`the server did not answer within ${deadline} ms`), deadline)
      return Effect.callback<void>((over) => {
        let isCancelled = false
        let ending = setTimeout(() => {
          isCancelled = true
          options.cancel(client)
          ending = setTimeout(() => {
            destroy("the server did not end a statement that was cancelled")
            over(Effect.void)
          }, patience)
        }, grace)
        whenOver = (error) => {
          clearTimeout(ending)
          // whether the cancel has arrived is unknown: it may meet what comes next
          if (isCancelled && (error as { code?: string } | null)?.code !== "57014")
            broken ??= new Error("a cancel is on its way to it")
          over(Effect.void)
        }
      })
    })
  const run = (text: string, params: ReadonlyArray<unknown>, prepare: boolean, asArrays = false) =>
    turn.withPermit(
      Effect.flatMap(StatementDeadline, (own) => {
        const parts = [...deferred, { text, params, prepare: prepare && options.prepare }]
        deferred = []
        const sent = submit(parts, asArrays, Duration.toMillis(own ?? options.deadline))
        return Effect.catchIf(sent, isStale, (error) =>
          // sent anew once; within a transaction, which is over, it stays the failure
          Effect.mapError(
            submit(
              parts.map((part) => ({ ...part, prepare: false })),
              asArrays,
              Duration.toMillis(own ?? options.deadline),
            ),
            (again) => (sqlState(again) === "25P02" ? error : again),
          ),
        )
      }),
    )
  const rows = (text: string, params: ReadonlyArray<unknown>, prepare: boolean) =>
    Effect.map(run(text, params, prepare), (answer) => answer.rows)
  const defer = (text: string, params: ReadonlyArray<unknown> = []) => {
    deferred = [...deferred, { text, params, prepare: options.prepare }]
  }
  /** Whether the statement has been taken care of, and need not be sent. */
  const isTaken = (text: string): boolean => {
    const isUnsent = deferred[0]?.text.startsWith("BEGIN") === true && /^(COMMIT|ROLLBACK)$/.test(text)
    if (isUnsent) deferred = []
    else if (text.startsWith("BEGIN")) {
      defer(text)
      if (options.settings !== undefined) defer(options.settings)
    } else return false
    return true
  }
  return {
    execute: (text, params) => rows(text, params, true),
    executeUnprepared: (text, params) =>
      Effect.suspend(() => (isTaken(text) ? Effect.succeed([]) : rows(text, params, false))),
    executeRaw: (text, params) =>
      Effect.suspend(() => (isTaken(text) ? Effect.succeed({ command: text }) : run(text, params, true))),
    executeValues: (text, params) => Effect.map(run(text, params, true, true), (answer) => answer.rows),
    executeValuesUnprepared: (text, params) =>
      Effect.map(run(text, params, false, true), (answer) => answer.rows),
    executeStream: (text, params) => Stream.fromIterableEffect(rows(text, params, true)),
    defer,
    broke: (cause) => {
      broken ??= cause
    },
    isFree: () => under === 0 && broken === undefined,
  }
}
