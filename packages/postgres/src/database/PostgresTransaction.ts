import { Transaction } from "@hangtag/core"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { transaction } from "./scoped.ts"

const make = Effect.map(SqlClient, (sql) =>
  Transaction.of({ atomically: (effect) => transaction(sql, "Transaction.atomically", effect) }),
)

/** `Transaction` on Postgres: every port of this package that is called inside joins the transaction. */
export const PostgresTransaction: Layer.Layer<Transaction, never, SqlClient> = Layer.effect(Transaction, make)
