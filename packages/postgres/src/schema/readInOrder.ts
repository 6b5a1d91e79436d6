import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * What is withdrawn next, by the same float as what begins, so that both are read in one order and no further than asked
 * for; and batches, of which a page of the newest was a sort of all. Batches are looked for by organization and key
 * anyway, so that here too the organization may stand in front: one of few batches reads no others'.
 */
const statements = [
  "drop index hangtag_price_record_withdrawn",
  `create index hangtag_price_record_withdrawn on hangtag_price_record ((withdrawn_at::float8), organization)
    where withdrawn_at is not null`,
  "create index hangtag_batch_place on hangtag_batch (organization, place)",
  // of those that got a key of their own: how many batches there were
  "alter table hangtag_batch add column number integer",
  "create index hangtag_batch_number on hangtag_batch (organization, place) where number is not null",
]

/** Lets what is withdrawn, and an organization's batches, be read in their order. */
export const readInOrder = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
