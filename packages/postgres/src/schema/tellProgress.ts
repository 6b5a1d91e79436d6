import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** Adds how fast a run of a job goes, and when it will be done. */
export const tellProgress = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql`alter table hangtag_job add column rows_per_second integer, add column estimated_end bigint`
})
