import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** Lets an organization's open batches be counted, and locked in the order of their keys, without a look at those that have ended. */
export const countOpenBatches = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql.unsafe(
    "create index hangtag_batch_open on hangtag_batch (organization, batch_key) where status = 'open'",
  )
})
