import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** Keeps of what instants a batch was asked for: generated again, it holds what it would hold if it were new. */
export const keepLines = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql`alter table hangtag_batch_basis add column lines bigint[] not null default '{}'`
})
