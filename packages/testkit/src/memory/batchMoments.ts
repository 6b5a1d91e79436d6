import {
  type BatchMomentFound,
  type BatchMomentPlace,
  type BatchMomentQuery,
  compareText,
  type Found,
  isPrice,
  type PriceRecord,
} from "@hangtag/core"
import { pairName, shortestAmount } from "@hangtag/core/adapter"
import * as BigDecimal from "effect/BigDecimal"
import { found } from "./listing/found.ts"
import { heldBy } from "./MemoryBatchRepository.ts"
import type { OrganizationState, StoredBatch } from "./MemoryState.ts"

const amountsOf = (records: ReadonlyArray<PriceRecord>) => {
  const sorted = records
    .filter(isPrice)
    .map(({ amount }) => ({ amount: shortestAmount(amount), value: BigDecimal.fromStringUnsafe(amount) }))
    .sort((a, b) => BigDecimal.Order(a.value, b.value))
  return { least_amount: sorted[0]?.amount ?? null, greatest_amount: sorted.at(-1)?.amount ?? null }
}

const order = (a: BatchMomentPlace, b: BatchMomentPlace): number =>
  a.at - b.at || compareText(a.price_type, b.price_type) || compareText(a.price_list, b.price_list)

const withdrawnBy = (own: OrganizationState, { withdrawals }: StoredBatch): ReadonlyArray<PriceRecord> =>
  [...withdrawals].flatMap(([key, variant]) =>
    (own.prices.get(variant) ?? []).filter(({ record_key }) => record_key === key),
  )

/** The price lists of what a batch holds and withdraws. */
export const batchPriceLists = (own: OrganizationState, batch: StoredBatch): ReadonlyArray<string> => {
  const records = [...heldBy(own, batch), ...withdrawnBy(own, batch)]
  return [...new Set(records.map(({ price_list }) => price_list))].sort(compareText)
}

/** What a batch changes when, added up. */
export const batchMoments = (
  own: OrganizationState,
  batch: StoredBatch,
  { limit, after }: BatchMomentQuery,
): Found<BatchMomentFound> => {
  const withdrawing = withdrawnBy(own, batch)
  const held = heldBy(own, batch)
  const nameOf = ({ effective_at, price_type, price_list }: PriceRecord) =>
    pairName({ variant_key: String(effective_at), price_type, price_list })
  const rows = [...Map.groupBy([...held, ...withdrawing], nameOf).values()].map(([first]) => {
    const isOfIt = (record: PriceRecord) => nameOf(record) === nameOf(first!)
    const records = held.filter(isOfIt)
    return {
      at: first!.effective_at,
      price_type: first!.price_type,
      price_list: first!.price_list,
      records: records.length,
      withdrawals: withdrawing.filter(isOfIt).length,
      ...amountsOf(records),
      ends: [...new Set(records.flatMap(({ ending }) => ending ?? []))].sort(compareText),
    }
  })
  return found(rows.sort(order), limit, (row) => after === null || order(row, after) > 0)
}
