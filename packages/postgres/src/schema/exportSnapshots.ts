import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { databaseOf } from "../database/Database.ts"
import { secured } from "./tables.ts"

const key = `text collate "C" not null`

/**
 * Copies of products as they were when a snapshot began, made right before their first change since. A product
 * that was not there yet has null for its brand. Unlogged: after a crash they are not read any more. A column that comes
 * to the table that is copied has to come here as well, as the last.
 */
const tables: Readonly<Record<string, string>> = {
  export_snapshot: `organization ${key}, snapshot_id uuid not null default gen_random_uuid(),
    primary key (organization, snapshot_id)`,
  kept_product: `organization ${key}, snapshot_id uuid not null, product_key ${key},
    brand_key text collate "C", latest_version bigint, retired_at bigint,
    primary key (product_key, snapshot_id, organization)`,
  kept_product_version: "snapshot_id uuid not null, like hangtag_product_version",
  kept_variant: "snapshot_id uuid not null, like hangtag_variant",
  kept_price_record: "snapshot_id uuid not null, like hangtag_price_record",
}

const indexes = [
  "create index on hangtag_kept_product_version (snapshot_id, organization, product_key, version)",
  "create index on hangtag_kept_variant (product_key, snapshot_id, organization)",
  `create index on hangtag_kept_price_record
    (variant_key, organization, price_type, status, effective_at, sequence)`,
]

/** Whether rows have to be looked at is found out once a statement, so that writing costs nothing extra else. */
const functions = [
  `create function hangtag_begin_keeping() returns trigger language plpgsql as $$
    begin
      perform set_config('hangtag.keeping', exists (select from hangtag_export_snapshot)::text, true);
      return null;
    end $$`,
  `create function hangtag_keep(of_organization text, of_product text) returns void language plpgsql as $$
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
  `create function hangtag_keep_product() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then perform hangtag_keep(old.organization, old.product_key); end if;
      if tg_op = 'DELETE' then return old; end if;
      perform hangtag_keep(new.organization, new.product_key);
      return new;
    end $$`,
  `create function hangtag_keep_priced() returns trigger language plpgsql as $$
    declare priced record;
    begin
      if tg_op = 'DELETE' then priced := old; else priced := new; end if;
      perform hangtag_keep(v.organization, v.product_key) from hangtag_variant v
        where v.organization = priced.organization and v.variant_key = priced.variant_key;
      return priced;
    end $$`,
]

const triggers = ["product", "product_version", "variant", "price_record"].flatMap((table) => [
  `create trigger hangtag_begin_keeping before insert or update or delete on hangtag_${table}
    for each statement execute function hangtag_begin_keeping()`,
  `create trigger hangtag_keep before insert or update or delete on hangtag_${table} for each row
    when (current_setting('hangtag.keeping', true) = 'true')
    execute function hangtag_keep_${table === "price_record" ? "priced" : "product"}()`,
])

const create = [
  ...Object.entries(tables).flatMap(([name, columns]) => [
    `create unlogged table hangtag_${name} (${columns})`,
    ...secured(`hangtag_${name}`),
  ]),
  ...indexes,
  ...functions,
  ...triggers,
]

const drop = [
  "drop function if exists hangtag_begin_keeping, hangtag_keep_product, hangtag_keep_priced, hangtag_keep cascade",
  `drop table if exists ${Object.keys(tables)
    .map((name) => `hangtag_${name}`)
    .join(", ")}`,
]

export const makeSnapshots = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of create) yield* sql.unsafe(statement)
})

/**
 * Lets exports of an embedded database, whose connections share one session, see one moment. A server has
 * transactions for that, and its writes pay for no triggers.
 */
export const exportSnapshots = Effect.gen(function* () {
  const sql = yield* SqlClient
  if (databaseOf(sql).isEmbedded) {
    const found = yield* sql`select where to_regclass('hangtag_export_snapshot') is not null`
    if (found.length === 0) yield* makeSnapshots
    return
  }
  for (const statement of drop) yield* sql.unsafe(statement)
})
