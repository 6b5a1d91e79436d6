import { BatchBusy, NotFound } from "@hangtag/core"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { lockCatalog } from "../catalog/writing.ts"
import { sqlState } from "../database/databaseUnavailable.ts"
import { scoped, unavailable } from "../database/scoped.ts"
import { type BatchRow, selectBatch } from "./batchRows.ts"

/** Milliseconds to wait for a turn: who waits has a connection meanwhile. */
const lockTimeout = 5_000

/**
 * Runs what changes an organization's batches in turn, with every other such change and with imports: what it has read
 * stays so until it commits. The turn is the first lock that it takes, so that none deadlocks. In a surrounding
 * transaction, which may go on with a refusal, what was refused leaves nothing (a savepoint).
 */
export const inTurn = <A, E, R>(
  sql: SqlClient,
  organization: string,
  operation: string,
  batchKey: string | null,
  effect: Effect.Effect<A, E, R>,
) => {
  const turn = scoped(
    sql,
    organization,
    operation,
    Effect.andThen(lockCatalog(sql, organization), effect).pipe(
      Effect.mapError((error) =>
        isSqlError(error) && sqlState(error) === "55P03"
          ? new BatchBusy({ batch_key: batchKey ?? "" })
          : error,
      ),
    ),
    { lockTimeout },
  )
  return Effect.flatMap(Effect.serviceOption(sql.transactionService), (surrounding) =>
    Option.isNone(surrounding) ? turn : Effect.mapError(sql.withTransaction(turn), unavailable(operation)),
  )
}

/** The batch, which nobody fills until the commit. */
export const lockBatch = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  batchKey: string,
) {
  const [batch] = yield* selectBatch(sql, organization, batchKey, sql`for update of b`)
  if (batch === undefined) return yield* new NotFound({ resource: "batch", key: batchKey })
  return batch satisfies BatchRow as BatchRow
})
