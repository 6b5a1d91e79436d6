// Lists of 300,000 products, jobs and discoveries beside plain SQL, over one real Postgres server.

import type postgres from "postgres"
import { median, short, times } from "./support/figures.ts"
import { principalOf, promisesOn } from "./support/hangtagOn.ts"
import { report } from "./support/report.ts"
import { seedLists } from "./support/seedLists.ts"
import { table } from "./support/table.ts"
import { withDatabase } from "./support/withDatabase.ts"

const count = 300_000
const runs = 9
const principal = principalOf("demo")

/** The page as written by hand: an offset, and all that match counted. */
const byHand = (sql: postgres.Sql, where: postgres.PendingQuery<postgres.Row[]>, offset = 0) =>
  sql.begin("read only", async (sql) => {
    await sql`select p.*, v.name, v.labels, v.source from hangtag_product p join hangtag_product_version v
      on v.organization = p.organization and v.product_key = p.product_key and v.version = p.latest_version
      where p.organization = 'demo' and p.retired_at is null and ${where}
      order by p.product_key offset ${offset} limit 50`
    await sql`select count(*) from hangtag_product p join hangtag_product_version v
      on v.organization = p.organization and v.product_key = p.product_key and v.version = p.latest_version
      where p.organization = 'demo' and p.retired_at is null and ${where}`
  })

const medianOf = async (work: () => Promise<unknown>): Promise<number> => {
  const figures: Array<number> = []
  for (let run = 0; run <= runs; run++) {
    const start = performance.now()
    await work()
    if (run > 0) figures.push(performance.now() - start)
  }
  return median(figures)
}

await withDatabase(async (sql, url) => {
  await seedLists(sql, count)
  const hangtag = await promisesOn(url)
  const all = sql`true`
  const like = (text: string) => sql`(p.product_key ilike ${`%${text}%`} or v.name ilike ${`%${text}%`})`
  const deep = "P00200000"
  const questions: ReadonlyArray<readonly [string, () => Promise<unknown>, (() => Promise<unknown>)?]> = [
    ["products", () => hangtag.listProducts(principal), () => byHand(sql, all)],
    [
      "products behind 200,000 others",
      () => hangtag.listProducts(principal, { after: deep }),
      () => byHand(sql, all, 200_000),
    ],
    [
      "products of one brand in ten",
      () => hangtag.listProducts(principal, { brand_key: "B3" }),
      () => byHand(sql, sql`p.brand_key = 'B3'`),
    ],
    [
      "products with one label in a hundred",
      () => hangtag.listProducts(principal, { label: "L7" }),
      () => byHand(sql, sql`'L7' = any(v.labels)`),
    ],
    [
      "search that all match",
      () => hangtag.listProducts(principal, { search: "boot" }),
      () => byHand(sql, like("boot")),
    ],
    [
      "search that one matches",
      () => hangtag.listProducts(principal, { search: deep }),
      () => byHand(sql, like(deep)),
    ],
    [
      "search in vain",
      () => hangtag.listProducts(principal, { search: "nothing" }),
      () => byHand(sql, like("nothing")),
    ],
    ["jobs", () => hangtag.listJobs(principal)],
    ["jobs of one status in ten", () => hangtag.listJobs(principal, { status: "failed" })],
    ["jobs of one caller in a hundred", () => hangtag.listJobs(principal, { mine: true })],
    ["discoveries of one job", () => hangtag.listCrawlDiscoveries(principal, { job_id: "J" })],
    [
      "discoveries that a search finds",
      () => hangtag.listCrawlDiscoveries(principal, { job_id: "J", search: "boot-77" }),
    ],
    [
      "10,000 discoveries selected",
      (() => {
        let selected = false
        const discovery_ids = Array.from({ length: 10_000 }, (_, n) => `D${String(n * 7).padStart(8, "0")}`)
        return () => {
          selected = !selected
          return hangtag.selectCrawlDiscoveries(principal, { job_id: "J", discovery_ids, selected })
        }
      })(),
    ],
  ]
  const rows: Array<ReadonlyArray<string>> = []
  let worst = 0
  for (const [name, ours, theirs] of questions) {
    const figure = await medianOf(ours)
    const peer = theirs && (await medianOf(theirs))
    if (theirs) worst = Math.max(worst, figure / peer!)
    rows.push([name, short(figure), peer ? short(peer) : "", peer ? times(figure / peer) : ""])
  }
  await hangtag.close()
  report({
    name: "lists",
    verdicts: [{ goal: "lists of products ≤ 1× plain SQL", result: times(worst), met: worst <= 1 }],
    body: `Pages of 50 of ${count.toLocaleString("en-US")} products, jobs and discoveries, ms each. By hand: an offset, names and labels
from the versions, \`ilike\`, and all that match counted.

${table(["list", "Hangtag", "by hand", "ratio"], rows)}

A total is counted up to 100,000 and no further; a place in the order is found by the index; what is filtered and searched
by stands in the product's row. Of products with one label in a hundred both look at all 300,000, with two parallel workers of
Postgres each: that is the limit, and runs differ by more (0.94 to 1.14) than what sets the two apart. A search that all
match is made by one process, as what it finds is kept for both the count and the page; by hand three make the count, on both processors.`,
  })
})
