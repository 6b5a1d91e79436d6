import { Effect, References } from "effect"
import { type Statement, spanName } from "effect/sql/Statement"
import type { DatabaseAddress } from "./databaseAddress.ts"

/** Makes what is not run through the client's own statements a span like theirs, where traces are kept. */
export const statementSpan = ({ host = "localhost", port = 5432, database, username }: DatabaseAddress) => {
  const attributes = {
    "db.system.name": "postgresql",
    "db.namespace": database ?? username ?? "postgres",
    "server.address": host,
    "server.port": port,
  }
  const name = spanName(Object.entries(attributes))
  return <A, E, R>(statement: Statement<object>, run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(References.TracerEnabled, (enabled) =>
      enabled
        ? Effect.withSpan(run, name, {
            kind: "client",
            attributes: {
              ...attributes,
              "db.operation.name": "execute",
              "db.query.text": statement.compile()[0],
            },
          })
        : run,
    )
}
