import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** Keeps the place of a publication among the records: what takes a later one came after it, imports too. */
export const placePublications = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql.unsafe("alter table hangtag_publication add column sequence bigint")
})
