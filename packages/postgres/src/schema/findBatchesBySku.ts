import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** Lets the batches that hold or withdraw prices of a variant be found without a look at all that batches hold. */
export const findBatchesBySku = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const table of ["batch_record", "batch_withdrawal"])
    yield* sql.unsafe(`create index on hangtag_${table} (variant_key, organization)`)
})
