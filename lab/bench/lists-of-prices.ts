// What a list shows of 100 variants, and a bulk adjustment of a list, among 1,000 price lists of three levels over 100,000 variants.

import { deepStrictEqual } from "node:assert/strict"
import { allPermissions } from "@hangtag/core"
import { makeHangtag } from "@hangtag/core/promise"
import { PostgresPorts, serverLayer } from "@hangtag/postgres"
import { Layer, Redacted } from "effect"
import type postgres from "postgres"
import { median, short, times } from "./support/figures.ts"
import { report } from "./support/report.ts"
import { table } from "./support/table.ts"
import { withDatabase } from "./support/withDatabase.ts"

const [regions, markets, products, sizes] = [10, 990, 10_000, 10]
/** The first products had as many prices of each type as if they had changed every month for three years; the others three. */
const [aged, history] = [200, 36]
const runs = 25
/** Before figures count: as a server that has run for a second. */
const warming = 60
const principal = { organization: "demo", subject: "ann", permissions: allPermissions }
const day = 86_400_000_000

const productKey = (number: number) => `P${String(number).padStart(5, "0")}`

/** `base`, ten regions below it, and 99 markets below each; regions have own prices of 20,000 variants, markets of 1,000. */
const seed = async (sql: postgres.Sql) => {
  const then = Date.now() * 1_000 - 400 * day
  await sql`insert into hangtag_brand values ('demo', 'NT', 'North Trail', 'UTC')`
  await sql`insert into hangtag_product select 'demo', 'P' || lpad(n::text, 5, '0'), 'NT', 1
    from generate_series(1, ${products}) n`
  await sql`insert into hangtag_variant
    select 'demo', key, product, 1, key, 'Black', size::text, 'D', '001', '{}', array[lower(key)]
    from generate_series(1, ${products}) n, generate_series(1, ${sizes}) size,
      lateral (select 'P' || lpad(n::text, 5, '0') as product) p, lateral (select product || '-' || lpad(size::text, 2, '0') as key) v`
  await sql`insert into hangtag_price_list (organization, price_list, name, currency, tags)
    select 'demo', list, list, 'EUR', '{}' from (
      select 'R' || n as list from generate_series(0, ${regions - 1}) n
      union all select 'M' || n from generate_series(0, ${markets - 1}) n) l`
  await sql`insert into hangtag_price_list_placement (organization, price_list, effective_at, parent, archived, known_at, said_by)
    select 'demo', list, ${then}::bigint, parent, false, ${then}::bigint, 'seed' from (
      select 'R' || n as list, 'base' as parent from generate_series(0, ${regions - 1}) n
      union all select 'M' || n, 'R' || n % ${regions} from generate_series(0, ${markets - 1}) n) l`
  const prices = (lists: postgres.Fragment, variants: postgres.Fragment, had: number) => sql`
    insert into hangtag_price_record (organization, record_key, variant_key, price_type, price_list, amount, effective_from,
      effective_at, status)
    select 'demo', gen_random_uuid(), v.variant_key, type, l.list, (80 + r)::text || '.95',
      to_char(to_timestamp((${then} + r * ${Math.floor(300 / had)}::int * ${day}::bigint) / 1000000), 'YYYY-MM-DD'),
      ${then} + r * ${Math.floor(300 / had)}::int * ${day}::bigint, 'active'
    from ${lists} l(list), ${variants}, unnest(array['MAP', 'MSRP']) type, generate_series(0, ${had - 1}) r`
  for (const had of [3, history]) {
    const oneOf = (share: number) => sql`(select variant_key from hangtag_variant
      where (product_key > ${productKey(aged)}) = ${had === 3} and abs(hashtext(variant_key)) % ${share} = 0) v`
    await prices(sql`(select 'base')`, oneOf(1), had)
    await prices(sql`(select 'R' || n from generate_series(0, ${regions - 1}) n)`, oneOf(5), had)
    await prices(sql`(select 'M' || n from generate_series(0, 19) n)`, oneOf(100), had)
  }
  await sql`vacuum analyze`
}

/** As written by hand: the chain by a recursion, and the first of it that has a price. */
const byHand = (sql: postgres.Sql, list: string, keys: ReadonlyArray<string>) => sql<
  Array<{ variant_key: string; price_type: string; amount: string }>
>`
  with recursive chain as (
    select ${list}::text collate "C" as price_list, 0 as level
    union all
    select p.parent collate "C", c.level + 1 from chain c join hangtag_price_list_placement p
      on p.organization = 'demo' and p.price_list = c.price_list and p.parent is not null)
  select distinct on (r.variant_key, r.price_type) r.variant_key, r.price_type, r.amount
  from chain c join hangtag_price_record r on r.organization = 'demo' and r.variant_key = any(${keys}::text[])
    and r.price_list = c.price_list and r.status = 'active' and r.effective_at <= ${Date.now() * 1_000}
  order by r.variant_key, r.price_type, c.level, r.effective_at desc, r.sequence desc`

