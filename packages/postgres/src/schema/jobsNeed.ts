import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * What requests that are kept ask for; of one that nobody can read the default. They are compact JSON, in which no text can hold a quote without a backslash
 * before it, so that these are members; parsing could refuse what a text may hold.
 */
const needs = `case
  when request like '%"batch_key":%' then '{batch:read}'::text[]
  when request like '%"export_mode":"column_based"%'
    and request ~ '"source_field":"(price|price_effective_from)"' then '{price:read}'
  when request like '%"export_mode":%' then '{}'
  else needs end`

/**
 * Keeps what the file of a job shows asks for. The default is for jobs whose request is forgotten: nothing says what
 * their files show, so they ask for all of it.
 */
const statements = [
  "alter table hangtag_job add column needs text[] not null default '{price:read,batch:read}'",
  "alter table hangtag_job no force row level security",
  `update hangtag_job set needs = ${needs} where request is not null`,
  "alter table hangtag_job force row level security",
]

/** Lets jobs ask for what their files show asks for. */
export const jobsNeed = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
