import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { secured } from "./createTables.ts"

const key = `text collate "C" not null`

/** Creates what keeps the answers of requests that may be sent again; `request_key` is a hash, `answer` JSON. */
export const createRepeatableRequests = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of [
    `create table hangtag_repeatable_request (
      organization ${key}, request_key ${key}, fingerprint ${key}, answer text not null, expires_at bigint not null,
      primary key (organization, request_key))`,
    ...secured("hangtag_repeatable_request"),
    "create index on hangtag_repeatable_request (organization, expires_at)",
  ]) {
    yield* sql.unsafe(statement)
  }
})
