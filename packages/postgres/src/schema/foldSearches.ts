import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { folded, variantCounts } from "../catalog/productListing.ts"

interface Searched {
  /** The columns of its key, of which a page has those behind the last. */
  readonly key: ReadonlyArray<string>
  /** What a row's `search_text` is folded of; not null. */
  readonly texts: ReadonlyArray<string>
  readonly joined?: string
  readonly only?: string
}

/** `hangtag_` comes before each name; `t` is the row. */
const searched: Readonly<Record<string, Searched>> = {
  brand: { key: ["brand_key"], texts: ["t.brand_key", "t.name"] },
  batch: { key: ["batch_key"], texts: ["t.batch_key", "coalesce(t.name, '')"] },
  crawl_discovery: { key: ["job_id", "discovery_id"], texts: ["t.url", "coalesce(t.title, '')"] },
  // of most variants the key in lower case, which is there, is the folded key
  variant: { key: ["variant_key"], texts: ["t.variant_key"], only: "t.variant_key ~ '[^\\x01-\\x7f]'" },
  product: {
    key: ["product_key"],
    texts: ["t.product_key", "v.name"],
    joined: `join hangtag_product_version v on v.organization = t.organization
      and v.product_key = t.product_key and v.version = t.latest_version`,
  },
}

const forced = (how: "force" | "no force") =>
  ["product_version", ...Object.keys(searched)].map(
    (table) => `alter table hangtag_${table} ${how} row level security`,
  )

const aPage = 2_000
interface Row {
  readonly place: ReadonlyArray<string>
  readonly texts: ReadonlyArray<string>
}

/** Folds a table page by page: only JavaScript folds as searches do. */
const fold = Effect.fnUntraced(function* (table: string, { key, texts, joined = "", only }: Searched) {
  const sql = yield* SqlClient
  const keys = ["organization", ...key]
  const place = keys.map((column) => `t.${column}`).join(", ")
  const compared = keys.map((_, at) => `$${at + 1}`).join(", ")
  const columns = keys.map((column) => `${column} text`).join(", ")
  const same = keys.map((column) => `t.${column} = r.${column}`).join(" and ")
  const skus = table === "product" ? sql`|| n.skus` : sql``
  const counts =
    table === "product"
      ? sql`cross join lateral (${variantCounts(sql, sql`r.organization`, sql`r.product_key`)}) n`
      : sql``
  // of a variant the folded key comes behind what the variant search compares
  const before = table === "variant" ? sql`t.search_text[1:6] ||` : sql``
  for (let after: ReadonlyArray<string> | undefined; ; ) {
    const found: ReadonlyArray<Row> = yield* sql.unsafe<Row>(
      `select array[${place}] as place, array[${texts.join(", ")}] as texts from hangtag_${table} t ${joined}
        where ${only ?? "true"} ${after === undefined ? "" : `and (${place}) > (${compared})`}
        order by ${place} limit ${aPage}`,
      after,
    )
    const last = found.at(-1)
    if (last === undefined) return
    const rows = found.map(({ place, texts }) => ({
      ...Object.fromEntries(keys.map((column, at) => [column, place[at]])),
      search_text: folded(...texts),
    }))
    yield* sql`update ${sql(`hangtag_${table}`)} t set search_text = ${before} r.search_text ${skus}
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.literal(columns)}, search_text text[])
      ${counts} where ${sql.literal(same)}`
    after = last.place
  }
})

/** Has searches of lists find words without accents and case, and products by the keys of their variants. */
export const foldSearches = Effect.gen(function* () {
  const sql = yield* SqlClient
  // the owner would otherwise see, and fold, nothing
  for (const statement of forced("no force")) yield* sql.unsafe(statement)
  // variants before products, which read them
  for (const [table, of] of Object.entries(searched)) yield* fold(table, of)
  for (const statement of forced("force")) yield* sql.unsafe(statement)
})
