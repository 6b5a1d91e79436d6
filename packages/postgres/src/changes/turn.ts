import { BatchBusy } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { lockCatalog } from "../catalog/writing.ts"
import { sqlState } from "../database/failures.ts"
import { comparable, comparableKeys } from "../database/parameters.ts"
import { scoped } from "../database/scoped.ts"

/** Milliseconds to wait for a turn: who waits has a connection meanwhile. */
const lockTimeout = 5_000

/** Runs what may have to wait for another transaction, within the surrounding one: no longer than the turn was waited for. */
export const waiting = <A, E, R>(
  sql: SqlClient,
  organization: string,
  operation: string,
  batchKey: string,
  effect: Effect.Effect<A, E, R>,
) =>
  scoped(
    sql,
    organization,
    operation,
    Effect.mapError(effect, (error) =>
      isSqlError(error) && sqlState(error) === "55P03" ? new BatchBusy({ batch_key: batchKey }) : error,
    ),
    { lockTimeout },
  )

/**
 * Takes the turn of what changes an organization's batches, with every other such change and with imports, until the
 * surrounding transaction ends, and locks the batches of these keys, which fills alone do. It is the first lock that a
 * change takes, so that none deadlocks.
 */
export const takeTurn = (
  sql: SqlClient,
  organization: string,
  operation: string,
  batchKeys: ReadonlyArray<string>,
) => {
  const lockBatches = sql`select count(*) from (select from hangtag_batch
    where organization = ${comparable(organization)} and batch_key = any(${comparableKeys(batchKeys)}::text[])
    order by batch_key for update) b`
  return waiting(
    sql,
    organization,
    operation,
    batchKeys[0] ?? "",
    batchKeys.length === 0
      ? lockCatalog(sql, organization)
      : Effect.andThen(lockCatalog(sql, organization), lockBatches),
  )
}
