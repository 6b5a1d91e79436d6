import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** Tells a brand of the price types that products bring along which have become its own. */
export const noteTypes = (
  sql: SqlClient,
  organization: string,
  brandKey: string,
  products: ReadonlyArray<string>,
) =>
  Effect.asVoid(sql`
    update hangtag_brand b set price_types = b.price_types || array(
      select t from unnest(n.types) t where t <> all (b.price_types))
    from (select array_agg(distinct p.price_type) as types from unnest(${products}::text[]) k(product_key)
      cross join lateral (select v.variant_key from hangtag_variant v
        where v.organization = ${organization} and v.product_key = k.product_key offset 0) v
      cross join lateral (select p.price_type from hangtag_price_record p
        where p.organization = ${organization} and p.variant_key = v.variant_key offset 0) p) n
    where b.organization = ${organization} and b.brand_key = ${brandKey} and not n.types <@ b.price_types`)
