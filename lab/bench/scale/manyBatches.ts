import type postgres from "postgres"
import { short } from "../support/figures.ts"
import { principalOf } from "../support/hangtagOn.ts"
import { type Cost, costOf } from "./costOf.ts"
import { costTable } from "./costTable.ts"
import { withSubject } from "./Subject.ts"
import type { Databases } from "./scaleDatabase.ts"
import { organizationKey, productKey, seedRecords } from "./seedRecords.ts"

const organization = organizationKey(0)

/** Published batches without records, each with its publication; and a catalog to publish more of. */
const seedBatches = async (sql: postgres.Sql, batches: number) => {
  await seedRecords(sql, { records: 20_000, organizations: 1 })
  await sql`insert into hangtag_batch (organization, batch_key, status, name, kind, brand_key, created_at, created_by,
      published_at, published_by, search_text)
    select ${organization}, key, 'published', 'Autumn ' || n, 'price_change', 'NT', n, 'ann', n, 'ann',
      array[lower(key), 'autumn ' || n]
    from generate_series(1, ${batches}::int) n, lateral (select 'B' || lpad(n::text, 8, '0') as key) k`
  await sql`insert into hangtag_publication (organization, number, batch_key, published_at, published_by, records, sha256)
    select organization, row_number() over (order by batch_key), batch_key, published_at, published_by, 0, repeat('0', 64)
    from hangtag_batch`
  await sql`vacuum analyze`
}

/** What calls on batches cost where there are many. */
export const manyBatches = async (
  databases: Databases,
  sizes: ReadonlyArray<number>,
  calls: number,
): Promise<string> => {
  const costs = new Map<string, Array<readonly [string, Cost]>>()
  const caller = principalOf(organization)
  const day = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10)
  for (const size of sizes) {
    const database = await databases(`batches_${size}`, (sql) => seedBatches(sql, size))
    const measure = async (name: string, times: number, call: (index: number) => Promise<unknown>) =>
      costs.set(name, [...(costs.get(name) ?? []), [short(size), await costOf(database, times, call)]])
    await withSubject(database.url, async ({ hangtag }) => {
      await measure("batches, a page", calls, () => hangtag.listPriceBatches(caller))
      await measure("batches of one status in vain", Math.ceil(calls / 10), () =>
        hangtag.listPriceBatches(caller, { status: "discarded" }),
      )
      await measure("batches, searched in vain", Math.ceil(calls / 40), () =>
        hangtag.listPriceBatches(caller, { search: "nothing at all" }),
      )
      await measure("publications, a page in the middle", calls, () =>
        hangtag.listPublications(caller, { after: Math.floor(size / 2) }),
      )
      await measure("price change of a colorway, published", Math.ceil(calls / 10), async (index) => {
        const { batch_key } = await hangtag.generatePriceChange(caller, {
          brand_key: "NT",
          colorways: [
            {
              product_key: productKey(index % 50),
              color: "Black",
              lines: [{ price_type: `T-${Date.now()}`, amount: "139.95", effective_from: day }],
            },
          ],
        })
        await hangtag.publishPriceBatch(caller, { batch_key: batch_key! })
      })
    })
  }
  return costTable(costs)
}
