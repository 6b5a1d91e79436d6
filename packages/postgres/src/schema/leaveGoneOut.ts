import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

const statements = [
  // which brand a shop's products came to that were a brand's before, so that what is left in that one is found
  'alter table hangtag_brand add column became text collate "C"',
  // the withdrawn ones alone: a batch leaves them out, and asks of each of its records
  "create index on hangtag_price_record (record_key) where withdrawn_at is not null",
]

/** Lets what is gone from a shop be found under its vendor's former name, and batches leave out what was withdrawn. */
export const leaveGoneOut = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
