import type { HostConnection } from "@hangtag/core"
import { Effect, Semaphore, Stream } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { hostFailure } from "./failures.ts"
import { hostParameter, hostReader } from "./hostValues.ts"

/** What `pg` is asked, and what it answers. */
interface Query {
  readonly text: string
  readonly values: ReadonlyArray<string | Buffer | null>
  /** The types of the values, and how those of the answer are read; both go by this name. */
  readonly types: ReadonlyArray<number> & { readonly getTypeParser: typeof hostReader }
  readonly rowMode?: "array"
}
interface Answer {
  readonly command: string
  readonly rows: ReadonlyArray<never>
}

const queryOf = (text: string, params: ReadonlyArray<unknown>, rowMode: "array" | undefined): Query => {
  const sent = params.map(hostParameter)
  return {
    text,
    values: sent.map(({ value }) => value),
    types: Object.assign(
      sent.map(({ oid }) => oid),
      { getTypeParser: hostReader },
    ),
    ...(rowMode && { rowMode }),
  }
}

/**
 * A connection of the host's driver, `pg`, as one of ours: the same values go in and come out.
 *
 * Nothing is prepared on it, and each statement waits for the one before: `pg` takes one at a time from its release 9 on. A statement that was sent is waited for, also where its caller stops waiting: what comes next finds the
 * connection free.
 */
export const hostSession = (host: HostConnection): Connection => {
  const turn = Semaphore.makeUnsafe(1)
  const ask = (
    text: string,
    params: ReadonlyArray<unknown>,
    rowMode?: "array",
  ): Effect.Effect<Answer, SqlError> =>
    turn.withPermit(
      Effect.uninterruptible(
        Effect.tryPromise({
          try: async () => {
            const query = queryOf(text, params, rowMode)
            const answer = await (host as { query: (query: Query) => Promise<Answer | Array<Answer>> }).query(
              query,
            )
            // of several statements the last one's
            return Array.isArray(answer) ? answer.at(-1)! : answer
          },
          catch: hostFailure,
        }),
      ),
    )
  const rows = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.map(ask(text, params), (answer) => answer.rows)
  const values = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.map(ask(text, params, "array"), (answer) => answer.rows)
  return {
    execute: rows,
    executeUnprepared: rows,
    executeRaw: (text, params) => ask(text, params),
    executeValues: values,
    executeValuesUnprepared: values,
    executeStream: (text, params) => Stream.fromIterableEffect(rows(text, params)),
  }
}

/** Postgres answers ROLLBACK to the COMMIT of a transaction that has failed. */
export const commit = (session: Connection): Effect.Effect<void, SqlError> =>
  Effect.flatMap(session.executeRaw("COMMIT", []), (answer) =>
    (answer as Answer).command === "COMMIT"
      ? Effect.void
      : Effect.fail(
          hostFailure(new TypeError("The transaction was rolled back: a statement in it had failed")),
        ),
  )
