import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { secured } from "./tables.ts"

const key = `text collate "C" not null`

/** Policies of lists: JSON as text, the one in force beside its list, each whole under its revision. */
const statements = [
  "alter table hangtag_price_list add column policy text",
  `create table hangtag_list_policy_change (
    organization ${key}, price_list ${key}, revision integer not null, policy text not null,
    changed_at bigint not null, changed_by text not null, primary key (organization, price_list, revision),
    foreign key (organization, price_list) references hangtag_price_list)`,
  ...secured("hangtag_list_policy_change"),
]

export const listPolicies = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
