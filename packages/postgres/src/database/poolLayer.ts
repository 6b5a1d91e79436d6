import type { HostConnection } from "@hangtag/core"
import { type Duration, Effect, Layer } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import { besideOf, cancelRequest } from "./cancelRequest.ts"
import { type OpenListener, withDatabase } from "./Database.ts"
import { listening } from "./listening.ts"
import { type ClientPool, poolClient, shareOf } from "./poolClient.ts"
import { findPooling, type Pooling } from "./pooling.ts"
import { planner, schemaPath, setting, statementLimit } from "./scope.ts"

/** A connection that a pool lends. */
export interface PooledConnection extends HostConnection {
  /** Gives it back; with true the pool closes it. */
  readonly release: (destroy?: boolean) => void
}

/** A pool of `pg`. */
export interface HostPool {
  readonly connect: () => Promise<PooledConnection>
  /** How many connections there are at most, default 10; milliseconds after which the server ends a statement. */
  readonly options?: {
    readonly max?: number | undefined
    readonly statement_timeout?: number | false | undefined
  }
}

/** How a pool of the host's is used. */
export interface PoolOptions {
  /** The schema of the tables; `migrate` makes it where it is not there. Default the first of the pool's `search_path`. */
  readonly schema?: string | undefined
  /** How long a statement or a transaction waits for one of the connections, free or new. Default 10 seconds. */
  readonly waitTimeout?: Duration.Input | undefined
  /** As of `serverLayer`; default that of the pool, else 1 minute. */
  readonly statementTimeout?: Duration.Input | undefined
}

/** Takes a connection of its own, for as long as anybody waits for jobs; a small pool has none to spare. */
const listenerOf = (
  client: Parameters<typeof findPooling>[0],
  connections: number,
): OpenListener | undefined => {
  if (connections < 4) return undefined
  let found: Pooling | undefined
  return Effect.gen(function* () {
    found ??= yield* findPooling(client)
    return yield* found === "transaction" ? Effect.never : listening(client)
  })
}

/**
 * A client over the host's own pool of `pg`, which stays the host's: to be closed by it, after whatever uses this.
 * Nothing is kept prepared on its connections, and what is set for a statement ends with its transaction.
 */
export const poolLayer = (pool: HostPool, options: PoolOptions = {}): Layer.Layer<SqlClient> =>
  Layer.effect(
    SqlClient,
    Effect.gen(function* () {
      const places = pool.options?.max ?? 10
      const waitTimeout = options.waitTimeout ?? "10 seconds"
      const limit = statementLimit(options.statementTimeout ?? (pool.options?.statement_timeout || undefined))
      const settings = setting({
        ...planner,
        ...limit.settings,
        ...(options.schema !== undefined && { search_path: schemaPath(options.schema) }),
      })
      const client = yield* poolClient(pool as unknown as ClientPool, {
        places,
        share: shareOf(places),
        waitTimeout,
        connectTimeout: waitTimeout,
        prepare: false,
        settings,
        deadline: limit.deadline,
        cancel: (each) => cancelRequest(each, besideOf(each)),
        spanAttributes: [["db.system.name", "postgresql"]],
      })
      return withDatabase(client.sql, {
        ...client,
        listen: listenerOf(client, places),
        pooling: undefined,
        isEmbedded: false,
        settings,
      })
    }),
  ).pipe(Layer.provide(Reactivity.layer))
