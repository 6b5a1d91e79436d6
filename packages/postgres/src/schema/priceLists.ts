import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { secured } from "./tables.ts"

const key = `text collate "C" not null`

/**
 * Price lists, and where they stand from an instant on: rows that are never changed. Of one instant that with the greatest place
 * holds. tags: JSON as text, which jsonb refuses some of. `base` has a row only where something was said of it.
 */
const statements = [
  `create table hangtag_price_list (
    organization ${key}, price_list ${key}, name text not null, currency text collate "C", tags text not null,
    created_at bigint, created_by text, primary key (organization, price_list))`,
  ...secured("hangtag_price_list"),
  `create table hangtag_price_list_placement (
    organization ${key}, price_list ${key}, effective_at bigint not null,
    place bigint generated always as identity, parent text collate "C", archived boolean not null,
    known_at bigint not null, said_by text not null, primary key (organization, price_list, effective_at, place),
    foreign key (organization, price_list) references hangtag_price_list)`,
  ...secured("hangtag_price_list_placement"),
]

export const priceLists = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
