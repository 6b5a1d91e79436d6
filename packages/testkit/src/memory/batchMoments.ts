import {
  type BatchMomentFound,
  type BatchMomentQuery,
  compareText,
  type Found,
  type PriceRecord,
} from "@hangtag/core"
import { shortestAmount } from "@hangtag/core/adapter"
import * as BigDecimal from "effect/BigDecimal"
import { found } from "./listing/found.ts"
import { heldBy } from "./MemoryBatchRepository.ts"
import { type OrganizationState, pairKey, type StoredBatch } from "./MemoryState.ts"

const amountsOf = (records: ReadonlyArray<PriceRecord>) => {
  const sorted = records
    .map(({ amount }) => ({ amount: shortestAmount(amount), value: BigDecimal.fromStringUnsafe(amount) }))
    .sort((a, b) => BigDecimal.Order(a.value, b.value))
  return { least_amount: sorted[0]?.amount ?? null, greatest_amount: sorted.at(-1)?.amount ?? null }
}

/** What a batch changes when, added up. */
export const batchMoments = (
  own: OrganizationState,
  batch: StoredBatch,
  { limit, after }: BatchMomentQuery,
): Found<BatchMomentFound> => {
  const withdrawing = [...batch.withdrawals].flatMap(([key, variant]) =>
    (own.prices.get(variant) ?? []).filter(({ record_key }) => record_key === key),
  )
  const held = heldBy(own, batch)
  const nameOf = ({ effective_at, price_type }: PriceRecord) => pairKey(String(effective_at), price_type)
  const rows = [...Map.groupBy([...held, ...withdrawing], nameOf).values()].map(([first]) => {
    const isOfIt = (record: PriceRecord) => nameOf(record) === nameOf(first!)
    const records = held.filter(isOfIt)
    return {
      at: first!.effective_at,
      price_type: first!.price_type,
      records: records.length,
      withdrawals: withdrawing.filter(isOfIt).length,
      ...amountsOf(records),
    }
  })
  return found(
    rows.sort((a, b) => a.at - b.at || compareText(a.price_type, b.price_type)),
    limit,
    (row) => after === null || (row.at - after.at || compareText(row.price_type, after.price_type)) > 0,
  )
}
