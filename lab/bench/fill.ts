// Republish fill of 1,000 to 100,000 variants × 3 types beside one `insert … select distinct on`, on a real server.

import { deepEqual } from "node:assert/strict"
import { Hangtag } from "@hangtag/core/effect"
import { Effect } from "effect"
import type postgres from "postgres"
import { limitHeapGrowth } from "../../packages/cli/src/limitHeapGrowth.ts"
import { median, megabytes, short, times } from "./support/figures.ts"
import { principalOf, runtimeOn } from "./support/hangtagOn.ts"
import { interleave, timed } from "./support/interleave.ts"
import { report } from "./support/report.ts"
import { table } from "./support/table.ts"
import { withoutPriceIndexes } from "./support/withoutPriceIndexes.ts"
import { variantKey, withVariants } from "./support/withVariants.ts"

const sizes = [1_000, 10_000, 100_000]
const types = ["COST", "MAP", "MSRP"]
const variants = sizes.at(-1)!
/** Of each variant and type: 67 make 20,100,000. */
const history = Number(process.env.BENCH_HISTORY ?? 67)
const principal = principalOf("demo")

/** Prices of one day after those of the day before, as they come in over the years. */
const seedPrices = (sql: postgres.Sql) =>
  withoutPriceIndexes(
    sql,
    () => sql`insert into hangtag_price_record (organization, record_key, variant_key, price_type, amount,
      effective_from, effective_at, status)
    select 'demo', gen_random_uuid(), v.variant_key, type, d.amount, d.day, d.at, 'active'
    from (select (99 + r) || '.95' as amount, to_char(day, 'YYYY-MM-DD') as day,
        extract(epoch from day)::bigint * 1000000 as at
      from generate_series(1, ${history}) r, lateral (select timestamp '2020-01-01' + r * interval '30 days' as day) t
      offset 0) d, (select variant_key from hangtag_variant order by 1 offset 0) v, unnest(${types}::text[]) type`,
  )

const byHand = (sql: postgres.Sql, batch: string, keys: ReadonlyArray<string>) => sql`
  insert into hangtag_batch_record
    (organization, batch_key, variant_key, price_type, record_key, search_type, filled)
  select distinct on (variant_key, price_type) 'demo', ${batch}, variant_key, price_type, record_key,
    lower(price_type), true
  from hangtag_price_record
  where organization = 'demo' and variant_key = any(${keys as Array<string>}) and price_type = any(${types})
    and status = 'active' and effective_at <= ${String(Date.now() * 1000)}
  order by variant_key, price_type, effective_at desc, sequence desc
  on conflict do nothing`

/** The same with one probe of the index a pair: what one writes who knows how long the histories are. */
const byProbes = (sql: postgres.Sql, batch: string, keys: ReadonlyArray<string>) => sql`
  insert into hangtag_batch_record
    (organization, batch_key, variant_key, price_type, record_key, search_type, filled)
  select 'demo', ${batch}, variant_key, price_type, record_key, lower(price_type), true
  from unnest(${keys as Array<string>}::text[]) variant_key cross join unnest(${types}::text[]) price_type
  cross join lateral (select record_key from hangtag_price_record p
    where p.organization = 'demo' and p.variant_key = variant_key.variant_key
      and p.price_type = price_type.price_type and p.status = 'active'
      and p.effective_at <= ${String(Date.now() * 1000)}
    order by effective_at desc, sequence desc limit 1) p
  on conflict do nothing`

// as the server's own process does
limitHeapGrowth()()
await withVariants(variants, async (sql, url) => {
  await seedPrices(sql)
  const runtime = runtimeOn(url)
  const hangtag = await runtime.runPromise(Effect.service(Hangtag))
  let batches = 0
  const openBatch = async () => {
    const batch = `REPUB-${batches++}`
    await sql`insert into hangtag_batch values ('demo', ${batch}, 'open')`
    return batch
  }
  const ours = (batch: string, variant_keys: ReadonlyArray<string>) =>
    runtime.runPromise(
      hangtag.addRecordsByVariants(principal, { batch_key: batch, variant_keys, price_types: types }),
    )
  const contents = (batch: string) =>
    sql`select count(*), md5(string_agg(record_key::text, ',' order by record_key)) from hangtag_batch_record
      where batch_key = ${batch}`

  const rows = []
  for (const size of sizes) {
    const keys = Array.from({ length: size }, (_, n) => variantKey(n * (variants / size)))
    const [mine, theirs, probed] = [await openBatch(), await openBatch(), await openBatch()]
    await ours(mine, keys)
    await byHand(sql, theirs, keys)
    await byProbes(sql, probed, keys)
    deepEqual(await contents(mine), await contents(theirs))
    deepEqual(await contents(mine), await contents(probed))
    const run = async (fill: (batch: string) => PromiseLike<unknown>) => {
      const batch = await openBatch()
      return timed(() => fill(batch))
    }
    const runs = await interleave(
      {
        ours: () => run((batch) => ours(batch, keys)),
        hand: () => run((batch) => byHand(sql, batch, keys)),
        probes: () => run((batch) => byProbes(sql, batch, keys)),
      },
      size > 10_000 ? 1 : 5,
    )
    rows.push({
      size,
      ours: median(runs.ours),
      hand: median(runs.hand),
      probes: median(runs.probes),
      memory: process.resourceUsage().maxRSS * 1024,
    })
  }
  await runtime.dispose()
  const ratios = rows.map((row) => row.ours / row.hand)
  const memories = rows.map((row) => row.memory)
  report({
    name: "fill",
    verdicts: [
      {
        goal: "≤ 1.5× one hand-written insert … select distinct on",
        result: ratios.map(times).join(", "),
        met: Math.max(...ratios) <= 1.5,
      },
      {
        goal: "memory flat",
        result: memories.map(megabytes).join(", "),
        met: memories.at(-1)! / memories.at(-2)! <= 1.2,
      },
    ],
    body: `Milliseconds to put the prices in force of N variants × 3 types into an empty batch, among
${short(variants * types.length * history)} price records; \`BENCH_HISTORY\` sets how many each variant and type has (${history}).
By hand it is one statement that answers nothing; Hangtag also tells what became of each pair: added, updated, unchanged,
or why not.

${table(
  ["variants", "Hangtag", "`distinct on`", "ratio", "by probes", "ratio", "peak memory"],
  rows.map((row) => [
    short(row.size),
    short(row.ours),
    short(row.hand),
    times(row.ours / row.hand),
    short(row.probes),
    times(row.ours / row.probes),
    megabytes(row.memory),
  ]),
)}

Where Hangtag's time goes: four fifths and more are Postgres', in one probe each for the price in force and for what the batch
holds, and in the insert; the rest decodes, decides and sends the keys back, about 3,000 pairs at a time (decision 0013).
\`distinct on\` reads every price that ever was; on three prices a pair it is the faster one, and Hangtag takes about 1.4
times as long (\`BENCH_HISTORY=3\`). Probing by hand, under no row-level security, is what Hangtag does without deciding.
Memory holds the keys of a request, and of the peers', which run in the same process.`,
  })
})
