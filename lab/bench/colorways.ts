// Pages of the table of prices over 100,000 variants beside SQL by hand, over one real Postgres server.

import assert from "node:assert/strict"
import type postgres from "postgres"
import { median, short, times } from "./support/figures.ts"
import { principalOf, promisesOn } from "./support/hangtagOn.ts"
import { interleave, timed } from "./support/interleave.ts"
import { report } from "./support/report.ts"
import { seedColorways } from "./support/seedColorways.ts"
import { table } from "./support/table.ts"
import { withDatabase } from "./support/withDatabase.ts"

const variants = Number(process.env.BENCH_VARIANTS ?? 100_000)
const principal = principalOf("demo")

/** What is in force of a variant and type at an instant, as a lookup by hand finds it. */
const inForce = (sql: postgres.Sql, variant: string, type: string, at: string) => sql`lateral (
  select p.amount::numeric as amount from hangtag_price_record p where p.organization = 'demo' and p.price_list = 'base'
    and p.variant_key = ${sql.unsafe(variant)} and p.price_type = ${sql.unsafe(type)} and p.status = 'active'
    and p.withdrawn_at is null and p.effective_at <= ${sql.unsafe(at)}
  order by p.effective_at desc, p.sequence desc limit 1)`
const now = "(extract(epoch from now()) * 1000000)::bigint"
const types = "unnest(array['COST', 'MAP', 'MSRP']) t(type)"

/** The page's prices, and how many colorways there are; `keys` gives the page's products and colors. */
const byHand = async (sql: postgres.Sql, keys: postgres.PendingQuery<postgres.Row[]>) => {
  const [page] = await Promise.all([
    sql`with page as materialized (${keys})
      select k.place, k.product_key, k.color, d.name, t.type, min(s.amount) as least, max(s.amount) as greatest, count(*) as variants,
        count(s.amount) as priced, min(n.effective_at) as next
      from page k join hangtag_product_version d on d.organization = 'demo' and d.product_key = k.product_key and d.version = 1
        join hangtag_variant v on v.organization = 'demo' and v.product_key = k.product_key and v.color = k.color
          and v.retired_at is null
        cross join ${sql.unsafe(types)} left join ${inForce(sql, "v.variant_key", "t.type", now)} s on true
        left join lateral (select p.effective_at from hangtag_price_record p where p.organization = 'demo'
          and p.price_list = 'base' and p.variant_key = v.variant_key and p.price_type = t.type and p.status = 'active'
          and p.withdrawn_at is null and p.effective_at > ${sql.unsafe(now)} and p.amount::numeric is distinct from s.amount
          order by p.effective_at limit 1) n on true
      group by k.place, k.product_key, k.color, d.name, t.type order by k.place, t.type`,
    sql`select sum(colorway_count) from hangtag_product where organization = 'demo' and retired_at is null`,
  ])
  return page.filter((_, index) => index % 3 === 0).map(({ product_key, color }) => `${product_key} ${color}`)
}

const colors = (sql: postgres.Sql, more: postgres.PendingQuery<postgres.Row[]>) => sql`
  select m.*, row_number() over () as place from (select p.product_key, v.color from hangtag_product p cross join lateral (
    select distinct v.color from hangtag_variant v where v.organization = 'demo' and v.product_key = p.product_key
      and v.retired_at is null) v
  where p.organization = 'demo' and p.retired_at is null ${more} order by p.product_key, v.color collate "C" limit 50) m`

