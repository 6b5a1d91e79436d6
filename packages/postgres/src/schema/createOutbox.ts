import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { appRole } from "../database/enterScope.ts"

/**
 * Creates what keeps the messages of a queue that cannot join transactions, from their offer until they have served.
 * `offered_in` names the state of that queue's memory in which they reached it.
 */
export const createOutbox = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of [
    `create table hangtag_outbox (
      id text collate "C" primary key, message text not null, due_at timestamptz not null,
      sequence bigint generated always as identity, offered_in text collate "C")`,
    "create index on hangtag_outbox (offered_in, sequence)",
    `grant select, insert, update, delete on hangtag_outbox to ${appRole}`,
  ]) {
    yield* sql.unsafe(statement)
  }
})
