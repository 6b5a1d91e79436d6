import { type PgClient, PgConnection } from "@effect/sql-pg"
import { Effect, type Scope } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { emptiedAtTimes } from "./emptiedAtTimes.ts"

/**
 * A session of the caller's own until its scope closes, on which a statement is sent while those before it are still
 * being answered: the server always has the next one at hand.
 */
export type PipelinedSession = Effect.Effect<Connection, SqlError, Scope.Scope>

const property = Symbol("@hangtag/postgres/database/PipelinedSession")

/** The client's own way to open such a session, where it has one. */
export const pipelinedSessionOf = (client: SqlClient): PipelinedSession | undefined =>
  (client as { readonly [property]?: PipelinedSession })[property]

const readers = Symbol("@hangtag/postgres/database/exportReaders")

/** How many such sessions an export may read over at once. */
export const exportReadersOf = (client: SqlClient): number =>
  (client as { readonly [readers]?: number })[readers] ?? 1

const open = (config: PgConnection.Config): PipelinedSession =>
  Effect.map(PgConnection.make(config), (session) => {
    const sent = emptiedAtTimes()
    const rows = (sql: string, params: ReadonlyArray<unknown>, prepare: boolean) =>
      Effect.map(
        sent(session.query(sql, params, prepare)),
        // taken out of the answer that the session holds
        (result) => (result.rows as Array<object>).splice(0),
      )
    return {
      execute: (sql, params) => rows(sql, params, true),
      executeUnprepared: (sql, params) => rows(sql, params, false),
      executeRaw: (sql, params) => session.query(sql, params),
      executeValues: (sql, params) => session.queryValues(sql, params),
      executeValuesUnprepared: (sql, params) => session.queryValues(sql, params, false),
      executeStream: (sql, params) => session.stream(sql, params),
    }
  })

/** Gives the client sessions to pipeline on, besides its pool. */
export const withPipelinedSessions = (
  client: PgClient.PgClient,
  config: PgConnection.Config,
  exportReaders: number,
): PgClient.PgClient => {
  // A statement that nobody waits for any more is not cancelled here: the server has to see that its client is gone.
  // Behind a pooler the transaction sets this.
  const startupParameters = config.startupParameters && {
    ...config.startupParameters,
    client_connection_check_interval: "1s",
  }
  const session = open({ ...config, multiplex: true, startupParameters })
  return Object.assign(client, { [property]: session, [readers]: exportReaders })
}
