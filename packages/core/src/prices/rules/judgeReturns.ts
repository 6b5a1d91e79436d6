import { type Instant, instantToExactText } from "../../kernel/Instant.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import type { Pair } from "./pairName.ts"
import { goneAt, overAt, recordInForce } from "./priceInForce.ts"
import { priceOrder } from "./priceOrder.ts"
import { fallsBack, type Said, said, saysSame } from "./said.ts"

/** A price, or an ending, that holds from its instant on, until another one begins, or until it is over. */
export interface Standing extends Said {
  readonly effective_at: Instant
  /** When it is over: what holds beneath it is in force again. */
  readonly ends_at?: Instant | undefined
  /** As it was written. */
  readonly until?: string | undefined
  /** When it was withdrawn while it was in force: from then on there is none, and nothing beneath it comes back. */
  readonly gone_at?: Instant | undefined
}

/** Whether what holds beneath is uncovered: one that was withdrawn before it was over covers it for good. */
export const isOver = ({ ends_at, gone_at }: Standing, at: Instant): boolean =>
  ends_at !== undefined && ends_at <= at && (gone_at === undefined || ends_at <= gone_at)

/** When the first return begins that names each record: it is over then, whatever else is known of it. */
const returnedAt = (records: ReadonlyArray<PriceRecord>): ReadonlyMap<string, Instant> => {
  const first = new Map<string, Instant>()
  for (const { status, returns_from: sale, withdrawn, effective_at } of records) {
    if (sale === undefined || status !== "active" || withdrawn !== undefined) continue
    first.set(sale, Math.min(effective_at, first.get(sale) ?? effective_at))
  }
  return first
}

/** The records that are prices by themselves, in the order of time: active ones that ever begin, without returns. */
export const standingOf = (records: ReadonlyArray<PriceRecord>) => {
  const returned = returnedAt(records)
  const endOf = (record: PriceRecord): Instant | undefined => {
    const [over, back] = [overAt(record), returned.get(record.record_key)]
    return over === undefined || (back !== undefined && back < over) ? back : over
  }
  return records
    .filter(
      ({ status, returns_from, withdrawn, effective_at }) =>
        status === "active" &&
        returns_from === undefined &&
        (withdrawn === undefined || withdrawn.at >= effective_at),
    )
    .sort(priceOrder)
    .map((record) => ({
      effective_at: record.effective_at,
      ...said(record),
      ends_at: endOf(record),
      until: record.ends?.until,
      gone_at: record.withdrawn?.at,
      record,
    }))
}

type StandingRecord = ReturnType<typeof standingOf>[number]

/** What is in force at an instant of prices that come in their order: the last that has begun and is not over. */
export const standingAt = (standing: ReadonlyArray<StandingRecord>, at: Instant): PriceRecord | undefined => {
  const last = standing.findLast((price) => price.effective_at <= at && !isOver(price, at))
  return last?.gone_at !== undefined && last.gone_at <= at ? undefined : last?.record
}

/** What ends at each instant, and what is in force from then on where something is: in the order of time. */
export function* endsOf(standing: ReadonlyArray<StandingRecord>) {
  const instants = new Set(standing.flatMap(({ ends_at }) => ends_at ?? []))
  /** Those that have begun and are not over, the last on top; what is over never comes back. */
  const begun: Array<StandingRecord> = []
  let next = 0
  const begin = (isBegun: (price: StandingRecord) => boolean) => {
    while (next < standing.length && isBegun(standing[next]!)) begun.push(standing[next++]!)
  }
  for (const at of [...instants].sort((a, b) => a - b)) {
    begin(({ effective_at }) => effective_at < at)
    while (begun.length > 0 && begun.at(-1)!.ends_at! < at && isOver(begun.at(-1)!, at)) begun.pop()
    const held = begun.at(-1)
    begin(({ effective_at }) => effective_at <= at)
    const last = begun.at(-1)
    // over as it begins: it covers what holds beneath all the same
    const before = last?.effective_at === at && isOver(last, at) ? last : held
    while (begun.length > 0 && isOver(begun.at(-1)!, at)) begun.pop()
    const after = begun.at(-1)
    // something else holds anyway, or begins at that very instant
    if (before === undefined || before === after || before.ends_at !== at) continue
    if (after !== undefined && after.effective_at === at && before.effective_at < at) continue
    const isNone = after === undefined || (after.gone_at !== undefined && after.gone_at <= at)
    const { ends } = before.record
    const until = ends?.at === at ? ends.until : instantToExactText(at)
    yield { at, until, sale: before.record, to: isNone ? undefined : after.record }
  }
}

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
  const isReturn = ({ status, returns_from, withdrawn }: PriceRecord) =>
    status === "active" && returns_from !== undefined && withdrawn === undefined
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
    const { variant_key, price_type, price_list } = from
    const over = to && goneAt(to)
    drafts.push({
      variant_key,
      price_type,
      price_list,
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
    const last = lastAt.get(at)
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
