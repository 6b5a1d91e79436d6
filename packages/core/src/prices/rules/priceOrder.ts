import type { PriceRecord } from "../PriceRecord.ts"

/** What settles which price comes later, most significant first; adapters derive their `ORDER BY` from it. */
export const priceOrderKeys = ["effective_at", "sequence"] as const

type Ordered = Pick<PriceRecord, (typeof priceOrderKeys)[number]>

/** The one total order of prices of a variant and type: by instant, on a tie by sequence. Later is greater. */
export const priceOrder = (a: Ordered, b: Ordered): number => {
  for (const key of priceOrderKeys) if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1
  return 0
}
