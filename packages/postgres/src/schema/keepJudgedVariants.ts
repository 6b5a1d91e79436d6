import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { secured } from "./createTables.ts"

const key = `text collate "C" not null`

/** The core's JudgedColorway. */
const table = `create table hangtag_batch_colorway (
  organization ${key}, batch_key ${key}, product_key ${key}, color ${key}, price_type ${key},
  variant_keys text[] collate "C" not null,
  primary key (organization, batch_key, product_key, color, price_type),
  foreign key (organization, batch_key) references hangtag_batch)`

const read = ["batch", "batch_basis", "variant"].map((name) => `hangtag_${name}`)
const forced = (how: "force" | "no force") =>
  read.map((name) => `alter table ${name} ${how} row level security`)

/** Open batches count as judged for what their colorways have now, and for what has gone since they were judged. */
const filling = `
  insert into hangtag_batch_colorway
  select j.organization, j.batch_key, j.product_key, j.color, j.price_type, array(
    select unnest(j.variant_keys) union select v.variant_key from hangtag_variant v
    where v.organization = j.organization and v.product_key = j.product_key and v.color collate "C" = j.color
      and v.retired_at is null order by 1)
  from (select s.organization, s.batch_key, v.product_key, v.color collate "C" as color, s.price_type,
      array_agg(s.variant_key) as variant_keys
    from hangtag_batch b
    join hangtag_batch_basis s on s.organization = b.organization and s.batch_key = b.batch_key
    join hangtag_variant v on v.organization = s.organization and v.variant_key = s.variant_key
    where b.status = 'open' and b.reverts is null and v.color is not null
    group by 1, 2, 3, 4, 5) j`

/** Keeps which variants a batch was judged for: one that came since has no basis that could tell. */
export const keepJudgedVariants = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of [table, ...forced("no force"), filling, ...forced("force")])
    yield* sql.unsafe(statement)
  for (const statement of secured("hangtag_batch_colorway")) yield* sql.unsafe(statement)
})
