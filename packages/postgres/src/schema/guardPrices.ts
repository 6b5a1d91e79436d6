import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** A statement that writes prices tells their brands of types that they have had no price of. */
const noteTypes = `
  create function hangtag_note_price_types() returns trigger language plpgsql as $$
  begin
    update hangtag_brand b set price_types = b.price_types || array(
      select t from unnest(u.types) t where t <> all (b.price_types))
    from (
      select d.organization, d.brand_key, array_agg(distinct a.price_type) as types
      from (select distinct organization, variant_key, price_type from added) a
      cross join lateral (select v.product_key from hangtag_variant v
        where v.variant_key = a.variant_key and v.organization = a.organization limit 1) v
      cross join lateral (select p.organization, p.brand_key from hangtag_product p
        where p.organization = a.organization and p.product_key = v.product_key limit 1) d
      group by d.organization, d.brand_key) u
    where b.organization = u.organization and b.brand_key = u.brand_key and not u.types <@ b.price_types;
    return null;
  end $$`

/** `policy`: JSON text, null where the brand was given none. `price_types`: every type that a price was written of. */
const statements = [
  `alter table hangtag_brand add column policy text, add column price_types text[] collate "C" not null default '{}'`,
  noteTypes,
  `create trigger hangtag_note_price_types after insert on hangtag_price_record referencing new table as added
    for each statement execute function hangtag_note_price_types()`,
]

const read = ["brand", "product", "variant", "price_record"].map((table) => `hangtag_${table}`)
const forced = (how: "force" | "no force") =>
  read.map((table) => `alter table ${table} ${how} row level security`)

const fill = `
  update hangtag_brand b set price_types = array(
    select distinct r.price_type from hangtag_product p
    join hangtag_variant v on v.organization = p.organization and v.product_key = p.product_key
    join hangtag_price_record r on r.organization = v.organization and r.variant_key = v.variant_key
    where p.organization = b.organization and p.brand_key = b.brand_key)`

/** Gives brands their price policies, and tells which types of prices they use. */
export const guardPrices = Effect.gen(function* () {
  const sql = yield* SqlClient
  // the owner would otherwise see, and fill, nothing
  for (const statement of [...statements, ...forced("no force"), fill, ...forced("force")])
    yield* sql.unsafe(statement)
})
