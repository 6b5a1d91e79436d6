import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, type Layer, Redacted, Schedule } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { connectionFailure } from "./connectionFailure.ts"
import { DatabaseConnectionFailed } from "./DatabaseConnectionFailed.ts"
import { databaseAddress } from "./databaseAddress.ts"
import { noneGiven } from "./databaseUnavailable.ts"
import { limitWaiting } from "./limitWaiting.ts"
import { withListener } from "./listener.ts"
import { withPipelinedSessions } from "./PipelinedSession.ts"
import { findPooling, withPooling } from "./pooling.ts"
import { reportLostTransactions } from "./reportLostTransactions.ts"
import { withScopedSessions } from "./ScopedSessions.ts"
import { schemaPath, withSchema } from "./schemaPath.ts"
import { shareConnections, shareOf } from "./shareConnections.ts"

/** A Postgres server, and how many connections to it. */
export interface ServerOptions {
  /** `postgres://user:password@host:5432/database?sslmode=require`. */
  readonly url: Redacted.Redacted<string>
  /** The schema of the tables; `migrate` makes it where it is not there. Default the first of the user's `search_path`. */
  readonly schema?: string | undefined
  /** Default 10. */
  readonly maxConnections?: number | undefined
  /** Further ones, for reads outside of transactions. Default 10. */
  readonly maxReadConnections?: number | undefined
  /** Sessions that one large export reads over at once, besides those. Default 1. */
  readonly exportReaders?: number | undefined
  /** Under which the server lists the connections. Default `hangtag`. */
  readonly applicationName?: string | undefined
  /** Default 5 seconds. */
  readonly connectTimeout?: Duration.Input | undefined
  /** How long a transaction waits for one of the connections, while all are in use. Default 10 seconds. */
  readonly waitTimeout?: Duration.Input | undefined
  /** After which an unused connection is given back. Default 1 minute. */
  readonly idleTimeout?: Duration.Input | undefined
  /** After which the server ends a statement; infinite leaves it to the server. Default 1 minute. */
  readonly statementTimeout?: Duration.Input | undefined
  /** After which the server ends a transaction whose client went silent. Default 5 minutes. */
  readonly idleInTransactionTimeout?: Duration.Input | undefined
  /**
   * Sends statements of many fibers over one connection at once: about twice as many small ones a second, but
   * each waits for the slower ones before it, and an interrupted one runs on. Default false.
   */
  readonly multiplex?: boolean | undefined
}

/**
 * A pool of connections to a Postgres server. Connects at the start, to fail then with what is wrong, and to find out
 * whether a pooler stands between: then everything of a session is set for each transaction instead.
 */
export const serverLayer = (
  options: ServerOptions,
): Layer.Layer<PgClient.PgClient | SqlClient, DatabaseConnectionFailed> =>
  PgClient.layerFrom(
    Effect.gen(function* () {
      const server = yield* serverOf(options.url)
      return yield* connect(options).pipe(Effect.mapError((error) => connectionFailure(server, error)))
    }),
  )

const connect = Effect.fnUntraced(function* (options: ServerOptions) {
  const plain: PgClient.PgPoolConfig = {
    url: options.url,
    ...databaseAddress(Redacted.value(options.url)),
    maxConnections: options.maxConnections,
    applicationName: options.applicationName ?? "hangtag",
    connectTimeout: options.connectTimeout,
    idleTimeout: options.idleTimeout,
    multiplex: options.multiplex,
    // Notices a server that is gone without a word, while a statement is awaited.
    keepAlive: "10 seconds",
  }
  const settings = {
    ...(options.schema !== undefined && { search_path: schemaPath(options.schema) }),
    ...timeout("statement_timeout", options.statementTimeout ?? "1 minute"),
    ...timeout("idle_in_transaction_session_timeout", options.idleInTransactionTimeout ?? "5 minutes"),
  }
  const pooling = yield* findPooling(plain)
  // a pooler refuses parameters that it does not know, and knows no statement that was prepared on another session
  const config = pooling === "none" ? { ...plain, startupParameters: settings } : { ...plain, prepare: false }
  const waitTimeout = options.waitTimeout ?? "10 seconds"
  const sql = withPooling(
    withSchema(yield* PgClient.make(config), options.schema),
    pooling,
    pooling === "none" ? {} : { ...settings, client_connection_check_interval: "1s" },
  )
  // the server may still be ending the connections that were looked at, of as many as it gives
  yield* Effect.retry(sql`select 1`, { schedule: Schedule.spaced("50 millis"), times: 20, while: noneGiven })
  const client = yield* limitWaiting(reportLostTransactions(sql), waitTimeout)
  const connections = options.maxConnections ?? 10
  const shared = shareConnections(client, { connections, share: shareOf(connections), limit: waitTimeout })
  const pipelined = withPipelinedSessions(shared, config, options.exportReaders ?? 1)
  return yield* withScopedSessions(
    withListener(pipelined, pooling === "transaction" ? undefined : config),
    { ...config, maxConnections: options.maxReadConnections ?? 10 },
    waitTimeout,
  )
})

const timeout = (setting: string, input: Duration.Input): Record<string, string> => {
  const duration = Duration.fromInputUnsafe(input)
  return Duration.isFinite(duration) ? { [setting]: String(Math.ceil(Duration.toMillis(duration))) } : {}
}

/** `host:port` of the URL. What is thrown for a bad URL quotes it, password and all, so it goes no further. */
const serverOf = (secret: Redacted.Redacted<string>) =>
  Effect.suspend(() => {
    const text = Redacted.value(secret)
    const url = URL.parse(text)
    const invalid = (detail: string) =>
      Effect.fail(new DatabaseConnectionFailed({ reason: "invalid url", server: "", detail }))
    if (url === null) return invalid("it is not a URL")
    if (!/^postgres(ql)?:$/.test(url.protocol)) return invalid(`it begins with ${url.protocol}//`)
    // A # or / in the password ends the server's name early: what stands there is then part of the secret.
    if (text.includes("@") && url.username === "")
      return invalid("its user and password cannot be told apart")
    const host = url.searchParams.get("host") ?? (url.hostname || "localhost")
    return Effect.succeed(`${host}:${url.searchParams.get("port") ?? (url.port || 5432)}`)
  })
