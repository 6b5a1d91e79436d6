import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { secured } from "./tables.ts"

const key = `text collate "C" not null`

/** A table, and the copies that exports of an embedded database read. */
const withCopy = (table: string, columns: string) =>
  ["hangtag_", "hangtag_kept_"].map((prefix) => `alter table if exists ${prefix}${table} ${columns}`)

/**
 * Since when the catalog has known a price, by which publication, and where variants belonged before. `rezoned`: moments at which
 * another time zone moved the record, each followed by its instants until then, `effective_at` and `ends_at`.
 *
 * What is there already is known by its batch's publication where a change wrote it, and returns that imports have brought about from
 * when they were made; of anything else it was not noted. 1,000,000 records, half of them published, took 51 s on two busy
 * processors, and 266 MB became 403: prices are neither read nor written meanwhile.
 */
const statements = [
  ...withCopy(
    "price_record",
    "add column known_at bigint, add column publication integer, add column rezoned bigint[]",
  ),
  ...withCopy("variant", "add column known_at bigint"),
  `create table hangtag_variant_place (
    organization ${key}, variant_key ${key}, until bigint not null, product_key ${key}, color text not null,
    size text not null, primary key (organization, variant_key, until))`,
  ...secured("hangtag_variant_place"),
  "create index hangtag_variant_place_product_key_organization_idx on hangtag_variant_place (product_key, organization)",
  // the owner is bound to an organization as well, and this is about all of them
  "alter table hangtag_price_record no force row level security",
  "alter table hangtag_publication no force row level security",
  "alter table hangtag_batch_basis no force row level security",
  `update hangtag_price_record p set known_at = n.published_at, publication = n.number
    from hangtag_publication n
    where n.organization = p.organization and n.batch_key = p.batch_key and p.status = 'active'
      and (p.made_at is not null or exists (select from hangtag_batch_basis b
        where b.organization = p.organization and b.batch_key = p.batch_key and b.variant_key = p.variant_key
          and b.price_type = p.price_type))`,
  `update hangtag_price_record set known_at = made_at
    where status = 'active' and batch_key is null and made_at is not null`,
  "alter table hangtag_batch_basis force row level security",
  "alter table hangtag_publication force row level security",
  "alter table hangtag_price_record force row level security",
]

export const knownPrices = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
