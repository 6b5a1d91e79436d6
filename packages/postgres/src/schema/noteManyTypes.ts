import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** Whether there is a type that a brand does not know; few are held against each other faster than set apart. */
const areNew = (types: string, known: string): string => `case
      when cardinality(${types})::bigint * cardinality(${known}) <= 10000 then not ${types} <@ ${known}
      else exists (select unnest(${types}) except select unnest(${known})) end`

/**
 * Of many types, of a brand that knows many, each was held against each: 20,000 prices of as many types took the embedded
 * database 21 s, and all others waited.
 */
const noteTypes = `
  create or replace function hangtag_note_price_types() returns trigger language plpgsql as $$
  begin
    if (select count(*) from (select from added limit 500) a) = 500 and not exists (
      select from (
        select organization, array_agg(distinct price_type) as types from added group by organization) a
      join hangtag_brand b on b.organization = a.organization
      where ${areNew("a.types", "b.price_types")}) then
      return null;
    end if;
    update hangtag_brand b set price_types = b.price_types || array(
      select unnest(u.types) except select unnest(b.price_types) order by 1)
    from (
      select d.organization, d.brand_key, array_agg(distinct a.price_type) as types
      from (select distinct organization, variant_key, price_type from added) a
      cross join lateral (select v.product_key from hangtag_variant v
        where v.variant_key = a.variant_key and v.organization = a.organization limit 1) v
      cross join lateral (select p.organization, p.brand_key from hangtag_product p
        where p.organization = a.organization and p.product_key = v.product_key limit 1) d
      group by d.organization, d.brand_key) u
    where b.organization = u.organization and b.brand_key = u.brand_key and ${areNew("u.types", "b.price_types")};
    return null;
  end $$`

/** Notes the types of prices in time that grows with them alone, however many a brand knows. */
export const noteManyTypes = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql.unsafe(noteTypes)
})
