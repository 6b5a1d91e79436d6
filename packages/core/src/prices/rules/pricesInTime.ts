import type { Instant } from "../../kernel/Instant.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import { isGone, lastBegun, overAt } from "./priceInForce.ts"
import { priceOrder } from "./priceOrder.ts"

/** Whether a temporary price is over, and what holds beneath it in force. */
const isUncovered = (record: PriceRecord, at: Instant): boolean => {
  const over = overAt(record)
  return over !== undefined && over <= at && (record.withdrawn === undefined || over <= record.withdrawn.at)
}

/**
 * `recordInForce` among the records of one variant and price type, for who asks it of many instants: the records are sorted
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
    let place = first - 1
    if (begun[place]?.record_key === but) {
      place--
      // without the record its place would be a return's: what holds beneath
      while (place >= 0 && isUncovered(begun[place]!, at)) place--
    }
    const last = begun[place]
    return last === undefined || isGone(last, at) ? undefined : last
  }
}
