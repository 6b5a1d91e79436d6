import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** By which housekeeping finds what is old, of all organizations, without walking through what is not. */
export const retentionIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql.unsafe(
    "create index hangtag_crawl_discovery_updated_at_idx on hangtag_crawl_discovery (updated_at)",
  )
  yield* sql.unsafe(
    "create index hangtag_batch_discarded_at_idx on hangtag_batch (discarded_at) where status = 'discarded'",
  )
})
