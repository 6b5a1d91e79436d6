import { type PgClient, PgConnection } from "@effect/sql-pg"
import { Effect, Predicate, type Scope } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** Opens what listens to channels until its scope closes. */
export type OpenListener = Effect.Effect<Pick<PgConnection.PgConnection, "listen">, SqlError, Scope.Scope>

const property = Symbol("@hangtag/postgres/database/listener")

/** The client's way to listen, where it has one: a session of its own, or else connections of its pool. */
export const listenerOf = (client: SqlClient): OpenListener | undefined => {
  if (Predicate.hasProperty(client, property)) return client[property] as OpenListener | undefined
  return Predicate.hasProperty(client, "listen") ? Effect.succeed(client as PgClient.PgClient) : undefined
}

/** What a client is given to listen by. */
export const listener = (open: OpenListener | undefined) => ({ [property]: open })

/** Gives the client sessions to listen on, besides its pool; none where there is no configuration for them. */
export const withListener = (
  client: PgClient.PgClient,
  config: PgConnection.Config | undefined,
): PgClient.PgClient => {
  // pinned, so that it can listen to several channels
  const open = config && Effect.flatMap(PgConnection.make(config), (session) => session.pin)
  return Object.assign(client, listener(open))
}
