import { sameAmount } from "../contract/Amount.ts"
import { type Instant, instantToExactText } from "../contract/Instant.ts"
import type { RevertOutcome } from "../contract/PriceBatch.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import type { PairFound } from "./pairBasis.ts"
import type { NewDraft } from "./planChange.ts"
import { isWithdrawn, lastBegun } from "./priceInForce.ts"
import { priceOrder } from "./priceOrder.ts"
import { pricesInTime } from "./pricesInTime.ts"

/** The batch that is to be taken back. */
export interface Reverted {
  readonly key: string
  readonly published_at: Instant
}

export interface RevertPlan {
  readonly drafts: ReadonlyArray<NewDraft>
  readonly withdrawals: ReadonlyArray<PriceRecord>
  /** One for every record of the pair that the batch set, then for each that it withdrew, by `priceOrder`. */
  readonly outcomes: ReadonlyArray<{ readonly record: PriceRecord; readonly outcome: RevertOutcome }>
}

/**
 * What takes a published batch back for one variant and price type, of which `records` are all that there ever were.
 *
 * What it set and is to come is withdrawn, what it withdrew and is to come is set again, and where another price would be
 * in force now without the batch, that one is from now on. So from the moment that this is published the prices are as if
 * the batch had never been, but where there was none before: a price cannot be made to never have been.
 */
export const planRevert = (pair: PairFound, { key, published_at }: Reverted, now: Instant): RevertPlan => {
  const { variant_key, price_type, withdrawing } = pair
  const records = pair.records.toSorted(priceOrder)
  const isSet = ({ status, batch_key }: PriceRecord) => status === "active" && batch_key === key
  const isTaken = ({ record_key, withdrawn }: PriceRecord) =>
    withdrawing.has(record_key) && withdrawn?.at === published_at
  const sets = records.filter(isSet)
  const taken = records.filter(isTaken)
  const without = records.flatMap((record): Array<PriceRecord> => {
    if (isSet(record) || record.status === "draft") return []
    if (!isTaken(record)) return [record]
    const { withdrawn: _, ...given } = record
    return [given]
  })
  const last = lastBegun(records, now)
  const inForce = last === undefined || isWithdrawn(last, now) ? undefined : last
  const inForceWithout = pricesInTime(without)
  // what somebody withdrew while it was in force would be gone without the batch too
  const isGone = last !== undefined && inForce === undefined && isSet(last)
  const earlier = isGone ? undefined : inForceWithout(now)
  const differs =
    earlier !== undefined && (inForce === undefined || !sameAmount(inForce.amount, earlier.amount))
  /** Whether it would be in force at its own instant. */
  const prevails = ({ record_key, effective_at }: PriceRecord) =>
    inForceWithout(effective_at)?.record_key === record_key

  const again = new Set(taken.filter((record) => record.effective_at > now && prevails(record)))
  const withdrawals = sets.filter(
    ({ effective_at, withdrawn }) => effective_at > now && withdrawn === undefined,
  )
  const outcomeOfSet = (record: PriceRecord): RevertOutcome => {
    if (record.withdrawn !== undefined) return "already_withdrawn"
    if (record.effective_at > now) return "withdrawn"
    if (record !== inForce) return "superseded"
    return earlier === undefined ? "no_earlier_price" : differs ? "returned" : "unchanged"
  }
  const outcomeOfTaken = (record: PriceRecord): RevertOutcome => {
    if (again.has(record)) return "set_again"
    if (earlier?.record_key !== record.record_key) return "superseded"
    return differs ? "returned" : "unchanged"
  }
  return {
    drafts: [
      ...(differs
        ? [
            {
              variant_key,
              price_type,
              amount: earlier.amount,
              effective_from: instantToExactText(now),
              effective_at: now,
            },
          ]
        : []),
      ...[...again].map(({ amount, effective_from, effective_at }) => ({
        variant_key,
        price_type,
        amount,
        effective_from,
        effective_at,
      })),
    ],
    withdrawals,
    outcomes: [
      ...sets.map((record) => ({ record, outcome: outcomeOfSet(record) })),
      ...taken.map((record) => ({ record, outcome: outcomeOfTaken(record) })),
    ],
  }
}
