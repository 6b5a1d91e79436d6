import type { Instant } from "../../kernel/Instant.ts"
import { isPrice, type Price, type PriceRecord } from "../PriceRecord.ts"

/** What settles which price comes later, most significant first; adapters derive their `ORDER BY` from it. */
export const priceOrderKeys = ["effective_at", "sequence"] as const

type Ordered = Pick<PriceRecord, (typeof priceOrderKeys)[number]>

/** The one total order of prices of a variant and type: by instant, on a tie by sequence. Later is greater. */
export const priceOrder = (a: Ordered, b: Ordered): number => {
  for (const key of priceOrderKeys) if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1
  return 0
}

/** When it begins. */
export const beginOf = ({ effective_at }: { readonly effective_at: Instant }): Instant => effective_at

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

/** The place of the first of some that come in time, whose instant is later. */
export const firstAfter = <A>(
  all: ReadonlyArray<A>,
  instantOf: (each: A) => Instant,
  at: Instant,
): number => {
  let [first, end] = [0, all.length]
  while (first < end) {
    const middle = (first + end) >> 1
    if (instantOf(all[middle]!) <= at) first = middle + 1
    else end = middle
  }
  return first
}

/** When what has begun is over, and when it was withdrawn while it was in force. */
interface Ends {
  readonly ends_at?: Instant | undefined
  readonly gone_at?: Instant | undefined
}

/** Whether what holds beneath is uncovered: one that was withdrawn before it was over covers it for good. */
export const isOver = ({ ends_at, gone_at }: Ends, at: Instant): boolean =>
  ends_at !== undefined && ends_at <= at && (gone_at === undefined || ends_at <= gone_at)

/** Whether a temporary price is over, and what holds beneath it in force. */
const isUncovered = (record: PriceRecord, at: Instant): boolean =>
  isOver({ ends_at: overAt(record), gone_at: record.withdrawn?.at }, at)

/**
 * `recordInForce` among the records of one variant and price type, for who asks it of many instants: the records are sorted
 * once. `but` is the key of a record that is not there.
 */
export const pricesInTime = (records: ReadonlyArray<PriceRecord>) => {
  const begun = records.filter(everBegins).sort(priceOrder)
  return (at: Instant, but?: string): PriceRecord | undefined => {
    let place = firstAfter(begun, beginOf, at) - 1
    if (begun[place]?.record_key === but) {
      place--
      // without the record its place would be a return's: what holds beneath
      while (place >= 0 && isUncovered(begun[place]!, at)) place--
    }
    const last = begun[place]
    return last === undefined || isGone(last, at) ? undefined : last
  }
}
