import type { Instant } from "../contract/Instant.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import { priceOrder } from "./priceOrder.ts"

/**
 * The price in force at an instant among the records of one variant and price type, or `undefined`.
 *
 * The greatest in `priceOrder` of the active records whose instant is not after `at`: a price holds from its
 * instant, inclusive, until the next one's.
 */
export const priceInForce = (records: Iterable<PriceRecord>, at: Instant): PriceRecord | undefined => {
  let inForce: PriceRecord | undefined
  for (const record of records) {
    if (record.status !== "active" || record.effective_at > at) continue
    if (inForce === undefined || priceOrder(record, inForce) > 0) inForce = record
  }
  return inForce
}
