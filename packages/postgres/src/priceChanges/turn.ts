import { BatchBusy, NotFound } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { lockCatalog } from "../catalog/writing.ts"
import { sqlState } from "../sql/databaseUnavailable.ts"
import { scoped } from "../sql/scoped.ts"
import { type BatchRow, selectBatch } from "./batchRows.ts"

/** Milliseconds to wait for a turn: who waits has a connection meanwhile. */
const lockTimeout = 5_000

/**
 * Runs what changes an organization's batches in turn, with every other such change and with imports: what it has read
 * stays so until it commits. The turn is the first lock that it takes, so that none deadlocks.
 */
export const inTurn = <A, E, R>(
  sql: SqlClient,
  organization: string,
  operation: string,
  batchKey: string | null,
  effect: Effect.Effect<A, E, R>,
) =>
  scoped(
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
