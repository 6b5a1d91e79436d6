import { namedList } from "../../kernel/basePriceList.ts"
import { type Instant, instantFromMicros, instantToExactText } from "../../kernel/Instant.ts"
import type { ReturnMoved } from "../ColorwayPreview.ts"
import { fallsBack, type PriceRecord, type Said, said, saysSame } from "../PriceRecord.ts"
import type { TimedLine } from "./futureRecords.ts"
import { asPair, type Pair, typeName } from "./pairs.ts"
import { goneAt, priceOrder, recordInForce } from "./priceInForce.ts"
import { endsOf, isReturn, standingAt, standingOf, withBeneath } from "./standing.ts"

/** A return that is to be written. */
export interface NewReturn extends Pair, Said {
  readonly effective_from: string
  readonly effective_at: Instant
  readonly returns_from: string
  /** Where it returns to a temporary price: when that is over. */
  readonly ends?: { readonly at: Instant; readonly until: string }
}

/**
 * What has to be written and withdrawn so that every temporary price of a variant and price type returns to what holds
 * beneath it then: the greatest in `priceOrder` of the other prices that have begun and are not over. So a price that is
 * published, imported or withdrawn before or during a sale is what the sale returns to, and one sale within another
 * returns to that one.
 *
 * `records` are all there ever were, as they will be. What has begun stays as it is: where a return in force should be
 * another amount, another one begins now. Where nothing holds beneath, the return is an ending: from then on the list falls back.
 */
export const judgeReturns = (
  records: ReadonlyArray<PriceRecord>,
  now: Instant,
): { readonly drafts: ReadonlyArray<NewReturn>; readonly withdrawals: ReadonlyArray<PriceRecord> } => {
  const there = records.filter(isReturn).sort(priceOrder)
  const standing = standingOf(records)
  if (there.length === 0 && standing.every(({ ends_at }) => ends_at === undefined))
    return { drafts: [], withdrawals: [] }
  const kept = new Set<PriceRecord>()
  const lastAt = new Map(there.map((record) => [record.effective_at as Instant, record]))
  const drafts: Array<NewReturn> = []
  const write = (
    to: PriceRecord | undefined,
    at: Instant,
    until: string,
    from: PriceRecord,
    sale: string,
  ) => {
    const over = to && goneAt(to)
    drafts.push({
      ...asPair(from),
      ...said(to ?? fallsBack),
      effective_from: until,
      effective_at: at,
      returns_from: sale,
      ...(over !== undefined && {
        ends: { at: over, until: to?.ends?.at === over ? to.ends.until : instantToExactText(over) },
      }),
    })
  }
  const isSame = (last: PriceRecord, to: PriceRecord | undefined) =>
    saysSame(last, to) && last.ends?.at === (to && goneAt(to))
  for (const { at, until, sale, to } of endsOf(standing)) {
    const { record_key } = sale
    const found = lastAt.get(at)
    // a sale that is over as it begins covers what came before it
    const last = found !== undefined && at >= now && priceOrder(found, sale) < 0 ? undefined : found
    // what is over without an ending stays so
    if (to === undefined && last === undefined && at < now) continue
    if (last === undefined || (at > now && !(isSame(last, to) && last.returns_from === record_key)))
      write(to, at, until, sale, record_key)
    else kept.add(last)
  }
  // what was returned to stays as it was; what it is to be from now on begins now
  const current = recordInForce(records, now)
  const should = current?.returns_from === undefined ? undefined : standingAt(standing, now)
  if (
    should !== undefined &&
    !isSame(current!, should) &&
    !drafts.some(({ effective_at }) => effective_at === now)
  )
    write(should, now, instantToExactText(now), current!, current!.returns_from!)
  return {
    drafts,
    withdrawals: there.filter((record) => record.effective_at > now && !kept.has(record)),
  }
}

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
  const own = lines.filter((line) => typeName(line) === typeName(first))
  if (own.length === 0 || records.every(({ returns_from }) => returns_from === undefined)) return []
  const written = own.map(
    ({ amount, effective_from, effective_at }, index): PriceRecord => ({
      ...asPair(first),
      record_key: "",
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
