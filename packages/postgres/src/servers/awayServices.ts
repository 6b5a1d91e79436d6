import { Effect, Layer } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { make, SqlClient } from "effect/sql/SqlClient"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import { withDatabase } from "../database/Database.ts"
import { compiler } from "../database/statements.ts"
import { PostgresPorts } from "../PostgresPorts.ts"
import type { DatabaseServices } from "./DatabaseServices.ts"

const away = Effect.fail(
  new SqlError({
    reason: new ConnectionError({ cause: undefined, message: "The server of this organization is away" }),
  }),
)

const client = Layer.effect(
  SqlClient,
  Effect.map(
    make({ acquirer: away, compiler, driver: "pg", spanAttributes: [["db.system.name", "postgresql"]] }),
    (sql) =>
      withDatabase(sql, {
        single: () => away,
        place: () => away,
        listen: undefined,
        pooling: undefined,
        isEmbedded: false,
        settings: undefined,
      }),
  ),
).pipe(Layer.provide(Reactivity.layer))

/** The services of a server that is away: whatever they are asked fails at once, as worth trying again. */
export const awayServices: Layer.Layer<DatabaseServices> = PostgresPorts.layer().pipe(
  Layer.provideMerge(client),
)
