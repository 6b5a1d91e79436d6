import type { Instant } from "../../kernel/Instant.ts"
import { isPrice, type Price, type PriceRecord } from "../PriceRecord.ts"
import { priceOrder } from "./priceOrder.ts"

type Timed = Pick<PriceRecord, "status" | "effective_at" | "sequence" | "withdrawn">
type Ending = Pick<PriceRecord, "withdrawn" | "ends" | "taken_back">

const earlier = (a: Instant | undefined, b: Instant | undefined): Instant | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a

/** When a price that has begun is over by itself: its time, or its batch was taken back. */
export const overAt = ({ ends, taken_back }: Omit<Ending, "withdrawn">): Instant | undefined =>
  earlier(ends?.at, taken_back?.at)

/** From which instant on a record that has begun is in force no more, whatever else begins; undefined: none is known. */
export const goneAt = (record: Ending): Instant | undefined => earlier(record.withdrawn?.at, overAt(record))

/** Whether the record is withdrawn, or over, as of an instant. */
export const isGone = (record: Ending, at: Instant): boolean => {
  const gone = goneAt(record)
  return gone !== undefined && gone <= at
}

/** Whether the record is withdrawn as of an instant. */
export const isWithdrawn = ({ withdrawn }: Pick<PriceRecord, "withdrawn">, at: Instant): boolean =>
  withdrawn !== undefined && withdrawn.at <= at

/** Whether the record ever begins: it is active, and was not withdrawn before. */
export const everBegins = ({ status, effective_at, withdrawn }: Timed): boolean =>
  status === "active" && (withdrawn === undefined || withdrawn.at >= effective_at)

/**
 * The record of one variant and price type that began last at an instant, or `undefined`: the greatest in `priceOrder`
 * of the active ones whose instant is not after `at`. One that was withdrawn before it began never did.
 */
export const lastBegun = <Record extends Timed>(
  records: Iterable<Record>,
  at: Instant,
): Record | undefined => {
  let last: Record | undefined
  for (const record of records) {
    if (record.effective_at > at || !everBegins(record)) continue
    if (last === undefined || priceOrder(record, last) > 0) last = record
  }
  return last
}

/**
 * The record in force at an instant among those of one variant and price type in a list, a price or an ending, or `undefined`.
 *
 * It is `lastBegun`: a record holds from its instant, inclusive, until the next one's. Where that one is withdrawn, or
 * over, there is none: what a temporary price returns to is a record of its own.
 */
export const recordInForce = (records: Iterable<PriceRecord>, at: Instant): PriceRecord | undefined => {
  const last = lastBegun(records, at)
  return last === undefined || isGone(last, at) ? undefined : last
}

/** The price in force: `recordInForce` where that is no ending. */
export const priceInForce = (records: Iterable<PriceRecord>, at: Instant): Price | undefined => {
  const found = recordInForce(records, at)
  return found !== undefined && isPrice(found) ? found : undefined
}
