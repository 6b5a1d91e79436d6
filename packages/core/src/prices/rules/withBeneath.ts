import { instantFromMicros } from "../../kernel/Instant.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import { standingAt, standingOf } from "./judgeReturns.ts"
import { priceOrder } from "./priceOrder.ts"

/** A return as the price that it returns to, which began before all others; the return at its own end names that. */
const asBeneath = (
  { returns_from: _, ...price }: PriceRecord,
  returns: ReadonlyArray<PriceRecord>,
  sequence: number,
): PriceRecord => ({
  ...price,
  record_key:
    returns.find(({ effective_at }) => effective_at === price.ends?.at)?.returns_from ?? price.record_key,
  effective_at: instantFromMicros(0),
  sequence,
})

/**
 * The records of a pair from a moment on, with what holds beneath the temporary prices of then: it began before, and only
 * returns say what it is.
 */
export const withBeneath = (records: ReadonlyArray<PriceRecord>): ReadonlyArray<PriceRecord> => {
  const returns = records
    .filter(
      ({ returns_from, status, withdrawn, ending }) =>
        returns_from !== undefined &&
        status === "active" &&
        withdrawn === undefined &&
        // then there is nothing beneath
        ending !== "fall_back",
    )
    .sort(priceOrder)
  const found: Array<PriceRecord> = [...records]
  for (const back of returns)
    if (standingAt(standingOf(found), back.effective_at) === undefined)
      found.push(asBeneath(back, returns, records.length - found.length - 1))
  return found
}
