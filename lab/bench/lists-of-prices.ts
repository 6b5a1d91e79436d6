// What a list shows of 100 variants, and a bulk adjustment of a list, among 1,000 price lists of three levels over 100,000 variants.

import { deepStrictEqual } from "node:assert/strict"
import type postgres from "postgres"
import { median, short, times } from "./support/figures.ts"
import { principalOf, promisesOn } from "./support/hangtagOn.ts"
import { report } from "./support/report.ts"
import { table } from "./support/table.ts"
import { withDatabase } from "./support/withDatabase.ts"

const [regions, markets, products, sizes] = [10, 990, 10_000, 10]
/** The first products had as many prices of each type as if they had changed every month for three years; the others three. */
const [aged, history] = [200, 36]
const runs = 25
/** Before figures count: as a server that has run for a second. */
const warming = 60
const principal = principalOf("demo")
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

/**
 * The same answer as written by hand: where the list stands by a recursion, of each list the last price that has begun, unless it is gone or
 * archived, and of these the first that is shown.
 */
const byHand = async (sql: postgres.Sql, price_list: string, keys: ReadonlyArray<string>) => {
  const now = Date.now() * 1_000
  const place = (key: postgres.Fragment) => sql`lateral (
    select parent, archived from hangtag_price_list_placement p where p.organization = 'demo' and p.price_list = ${key}
      and p.effective_at <= ${now} order by p.effective_at desc, p.place desc limit 1) p`
  const rows = await sql<Array<HandRow>>`
    with recursive chain as (
      select l.price_list, 0 as level, p.parent, coalesce(p.archived, false) as archived
      from (select ${price_list}::text collate "C" as price_list) l left join ${place(sql`l.price_list`)} on true
      union all
      select c.parent, c.level + 1, p.parent, coalesce(p.archived, false)
      from chain c left join ${place(sql`c.parent`)} on true where c.parent is not null),
    last as (
      select distinct on (r.variant_key, r.price_type, c.level) r.variant_key, r.price_type, c.level, r.amount, r.ending,
        r.price_list, r.record_key, r.effective_at, least(r.withdrawn_at, r.ends_at, r.taken_back_at) as gone_at
      from chain c join hangtag_price_record r on r.organization = 'demo' and r.variant_key = any(${keys as Array<string>}::text[])
        and r.price_list = c.price_list and not c.archived and r.status = 'active' and r.effective_at <= ${now}
        and (r.withdrawn_at is null or r.withdrawn_at >= r.effective_at)
      order by r.variant_key, r.price_type, c.level, r.effective_at desc, r.sequence desc),
    shown as (
      select distinct on (variant_key, price_type) * from last
      where (gone_at is null or gone_at > ${now}) and ending is distinct from 'fall_back'
      order by variant_key, price_type, level)
    select variant_key, price_type, amount, price_list as from_list, record_key, effective_at::float8 as effective_at,
      case when row_number() over () = 1 then (select json_agg(json_build_object('price_list', price_list, 'archived', archived)
        order by level) from chain) end as lists,
      (select currency from hangtag_price_list where organization = 'demo' and price_list = ${price_list}) as currency
    from shown where amount is not null order by variant_key, price_type`
  return {
    price_list,
    currency: rows[0]!.currency,
    lists: rows[0]!.lists,
    items: rows.map(({ lists: _, currency: __, effective_at, ...row }) => ({
      ...row,
      since: new Date(effective_at / 1_000).toISOString(),
    })),
  }
}

interface HandRow {
  readonly variant_key: string
  readonly price_type: string
  readonly amount: string
  readonly from_list: string
  readonly record_key: string
  readonly effective_at: number
  readonly lists: ReadonlyArray<object> | null
  readonly currency: string | null
}

