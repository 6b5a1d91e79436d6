import type { Amount } from "../../kernel/Amount.ts"
import { type Instant, instantFromMicros, instantToExactText } from "../../kernel/Instant.ts"
import { type PriceRecord, type Said, said } from "../PriceRecord.ts"
import type { TimedLine } from "./futureRecords.ts"
import { everBegins, isOver, overAt, priceOrder, pricesInTime, recordInForce } from "./priceInForce.ts"

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

/** Whether the record is a return that begins, or will. */
export const isReturn = ({ returns_from, status, withdrawn }: PriceRecord): boolean =>
  returns_from !== undefined && status === "active" && withdrawn === undefined

/** When the first return begins that names each record: it is over then, whatever else is known of it. */
const returnedAt = (records: ReadonlyArray<PriceRecord>): ReadonlyMap<string, Instant> => {
  const first = new Map<string, Instant>()
  for (const record of records) {
    if (!isReturn(record)) continue
    const [sale, at] = [record.returns_from!, record.effective_at]
    first.set(sale, Math.min(at, first.get(sale) ?? at))
  }
  return first
}

/**
 * The records that are prices by themselves, in the order of time: active ones that ever begin, without returns. One that was withdrawn
 * while it was in force is among them: as any price that is withdrawn then it covers what is beneath it for good.
 */
export const standingOf = (records: ReadonlyArray<PriceRecord>) => {
  const returned = returnedAt(records)
  const endOf = (record: PriceRecord): Instant | undefined => {
    const [over, back] = [overAt(record), returned.get(record.record_key)]
    return over === undefined || (back !== undefined && back < over) ? back : over
  }
  return records
    .filter(
      (record) => everBegins(record) && (record.returns_from === undefined || record.withdrawn !== undefined),
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
  // where a list falls back there is nothing beneath
  const returns = records
    .filter((record) => isReturn(record) && record.ending !== "fall_back")
    .sort(priceOrder)
  const found: Array<PriceRecord> = [...records]
  for (const back of returns)
    if (standingAt(standingOf(found), back.effective_at) === undefined)
      found.push(asBeneath(back, returns, records.length - found.length - 1))
  return found
}

/** Finds the records of a variant and price type in a list: those in force at some time since the earliest line, at least. */
export type RecordsOf = (
  variantKey: string,
  priceType: string,
  priceList: string,
) => ReadonlyArray<PriceRecord>

/** This many records are looked through as fast as in their order. */
export const few = 32
const inTime = new WeakMap<ReadonlyArray<PriceRecord>, ReturnType<typeof pricesInTime>>()

const isTemporary = ({ ends, returns_from }: PriceRecord): boolean =>
  ends !== undefined || returns_from !== undefined

/** Returns follow from what else there is, lines too: a price that begins before the end of a sale is what it returns to. */
const inForceAround = (records: ReadonlyArray<PriceRecord>): ReturnType<typeof pricesInTime> => {
  if (!records.some(isTemporary)) return pricesInTime(records)
  const standing = standingOf(withBeneath(records))
  return (at) => standingAt(standing, at)
}

/** The active record in force at an instant, a price or an ending; of returns what they return to. The list is looked at for many, and never changed. */
export const recordAt = (records: ReadonlyArray<PriceRecord>, at: number): PriceRecord | undefined => {
  if (records.length <= few && !records.some(isTemporary)) return recordInForce(records, at)
  const found = inTime.get(records) ?? inForceAround(records)
  inTime.set(records, found)
  return found(at)
}

/**
 * The amount in force at an instant among the active records, a list that is looked at for many and never changed, and,
 * where it is given, a line that begins by then.
 *
 * A line counts as published after all of them: at one instant it takes over.
 */
export const amountAt = (
  records: ReadonlyArray<PriceRecord>,
  at: number,
  line?: TimedLine,
): Amount | undefined => {
  const record = recordAt(records, at)
  return line !== undefined && (record === undefined || line.effective_at >= record.effective_at)
    ? line.amount
    : (record?.amount ?? undefined)
}
