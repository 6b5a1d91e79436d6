import { urlKey } from "@hangtag/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import {
  folded,
  type KeptVersion,
  productListing,
  urlKeyOf,
  variantCounts,
} from "../catalog/productListing.ts"
import { secured } from "./createTables.ts"

const key = `text collate "C" not null`
const searchText = "add column search_text text[] not null default '{}'"

const tables: Readonly<Record<string, string>> = {
  // by which URLs (the core's catalogUrls) a product is found
  product_url: `
    organization ${key}, product_key ${key}, url_key uuid not null,
    primary key (url_key, organization, product_key)`,
  // how somebody chose last under a URL
  crawl_choice: `
    organization ${key}, url_key uuid not null, selected boolean not null,
    primary key (url_key, organization)`,
}

/**
 * What lists read stands in one row: of products their latest version's source and labels, and how many variants and
 * colors they have; `search_text` as of variants. `url_key`: the core's `urlKey`, hashed.
 */
const statements = [
  `alter table hangtag_brand ${searchText}`,
  `alter table hangtag_product ${searchText},
    add column source text collate "C" not null default '', add column labels text[] not null default '{}',
    add column variant_count integer not null default 0, add column colorway_count integer not null default 0`,
  `alter table hangtag_crawl_discovery ${searchText}, add column url_key uuid`,
  // in order, too
  "drop index hangtag_product_brand_key_organization_idx",
  "create index on hangtag_product (brand_key, organization, product_key)",
  "create index on hangtag_job (organization, created_at, job_id) include (status)",
  ...Object.entries(tables).flatMap(([name, columns]) => [
    `create table hangtag_${name} (${columns})`,
    ...secured(`hangtag_${name}`),
  ]),
]

const filled = ["brand", "product", "product_version", "variant", "product_url", "crawl_discovery"]
const forced = (how: "force" | "no force") =>
  filled.map((table) => `alter table hangtag_${table} ${how} row level security`)

const aPage = 2_000

/** Fills a table page by page, since only JavaScript folds case as searches do. */
const fill = Effect.fnUntraced(function* <Row>(
  page: (after: Row | undefined) => Effect.Effect<ReadonlyArray<Row>, SqlError>,
  write: (rows: ReadonlyArray<Row>) => Effect.Effect<unknown, SqlError>,
) {
  for (let after: Row | undefined; ; ) {
    const rows = yield* page(after)
    if (rows.length === 0) return
    yield* write(rows)
    after = rows.at(-1)
  }
})

interface OfOrganization {
  readonly organization: string
}
interface BrandRow extends OfOrganization {
  readonly brand_key: string
  readonly name: string
}
interface VersionRow extends OfOrganization, KeptVersion {}
interface DiscoveryRow extends OfOrganization {
  readonly job_id: string
  readonly discovery_id: string
  readonly url: string
  readonly title: string | null
}

const fillBrands = (sql: SqlClient) =>
  fill<BrandRow>(
    (after) => sql<BrandRow>`select organization, brand_key, name from hangtag_brand
      where ${after ? sql`(organization, brand_key) > (${after.organization}, ${after.brand_key})` : sql`true`}
      order by organization, brand_key limit ${aPage}`,
    (rows) => sql`update hangtag_brand b set search_text = r.search_text
      from json_to_recordset(${JSON.stringify(
        rows.map((row) => ({ ...row, search_text: folded(row.brand_key, row.name) })),
      )}::json) as r(organization text, brand_key text, search_text text[])
      where b.organization = r.organization and b.brand_key = r.brand_key`,
  )

const fillProducts = (sql: SqlClient) =>
  fill<VersionRow>(
    (after) => sql<VersionRow>`
      select p.organization, p.product_key, v.version::float8 as version, v.name, v.source, v.labels,
        v.attributes::text as attributes
      from (select * from hangtag_product
        where ${after ? sql`(organization, product_key) > (${after.organization}, ${after.product_key})` : sql`true`}
        order by organization, product_key limit ${aPage}) p
      cross join lateral (select * from hangtag_product_version v where v.organization = p.organization
        and v.product_key = p.product_key and v.version = p.latest_version limit 1) v
      order by p.organization, p.product_key`,
    Effect.fnUntraced(function* (rows) {
      const listings = JSON.stringify(
        rows.map((row) => ({ ...productListing(row), organization: row.organization })),
      )
      yield* sql`update hangtag_product p set source = r.source, labels = r.labels, search_text = r.search_text,
          variant_count = n.variants, colorway_count = n.colors
        from json_to_recordset(${listings}::json)
          as r(organization text, product_key text, source text, labels text[], search_text text[])
        cross join lateral (${variantCounts(sql, sql`r.organization`, sql`r.product_key`)}) n
        where p.organization = r.organization and p.product_key = r.product_key`
      yield* sql`insert into hangtag_product_url (organization, product_key, url_key)
        select r.organization, r.product_key, ${urlKeyOf(sql, sql`u.url`)}
        from json_to_recordset(${listings}::json) as r(organization text, product_key text, urls text[])
        cross join unnest(r.urls) u(url)`
    }),
  )

const fillDiscoveries = (sql: SqlClient) =>
  fill<DiscoveryRow>(
    (
      after,
    ) => sql<DiscoveryRow>`select organization, job_id, discovery_id, url, title from hangtag_crawl_discovery
      where ${after ? sql`(organization, job_id, discovery_id) > (${after.organization}, ${after.job_id}, ${after.discovery_id})` : sql`true`}
      order by organization, job_id, discovery_id limit ${aPage}`,
    (rows) => sql`update hangtag_crawl_discovery d
      set search_text = r.search_text, url_key = ${urlKeyOf(sql, sql`r.url`)}
      from json_to_recordset(${JSON.stringify(
        rows.map((row) => ({ ...row, search_text: folded(row.url, row.title ?? ""), url: urlKey(row.url) })),
      )}::json) as r(organization text, job_id text, discovery_id text, search_text text[], url text)
      where d.organization = r.organization and d.job_id = r.job_id and d.discovery_id = r.discovery_id`,
  )

/** Lets the catalog, and what crawls found, be listed and searched. */
export const listCatalog = Effect.gen(function* () {
  const sql = yield* SqlClient
  // the owner would otherwise see, and fill, nothing
  for (const statement of [...statements, ...forced("no force")]) yield* sql.unsafe(statement)
  yield* fillBrands(sql)
  yield* fillProducts(sql)
  yield* fillDiscoveries(sql)
  const indexes = [
    "alter table hangtag_crawl_discovery alter column url_key set not null",
    "create index on hangtag_product_url (product_key, organization)",
  ]
  for (const statement of [...indexes, ...forced("force")]) yield* sql.unsafe(statement)
})
