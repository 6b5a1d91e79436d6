import type { Instant } from "../contract/Instant.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import { isWithdrawn, lastBegun } from "./priceInForce.ts"
import { priceOrder } from "./priceOrder.ts"

/**
 * `priceInForce` among the records of one variant and price type, for who asks it of many instants: the records are sorted
 * once. `but` is the key of a record that is not there.
 */
export const pricesInTime = (records: ReadonlyArray<PriceRecord>) => {
  const begun = records
    .filter((record) => lastBegun([record], record.effective_at) !== undefined)
    .sort(priceOrder)
  return (at: Instant, but?: string): PriceRecord | undefined => {
    let [first, end] = [0, begun.length]
    while (first < end) {
      const middle = (first + end) >> 1
      if (begun[middle]!.effective_at <= at) first = middle + 1
      else end = middle
    }
    const place = first - 1 - Number(begun[first - 1]?.record_key === but)
    const last = begun[place]
    return last === undefined || isWithdrawn(last, at) ? undefined : last
  }
}
