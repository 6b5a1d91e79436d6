import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * What a shop no longer shows stays, with since when and by whom. `withdrawn_at`: from then on the price is neither
 * draft nor active; before, it is what it was. Each column comes to the copies that a snapshot keeps as well, as the last.
 */
const statements = [
  "alter table hangtag_product add column retired_at bigint, add column retired_by text",
  "alter table hangtag_kept_product add column retired_at bigint",
  ...["hangtag_variant", "hangtag_kept_variant"].map(
    (table) => `alter table ${table} add column retired_at bigint, add column retired_by text`,
  ),
  ...["hangtag_price_record", "hangtag_kept_price_record"].map(
    (table) => `alter table ${table} add column withdrawn_at bigint, add column withdrawn_by text`,
  ),
  // the retired ones alone: an export of all versions asks of each whether its product is among them
  "create index on hangtag_product (product_key, organization) where retired_at is not null",
  `create or replace function hangtag_keep(of_organization text, of_product text) returns void language plpgsql as $$
    declare snapshot uuid;
    begin
      for snapshot in select s.snapshot_id from hangtag_export_snapshot s where s.organization = of_organization
      loop
        -- planned once, when there is little in the table: only as a look-up by its key does it stay fast
        continue when exists (select from hangtag_kept_product k where k.product_key = of_product
          and k.snapshot_id = snapshot and k.organization = of_organization);
        insert into hangtag_kept_product
          select of_organization, snapshot, of_product, p.brand_key, p.latest_version, p.retired_at
          from (values (1)) one left join hangtag_product p
            on p.organization = of_organization and p.product_key = of_product;
        insert into hangtag_kept_product_version select snapshot, v.* from hangtag_product_version v
          where v.organization = of_organization and v.product_key = of_product;
        insert into hangtag_kept_variant select snapshot, v.* from hangtag_variant v
          where v.organization = of_organization and v.product_key = of_product;
        insert into hangtag_kept_price_record select snapshot, r.* from hangtag_variant v
          cross join lateral (select * from hangtag_price_record p
            where p.organization = v.organization and p.variant_key = v.variant_key offset 0) r
          where v.organization = of_organization and v.product_key = of_product;
      end loop;
    end $$`,
]

/** Lets products and variants retire, and prices be withdrawn. */
export const retireAndWithdraw = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
