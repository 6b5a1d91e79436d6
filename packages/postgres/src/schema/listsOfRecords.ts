import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

const list = `add column price_list text collate "C" not null default 'base'`

const keyed = (table: string, columns: string) => [
  `alter table hangtag_${table} ${list}`,
  `alter table hangtag_${table} drop constraint hangtag_${table}_pkey`,
  `alter table hangtag_${table} add primary key (organization, batch_key, ${columns}, price_list)`,
]

/** An index by which the prices of a variant are found, list by list. */
const order = "(variant_key, organization, price_list, price_type, status, effective_at, sequence)"

/**
 * Of which price list a record is, and what a list shows from a record on that has no amount, and so ends the list's own price.
 * What is there already is of `base`.
 *
 * A column with a constant for what is there is added without writing a row; the index is built anew. 1,000,000 records, with
 * 200,000 pairs that a batch was judged by, took 5.6 s on two busy processors, and their index grew from 65 to 74 MB: prices are
 * neither read nor written meanwhile.
 */
const statements = [
  `alter table hangtag_price_record ${list}, add column ending text check (ending in ('fall_back', 'not_offered')),
    alter column amount drop not null, add check (num_nonnulls(amount, ending) = 1)`,
  "drop index hangtag_price_record_order",
  `create unique index hangtag_price_record_order on hangtag_price_record ${order}`,
  // the copies that exports of an embedded database read; there are none of a server
  `alter table if exists hangtag_kept_price_record ${list}, add column ending text, alter column amount drop not null`,
  `do $$ begin
    if to_regclass('hangtag_kept_price_record') is not null then
      drop index if exists hangtag_kept_price_record_variant_key_organization_price_ty_idx;
      create index hangtag_kept_price_record_order on hangtag_kept_price_record ${order};
    end if;
  end $$`,
  `alter table hangtag_batch_record ${list}`,
  `alter table hangtag_batch_withdrawal ${list}`,
  ...keyed("batch_basis", "variant_key, price_type"),
  ...keyed("batch_colorway", "product_key, color, price_type"),
]

export const listsOfRecords = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
