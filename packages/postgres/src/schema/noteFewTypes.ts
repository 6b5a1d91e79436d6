import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * Where many prices come at once, as in an import, their brands mostly know all of the types already: then nobody looks
 * for the brand of each variant, which was a quarter of what writing a price costs.
 */
const noteTypes = `
  create or replace function hangtag_note_price_types() returns trigger language plpgsql as $$
  begin
    if (select count(*) from (select from added limit 500) a) = 500 and not exists (
      select from (select distinct organization, price_type from added) a
      join hangtag_brand b on b.organization = a.organization
      where a.price_type <> all (b.price_types)) then
      return null;
    end if;
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

/** Notes the types of many prices at once without looking at each. */
export const noteFewTypes = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql.unsafe(noteTypes)
})
