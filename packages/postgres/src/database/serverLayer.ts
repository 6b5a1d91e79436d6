import { Duration, Effect, Layer, type Redacted, Schedule } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import { besideOf, cancelRequest } from "./cancelRequest.ts"
import { withDatabase } from "./Database.ts"
import { connectionFailure, type DatabaseConnectionFailed } from "./DatabaseConnectionFailed.ts"
import { noneGiven } from "./failures.ts"
import { listening } from "./listening.ts"
import { type PoolUse, poolClient, shareOf } from "./poolClient.ts"
import { findPooling } from "./pooling.ts"
import { planner, schemaPath, setting, statementLimit, timeout } from "./scope.ts"
import { named, type ServerAddress, serverAddress } from "./serverAddress.ts"
import { serverPool } from "./serverPool.ts"

/** A Postgres server, and how many connections to it. */
export interface ServerOptions {
  /**
   * `postgres://user:password@host:5432/database?sslmode=require`; of several servers
   * `postgres://user:password@one:5432,other:5432/database?target_session_attrs=read-write`.
   */
  readonly url: Redacted.Redacted<string>
  /** The schema of the tables; `migrate` makes it where it is not there. Default the first of the user's `search_path`. */
  readonly schema?: string | undefined
  /** Default 20. */
  readonly maxConnections?: number | undefined
  /** Under which the server lists the connections. Default `hangtag`. */
  readonly applicationName?: string | undefined
  /** How long a connection may take to be made. Default 10 seconds. */
  readonly connectTimeout?: Duration.Input | undefined
  /** How long a statement or a transaction waits for one of the connections, while all are in use. Default 10 seconds. */
  readonly waitTimeout?: Duration.Input | undefined
  /** After which an unused connection is given back. Default 1 minute. */
  readonly idleTimeout?: Duration.Input | undefined
  /**
   * After which the server ends a statement. Where it does not answer in as long again, 5 seconds at most, its
   * connection is destroyed. Infinite leaves it to the server. Default 1 minute.
   */
  readonly statementTimeout?: Duration.Input | undefined
  /** After which the server ends a transaction whose client went silent. Default 5 minutes. */
  readonly idleInTransactionTimeout?: Duration.Input | undefined
}

/**
 * A pool of connections to a Postgres server. Connects at the start, to fail then with what is wrong, and to find out
 * whether a pooler stands between: then nothing is kept prepared, and what a session begins with is each transaction's.
 */
export const serverLayer = (options: ServerOptions): Layer.Layer<SqlClient, DatabaseConnectionFailed> =>
  Layer.effect(
    SqlClient,
    Effect.gen(function* () {
      const address = yield* serverAddress(options.url)
      return yield* Effect.mapError(connect(address, options), (error) =>
        connectionFailure(named(address), error),
      )
    }),
  ).pipe(Layer.provide(Reactivity.layer))

const connect = Effect.fnUntraced(function* (address: ServerAddress, options: ServerOptions) {
  const places = options.maxConnections ?? 20
  const open = (max: number, settings: Readonly<Record<string, string>>) =>
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() =>
          serverPool(address, {
            max,
            applicationName: options.applicationName ?? "hangtag",
            connectTimeout: Duration.toMillis(
              options.connectTimeout ?? address.connectTimeout ?? "10 seconds",
            ),
            idleTimeout: Duration.toMillis(options.idleTimeout ?? "1 minute"),
            settings,
          }),
        ),
        ({ end }) => Effect.promise(end),
      ),
      ({ clients }) => clients,
    )
  const limit = statementLimit(options.statementTimeout)
  const settings = {
    ...(options.schema !== undefined && { search_path: schemaPath(options.schema) }),
    ...limit.settings,
    ...timeout("idle_in_transaction_session_timeout", options.idleInTransactionTimeout ?? "5 minutes"),
    // the server sees that its client is gone
    client_connection_check_interval: "1s",
    timezone: "UTC",
    datestyle: "ISO",
    ...planner,
  }
  const [{ host, port }] = address.hosts
  const use: PoolUse = {
    places,
    share: shareOf(places),
    waitTimeout: options.waitTimeout ?? "10 seconds",
    prepare: false,
    settings: undefined,
    deadline: limit.deadline,
    cancel: (client) => cancelRequest(client, besideOf(client)),
    spanAttributes: [
      ["db.system.name", "postgresql"],
      ["db.namespace", address.database ?? address.user ?? "postgres"],
      ["server.address", host],
      ["server.port", port],
    ],
  }
  const probe = Effect.flatMap(open(2, {}), (pool) => poolClient(pool, use))
  const pooling = yield* Effect.scoped(Effect.flatMap(probe, findPooling))
  // a pooler refuses parameters that it does not know, and knows no statement that was prepared on another session
  const isOwn = pooling === "none"
  const set = isOwn ? undefined : setting(settings)
  const pool = yield* open(places, isOwn ? settings : {})
  const client = yield* poolClient(pool, { ...use, prepare: isOwn, settings: set })
  const sql = withDatabase(client.sql, {
    ...client,
    listen: pooling === "transaction" ? undefined : listening(client),
    pooling,
    isEmbedded: false,
    settings: set,
  })
  // the server may still be ending the connections that were looked at, of as many as it gives
  yield* Effect.retry(sql`select 1`, { schedule: Schedule.spaced("50 millis"), times: 20, while: noneGiven })
  return sql
})
