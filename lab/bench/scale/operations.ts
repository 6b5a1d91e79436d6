import type { PriceEntry } from "@hangtag/core"
import { Effect } from "effect"
import { principalOf } from "../support/hangtagOn.ts"
import { type Cost, costOf } from "./costOf.ts"
import type { Subject } from "./Subject.ts"
import type { ScaleDatabase } from "./scaleDatabase.ts"
import { colorwaySize, organizationKey, productKey, recordsPerVariant, variantKey } from "./seedRecords.ts"

/** Where records lie: N in all, shared evenly. */
export interface Spread {
  readonly records: number
  readonly organizations: number
}

/** The same places in every run, spread over all there are. */
const nth = (index: number, of: number): number => (Math.imul(index + 1, 0x9e3779b1) >>> 0) % of

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** Its own: what is written under it is new at every run. */
const run = Date.now().toString(36)

/** What single calls cost, each of another colorway of another organization. */
export const operationCosts = async (
  database: ScaleDatabase,
  { hangtag, writer }: Subject,
  { records, organizations }: Spread,
  calls: number,
): Promise<ReadonlyMap<string, Cost>> => {
  const variants = records / recordsPerVariant / organizations
  const products = Math.ceil(variants / 2 / colorwaySize)
  const caller = (index: number) => principalOf(organizationKey(nth(index, organizations)))
  const colorway = (index: number) => ({
    product_key: productKey(nth(index * 7, products)),
    color: index % 2 === 0 || variants < 2 * colorwaySize ? "Black" : "Red",
  })
  const line = { price_type: "MAP", amount: "139.95", effective_from: day(30) }
  const variantsFrom = (index: number, count: number) =>
    Array.from({ length: count }, (_, n) => variantKey(nth(index * count + n, variants)))
  const costs = new Map<string, Cost>()
  const measure = async (name: string, times: number, call: (index: number) => Promise<unknown>) => {
    costs.set(name, await costOf(database, times, call))
  }
  await measure("preview of a colorway", calls, (index) =>
    hangtag.previewColorway(caller(index), { brand_key: "NT", ...colorway(index), lines: [line] }),
  )
  await measure("search in a product", calls, (index) =>
    hangtag.searchVariants(caller(index), { product_key: colorway(index).product_key, text: "boot 5" }),
  )
  await measure("timeline of a variant", calls, (index) =>
    hangtag.variantTimeline(caller(index), { variant_key: variantKey(nth(index, variants)) }),
  )
  await measure("the next day that goes live", calls, (index) =>
    hangtag.listUpcomingPrices(caller(index), { limit: 1 }),
  )
  await measure("products, a page", calls, (index) =>
    hangtag.listProducts(caller(index), { after: productKey(nth(index, products)) }),
  )
  await measure("products, searched in vain", Math.ceil(calls / 20), (index) =>
    hangtag.listProducts(caller(index), { search: "nothing at all" }),
  )
  await measure("count of an export of everything", Math.ceil(calls / 40), (index) =>
    hangtag.preflightExport(caller(index), {
      product_keys: [],
      column_mappings: [{ column_name: "variant", source_field: "variant_key" }],
      filter_latest_version: true,
    }),
  )
  const some = Math.min(200, variants)
  await measure(`fill of ${some} variants`, Math.ceil(calls / 10), async (index) => {
    const { key } = await hangtag.createPriceBatch(caller(index), { kind: "republish" })
    await hangtag.addRecordsByVariants(caller(index), {
      batch_key: key,
      variant_keys: variantsFrom(index, some),
      price_types: ["MAP"],
    })
  })
  await measure("price change of a colorway, published", Math.ceil(calls / 10), async (index) => {
    const { batch_key } = await hangtag.generatePriceChange(caller(index), {
      brand_key: "NT",
      colorways: [
        {
          ...colorway(index),
          lines: [{ ...line, price_type: `C-${run}`, effective_from: day(200 + index) }],
        },
      ],
    })
    await hangtag.publishPriceBatch(caller(index), { batch_key: batch_key! })
  })
  const entries = (index: number): ReadonlyArray<PriceEntry> =>
    Array.from({ length: 2_000 }, (_, n) => ({
      variant_key: variantKey(nth(index * 2_000 + n, variants)),
      price_type: `T-${run}-${Math.floor(n / variants)}`,
      amount: "99.95",
      effective_from: day(-400 - index),
      status: "active",
      batch_key: null,
    }))
  await measure("import of 2,000 prices", Math.ceil(calls / 10), (index) =>
    Effect.runPromise(writer.savePrices(caller(index).organization, entries(index))),
  )
  return costs
}
