import { Transaction, type Unavailable } from "@hangtag/core"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { databaseUnavailable } from "./databaseUnavailable.ts"
import { inOwnTransaction } from "./hostTransaction.ts"

const make = Effect.map(SqlClient, (sql) =>
  Transaction.of({
    atomically: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unavailable, R> =>
      Effect.mapError(sql.withTransaction(inOwnTransaction(effect)), (error) =>
        isSqlError(error) ? databaseUnavailable("Transaction.atomically", error) : error,
      ),
  }),
)

/** `Transaction` on Postgres: every port of this package that is called inside joins the transaction. */
export const PostgresTransaction: Layer.Layer<Transaction, never, SqlClient> = Layer.effect(Transaction, make)
