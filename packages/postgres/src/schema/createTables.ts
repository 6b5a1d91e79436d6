import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { appRole } from "../database/enterScope.ts"
import { organization } from "./policies.ts"

/** Compared by code point, as the core's `compareText` does, whatever the database's locale. */
const key = `text collate "C" not null`

/** Instants are microseconds since 1970, as in the core; attributes `json`, which keeps the order of sub-fields. */
const tables: Readonly<Record<string, string>> = {
  brand: `
    organization ${key}, brand_key ${key}, name text not null, time_zone text not null,
    primary key (organization, brand_key)`,
  product: `
    organization ${key}, product_key ${key}, brand_key ${key}, latest_version bigint not null,
    primary key (organization, product_key),
    foreign key (organization, brand_key) references hangtag_brand`,
  product_version: `
    organization ${key}, product_key ${key}, version bigint not null, name text not null,
    source ${key}, labels text[] not null, attributes json not null, updated_at bigint not null,
    primary key (organization, product_key, version),
    foreign key (organization, product_key) references hangtag_product`,
  // version: the greatest that lists the variant. search_text: its searchable fields in lower case, by JavaScript
  variant: `
    organization ${key}, variant_key ${key}, product_key ${key}, version bigint not null, name text not null,
    color text not null, size text not null, width text not null, vendor_color_code text not null,
    attributes json not null, search_text text[] not null,
    primary key (organization, variant_key),
    foreign key (organization, product_key) references hangtag_product`,
  // amount: a plain decimal as it was given, of which numeric would drop zeros in front
  price_record: `
    organization ${key}, record_key uuid not null, variant_key ${key}, price_type ${key},
    amount text not null check (amount ~ '^[0-9]+([.][0-9]+)?$'), effective_from text not null, effective_at bigint not null,
    status ${key} check (status in ('draft', 'active')), sequence bigint generated always as identity,
    batch_key text collate "C",
    primary key (record_key, organization)`,
  batch: `
    organization ${key}, batch_key ${key}, status ${key} check (status in ('open', 'published')),
    primary key (organization, batch_key)`,
  // filled: put there by a fill rather than by an import. search_type: the price type in lower case, by JavaScript
  batch_record: `
    organization ${key}, batch_key ${key}, variant_key ${key}, price_type ${key}, record_key uuid not null,
    filled boolean not null, search_type text not null,
    primary key (organization, batch_key, variant_key, price_type, record_key),
    foreign key (organization, batch_key) references hangtag_batch`,
  crawl_discovery: `
    organization ${key}, job_id ${key}, discovery_id ${key}, url text not null, title text,
    selected boolean not null, updated_at bigint not null,
    primary key (organization, job_id, discovery_id)`,
  // carriers: how many product versions and variants have it
  attribute: `
    organization ${key}, attribute_key ${key}, carriers bigint not null,
    primary key (organization, attribute_key)`,
  // may come before the attribute does
  attribute_label: `
    organization ${key}, attribute_key ${key}, label text,
    primary key (organization, attribute_key)`,
  // request is JSON as text: jsonb refuses \\u0000
  job: `
    organization ${key}, job_id uuid not null default gen_random_uuid(), requested_by text not null,
    request text not null,
    status ${key} check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
    total bigint not null, processed bigint not null default 0, attempt integer not null default 0,
    message text not null, error text, cancel_requested boolean not null default false, token uuid, file json,
    created_at bigint not null, started_at bigint, finished_at bigint,
    primary key (organization, job_id)`,
}

/**
 * The organization stands behind: where statistics are old or none, the planner expects few rows of one
 * organization, and would otherwise walk such an index by that alone.
 */
const indexes = [
  "create index on hangtag_product (brand_key, organization)",
  "create index on hangtag_variant (product_key, organization)",
  `create unique index hangtag_price_record_order on hangtag_price_record
    (variant_key, organization, price_type, status, effective_at, sequence)`,
]

/** Makes a table show an organization its own rows only, to everybody. */
export const secured = (table: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy organization on ${table} ${organization}`,
  `grant select, insert, update, delete on ${table} to ${appRole}`,
]

/** Creates every table, its indexes, and the policy that hides other organizations' rows from everybody. */
export const createTables = Effect.gen(function* () {
  const sql = yield* SqlClient
  const statements = Object.entries(tables).flatMap(([name, columns]) => [
    `create table hangtag_${name} (${columns})`,
    ...secured(`hangtag_${name}`),
  ])
  for (const statement of [...statements, ...indexes]) yield* sql.unsafe(statement)
})
