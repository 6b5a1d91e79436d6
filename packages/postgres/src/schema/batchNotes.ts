import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** What people say of a batch, and who said it last. */
export const batchNotes = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql`alter table hangtag_batch add column note text, add column noted_at bigint, add column noted_by text`
})