/** Medians of each, asked by turns. */
const duel = async (ours: (nth: number) => Promise<unknown>, theirs: (nth: number) => Promise<unknown>) => {
  const figures: [Array<number>, Array<number>] = [[], []]
  for (let run = 0; run < runs + warming; run++)
    for (const [index, work] of run % 2 === 0
      ? ([
          [0, ours],
          [1, theirs],
        ] as const)
      : ([
          [1, theirs],
          [0, ours],
        ] as const)) {
      const start = performance.now()
      await work(run)
      if (run >= warming) figures[index].push(performance.now() - start)
    }
  return [median(figures[0]), median(figures[1])] as const
}

await withDatabase(async (sql, url) => {
  await seed(sql)
  const hangtag = await makeHangtag(
    Layer.provide(PostgresPorts.layer(), serverLayer({ url: Redacted.make(url) })),
  )
  /** The nth 100 variants: ten products. */
  const keysOf = (nth: number, [first, count] = [aged + 1, products - aged]) =>
    Array.from({ length: 100 }, (_, index) => {
      const product = productKey(first + ((nth * 97 + Math.floor(index / sizes)) % count))
      return `${product}-${String(1 + (index % sizes)).padStart(2, "0")}`
    })
  const { items } = await hangtag.resolvePrices(principal, { price_list: "M7", variant_keys: keysOf(1) })
  const expected = await byHand(sql, "M7", keysOf(1))
  deepStrictEqual(
    items.map(({ variant_key, price_type, amount }) => [variant_key, price_type, amount]),
    expected.map(({ variant_key, price_type, amount }) => [variant_key, price_type, amount]),
  )
  const rows: Array<ReadonlyArray<string>> = []
  const shown = new Map<number, number>()
  for (const had of [3, history])
    for (const [name, list] of [
      ["a market", "M7"],
      ["a region", "R3"],
      ["base", "base"],
    ] as const) {
      const keys = (nth: number) => keysOf(nth, had === 3 ? undefined : [1, aged])
      const [ours, theirs] = await duel(
        (nth) => hangtag.resolvePrices(principal, { price_list: list, variant_keys: keys(nth) }),
        (nth) => byHand(sql, list, keys(nth)),
      )
      shown.set(had, Math.max(shown.get(had) ?? 0, ours / theirs))
      rows.push([
        `100 variants of ${name}, ${had} prices each`,
        short(ours),
        short(theirs),
        times(ours / theirs),
      ])
    }
  // own prices of a list alone are adjusted: as many of `base` are in a fifth of the products
  const adjusted = (price_list: string | null, product_keys: ReadonlyArray<string>) =>
    hangtag.adjustPrices(principal, {
      brand_key: "NT",
      selection: { product_keys, price_list },
      price_types: ["MAP"],
      adjust: { percent: "-5" },
      effective_from: "2099-01-01",
      dry_run: true,
    })
  const all = Array.from({ length: 1_000 }, (_, index) => productKey(aged + 1 + index))
  const [ofList, ofBase] = await duel(
    () => adjusted("R3", all),
    () => adjusted(null, all),
  )
  rows.push([
    "adjusting 1,000 products: a region, beside base",
    short(ofList),
    short(ofBase),
    times(ofList / ofBase),
  ])
  await hangtag.close()
  report({
    name: "lists-of-prices",
    verdicts: [
      ...Array.from(shown, ([had, ratio]) => ({
        goal: `resolved prices of variants with ${had} prices each ≤ 1× SQL by hand`,
        result: times(ratio),
        met: ratio <= 1,
      })),
      { goal: "adjusting a list ≤ 1.5× base", result: times(ofList / ofBase), met: ofList / ofBase <= 1.5 },
    ],
    body: `1,000 lists of three levels (\`base\`, ${regions} regions, ${markets} markets) over ${(products * sizes).toLocaleString("en-US")} variants; ms a call. By hand: the
lists above by a recursion, and \`distinct on\`. Of a region a fifth of the variants have own prices.

${table(["what", "Hangtag", "beside", "ratio"], rows)}

Hangtag asks twice, at once: for the lists above, which callers may be kept from and which may have stood elsewhere, and for the
prices of all of them; each under row-level security. The prices are found by a probe of the index for each variant, list and price type, which takes the
same time however long histories are; by hand all records of each are read and sorted, which is quicker while there are few.`,
  })
})
