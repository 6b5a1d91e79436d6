import { Effect, type Queue, type Scope } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { PoolClient } from "./poolClient.ts"
import type { Pooling } from "./pooling.ts"

export interface Notification {
  readonly channel: string
  readonly payload: string
}

/** Opens what listens to channels until its scope closes. */
export type OpenListener = Effect.Effect<
  {
    readonly listen: (
      channel: string,
    ) => Effect.Effect<Queue.Dequeue<Notification, SqlError>, SqlError, Scope.Scope>
  },
  SqlError,
  Scope.Scope
>

/** What a client of this package can do besides running statements. */
export interface Database extends Pick<PoolClient, "place" | "single"> {
  /** Undefined of a client that is none of this package's. */
  readonly connections?: PoolClient["connections"]
  /** Undefined where nothing can be heard. */
  readonly listen: OpenListener | undefined
  /** What stands before the server; undefined of the embedded database, and of a host's pool. */
  readonly pooling: Pooling | undefined
  /** Whether every connection shares one session: a transaction then keeps all others waiting, so none stays open for long. */
  readonly isEmbedded: boolean
  /** What every transaction sets for itself, as a statement. */
  readonly settings: string | undefined
}

const property = Symbol("@hangtag/postgres/database/Database")

export const withDatabase = (sql: SqlClient, database: Database): SqlClient =>
  Object.assign(sql, { [property]: database })

/** What can be done with a client that is none of this package's: as much as `SqlClient` can. */
const foreign = (sql: SqlClient): Database => {
  const { listen } = sql as { readonly listen?: Effect.Success<OpenListener>["listen"] }
  return {
    single: (_, [text, params], statement) =>
      sql.withTransaction(Effect.andThen(sql.unsafe(text, params), statement)),
    place: () => Effect.void,
    listen: listen && Effect.succeed({ listen }),
    pooling: undefined,
    isEmbedded: false,
    settings: undefined,
  }
}

export const databaseOf = (sql: SqlClient): Database =>
  (sql as { readonly [property]?: Database })[property] ?? foreign(sql)

/** What was found to stand before the client's server at its start; undefined of the embedded database, and of a host's pool. */
export const poolingOf = (sql: SqlClient): Pooling | undefined => databaseOf(sql).pooling

/** How many connections of the client are used and idle, and how many calls wait for one; undefined where it has no pool. */
export const connectionsOf = (sql: SqlClient) => databaseOf(sql).connections?.()