/** Less than that: amounts alone, of lists that never move, are never archived and whose prices never end. */
const amountsByHand = (sql: postgres.Sql, list: string, keys: ReadonlyArray<string>) => sql`
  with recursive chain as (
    select ${list}::text collate "C" as price_list, 0 as level
    union all
    select p.parent collate "C", c.level + 1 from chain c join hangtag_price_list_placement p
      on p.organization = 'demo' and p.price_list = c.price_list and p.parent is not null)
  select distinct on (r.variant_key, r.price_type) r.variant_key, r.price_type, r.amount
  from chain c join hangtag_price_record r on r.organization = 'demo' and r.variant_key = any(${keys as Array<string>}::text[])
    and r.price_list = c.price_list and r.status = 'active' and r.effective_at <= ${Date.now() * 1_000}
  order by r.variant_key, r.price_type, c.level, r.effective_at desc, r.sequence desc`

/** Medians of each, asked by turns, each first as often as the others. */
const byTurns = async (
  works: ReadonlyArray<(nth: number) => Promise<unknown>>,
): Promise<ReadonlyArray<number>> => {
  const figures = works.map((): Array<number> => [])
  for (let run = 0; run < runs + warming; run++)
    for (let turn = 0; turn < works.length; turn++) {
      const index = (run + turn) % works.length
      const start = performance.now()
      await works[index]!(run)
      if (run >= warming) figures[index]!.push(performance.now() - start)
    }
  return figures.map(median)
}

await withDatabase(async (sql, url) => {
  await seed(sql)
  const hangtag = await promisesOn(url)
  /** The nth 100 variants: ten products. */
  const keysOf = (nth: number, [first, count] = [aged + 1, products - aged]) =>
    Array.from({ length: 100 }, (_, index) => {
      const product = productKey(first + ((nth * 97 + Math.floor(index / sizes)) % count))
      return `${product}-${String(1 + (index % sizes)).padStart(2, "0")}`
    })
  for (const list of ["M7", "R3", "base"]) {
    const { at: _, ...answer } = await hangtag.resolvePrices(principal, {
      price_list: list,
      variant_keys: keysOf(1),
    })
    deepStrictEqual(answer, await byHand(sql, list, keysOf(1)))
  }
  const rows: Array<ReadonlyArray<string>> = []
  const shown = new Map<number, number>()
  for (const had of [3, history])
    for (const [name, list] of [
      ["a market", "M7"],
      ["a region", "R3"],
      ["base", "base"],
    ] as const) {
      const keys = (nth: number) => keysOf(nth, had === 3 ? undefined : [1, aged])
      const [ours, theirs, amounts] = (await byTurns([
        (nth) => hangtag.resolvePrices(principal, { price_list: list, variant_keys: keys(nth) }),
        (nth) => byHand(sql, list, keys(nth)),
        (nth) => amountsByHand(sql, list, keys(nth)),
      ])) as [number, number, number]
      shown.set(had, Math.max(shown.get(had) ?? 0, ours / theirs))
      rows.push([
        `100 variants of ${name}, ${had} prices each`,
        short(ours),
        short(theirs),
        times(ours / theirs),
        short(amounts),
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
  const [ofList, ofBase] = (await byTurns([() => adjusted("R3", all), () => adjusted(null, all)])) as [
    number,
    number,
  ]
  rows.push([
    "adjusting 1,000 products: a region, beside base",
    short(ofList),
    short(ofBase),
    times(ofList / ofBase),
    "",
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
    body: `1,000 lists of three levels (\`base\`, ${regions} regions, ${markets} markets) over ${(products * sizes).toLocaleString("en-US")} variants; ms a call. Of a region a fifth of the variants have own prices.

${table(["what", "Hangtag", "beside", "ratio", "amounts alone"], rows)}

By hand is the whole answer, which is compared first: currency and lists that were looked in, by where they stand now, and of each price its
list, key and since when; prices that are over uncover those above. *Amounts alone* asks for less, as if lists never moved and prices never
ended. Hangtag asks once, under row-level security: where three of the variants have few records all are read in the order of the index,
else a probe for each variant, list and price type, whose time does not grow with histories.`,
  })
})
