import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { secured } from "./createTables.ts"

const key = `text collate "C" not null`

/** policy: JSON text, as the brand's own; changed_at and changed_by: null of a policy from before this table. */
const table = `create table hangtag_price_policy_change (
  organization ${key}, brand_key ${key}, revision bigint not null, policy text not null, changed_at bigint, changed_by text,
  primary key (organization, brand_key, revision),
  foreign key (organization, brand_key) references hangtag_brand)`

const filling = `insert into hangtag_price_policy_change (organization, brand_key, revision, policy)
  select organization, brand_key, 1, policy from hangtag_brand where policy is not null`

/** Keeps who gave a brand which policy when. */
export const keepPolicyChanges = Effect.gen(function* () {
  const sql = yield* SqlClient
  // the owner would otherwise see no brand
  yield* sql.unsafe("alter table hangtag_brand no force row level security")
  for (const statement of [table, filling]) yield* sql.unsafe(statement)
  yield* sql.unsafe("alter table hangtag_brand force row level security")
  for (const statement of secured("hangtag_price_policy_change")) yield* sql.unsafe(statement)
})
