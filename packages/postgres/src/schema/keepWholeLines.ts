import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * Keeps of what lines a batch was asked for, and not only of what instants: filled again, all of them are judged anew
 * together. What was kept before are texts of digits, which are instants still.
 */
export const keepWholeLines = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql`
    alter table hangtag_batch_basis
      alter column lines drop default,
      alter column lines type text[] collate "C" using lines::text[],
      add column since bigint`
})
