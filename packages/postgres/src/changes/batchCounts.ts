import type { PriceBatch } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** Runs a statement that writes, with a `returning` of its own, and tells of how many rows. */
export const rowsWritten = (sql: SqlClient, written: Fragment) =>
  Effect.map(
    sql<{ readonly rows: number }>`with written as (${written}) select count(*)::int as rows from written`,
    ([count]) => count!.rows,
  )

/**
 * Adds to what the batch's row says that it holds, within a transaction that has locked that row. Once for all that the
 * transaction wrote: each record's check for its batch goes through every version of the row that there is by then.
 */
export const addToCounts = (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  { records, withdrawals }: PriceBatch["counts"],
) => sql`
  update hangtag_batch set records = records + ${records}::int, withdrawals = withdrawals + ${withdrawals}::int
  where organization = ${organization} and batch_key = ${batchKey}`