await withDatabase(async (sql, url) => {
  await seedColorways(sql, "demo", variants)
  await sql`insert into hangtag_product_version select organization, product_key, 1, 'Boot ' || product_key, 'merchant_input',
    '{}', '{}', 0 from hangtag_product`
  await sql`update hangtag_product set variant_count = 40, colorway_count = 2,
    search_text = array[lower(product_key), 'boot ' || lower(product_key)]`
  await sql`update hangtag_variant set search_text = array[lower(variant_key), lower(name), lower(color), size, 'd', '1']`
  await sql`update hangtag_brand set price_types = '{COST,MAP,MSRP}'`
  await sql`vacuum analyze`
  const hangtag = await promisesOn(url)
  type Asked = Parameters<typeof hangtag.listColorwayPrices>[1]
  const ours = (asked: Asked) => async () =>
    (await hangtag.listColorwayPrices(principal, asked)).items.map(
      ({ product_key, color }) => `${product_key} ${color}`,
    )
  const middle = `P${String(Math.floor(variants / 80)).padStart(5, "0")}`
  const after = { value: middle, product_key: middle, color: "Black" }
  const amounts = (order: postgres.PendingQuery<postgres.Row[]>) => sql`
    select m.*, row_number() over () as place from (
      select v.product_key, v.color, min(s.amount) as least from hangtag_variant v
        left join ${inForce(sql, "v.variant_key", "'MAP'", now)} s on true
      where v.organization = 'demo' and v.retired_at is null group by v.product_key, v.color
      order by ${order}, v.product_key, v.color collate "C" limit 50) m`
  const changes = sql`
    select m.*, row_number() over () as place from (
      select v.product_key, v.color from hangtag_price_record p
        join hangtag_variant v on v.organization = 'demo' and v.variant_key = p.variant_key and v.retired_at is null
        left join ${inForce(sql, "p.variant_key", "p.price_type", now)} s on true
      where p.organization = 'demo' and p.price_list = 'base' and p.status = 'active' and p.withdrawn_at is null
        and p.effective_at::float8 > ${sql.unsafe(now)} and p.effective_at::float8 < ${sql.unsafe(now)} + 100 * 86400000000
        and p.amount::numeric is distinct from s.amount
      group by v.product_key, v.color order by v.product_key, v.color collate "C" limit 50) m`
  const questions: ReadonlyArray<readonly [string, Asked, () => Promise<ReadonlyArray<string>>]> = [
    ["the first page", {}, () => byHand(sql, colors(sql, sql``))],
    [
      "a page in the middle",
      { after },
      () => byHand(sql, colors(sql, sql`and (p.product_key, v.color) > (${middle}, 'Black')`)),
    ],
    [
      "products that a search finds",
      { search: "boot p000" },
      () =>
        byHand(sql, colors(sql, sql`and p.search_text[2] like '%boot%' and p.search_text[2] like '%p000%'`)),
    ],
    [
      "the lowest MAP first",
      { sort: "amount", price_type: "MAP" },
      () => byHand(sql, amounts(sql`min(s.amount)`)),
    ],
    ["changes within 100 days", { changes_within: 100 }, () => byHand(sql, changes)],
  ]
  const rows: Array<ReadonlyArray<string>> = []
  const ratios: Array<number> = []
  for (const [name, asked, peer] of questions) {
    const ask = ours(asked)
    assert.deepEqual(await ask(), await peer(), name)
    const { own, theirs } = await interleave({ own: () => timed(ask), theirs: () => timed(peer) }, 15)
    ratios.push(median(own) / median(theirs))
    rows.push([name, short(median(own)), short(median(theirs)), times(ratios.at(-1)!)])
  }
  await hangtag.close()
  const [first, ...others] = ratios
  const worst = Math.max(...others)
  report({
    name: "colorways",
    verdicts: [
      { goal: "a page of the table of prices ≤ 2× SQL by hand", result: times(first!), met: first! <= 2 },
      { goal: "in any order, with any filter ≤ 2.5×", result: times(worst), met: worst <= 2.5 },
    ],
    body: `Pages of 50 colorways of 20 variants each, of ${variants.toLocaleString("en-US")} variants with three types and four prices
that have begun, ms each. By hand: lowest and highest in force, the next change and counts by one statement, the total by another; of
\`base\` alone, without temporary prices, and without row-level security.

${table(["page", "Hangtag", "by hand", "ratio"], rows)}

Of a change both sides are looked up, so that one to the same amount is none; by hand the new amount is that of its row, which does not
hold where another price begins at that instant.`,
  })
})
