import { namedList } from "../../kernel/basePriceList.ts"
import { type Instant, instantFromMicros } from "../../kernel/Instant.ts"
import type { ReturnMoved } from "../ColorwayPreview.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import type { TimedLine } from "./futureRecords.ts"
import { judgeReturns } from "./judgeReturns.ts"
import { withBeneath } from "./withBeneath.ts"

interface Returns {
  readonly drafts: ReadonlyArray<Pick<PriceRecord, "amount"> & { readonly effective_at: Instant }>
  readonly withdrawals: ReadonlyArray<PriceRecord>
}

/** The returns that are withdrawn, each with what its sale returns to instead, in the order of time. */
export const movedReturns = ({ drafts, withdrawals }: Returns): Array<ReturnMoved> => {
  const becomes = new Map(drafts.map((draft) => [draft.effective_at, draft.amount]))
  return withdrawals
    .toSorted((a, b) => a.effective_at - b.effective_at)
    .map(({ record_key, returns_from, effective_from, effective_at, amount, ...record }) => ({
      variant_key: record.variant_key,
      price_type: record.price_type,
      ...namedList(record.price_list),
      record_key,
      returns_from: returns_from!,
      effective_from,
      was: amount,
      becomes: becomes.get(effective_at) ?? null,
    }))
}

/** What lines would make of the returns of a pair that are to come, in the order of time; `records` as of now. */
export const returnsAfter = (
  records: ReadonlyArray<PriceRecord>,
  lines: ReadonlyArray<TimedLine>,
  now: number,
): Array<ReturnMoved> => {
  const [first] = records
  if (first === undefined) return []
  const { variant_key, price_type, price_list } = first
  const own = lines.filter((line) => line.price_type === price_type && line.price_list === price_list)
  if (own.length === 0 || records.every(({ returns_from }) => returns_from === undefined)) return []
  const written = own.map(
    ({ amount, effective_from, effective_at }, index): PriceRecord => ({
      record_key: "",
      variant_key,
      price_type,
      price_list,
      amount,
      effective_from,
      effective_at: instantFromMicros(effective_at),
      status: "active",
      batch_key: null,
      sequence: Number.MAX_SAFE_INTEGER - own.length + index,
    }),
  )
  return movedReturns(judgeReturns([...withBeneath(records), ...written], now))
}
