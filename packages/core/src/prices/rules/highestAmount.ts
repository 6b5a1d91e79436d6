import type { Amount } from "../../kernel/Amount.ts"
import type { Instant } from "../../kernel/Instant.ts"
import { isAbove } from "../../kernel/rules/amountRules.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import type { Above } from "./aboveList.ts"
import type { TimedLine } from "./futureRecords.ts"
import { amountAt, few, lineTimeOrder, recordAt } from "./judgeLines.ts"
import { everBegins } from "./priceInForce.ts"

/** The place of the first of the instants, which come in order, that is later. */
export const firstAfter = (length: number, instantOf: (place: number) => Instant, at: Instant): number => {
  let [first, end] = [0, length]
  while (first < end) {
    const middle = (first + end) >> 1
    if (instantOf(middle) <= at) first = middle + 1
    else end = middle
  }
  return first
}

const beginsOf = new WeakMap<ReadonlyArray<PriceRecord>, ReadonlyArray<Instant>>()

/** When the records begin that ever do, in order; sorted once for all that asks. */
const recordBegins = (records: ReadonlyArray<PriceRecord>): ReadonlyArray<Instant> => {
  const known = beginsOf.get(records)
  if (known !== undefined) return known
  const begins = records
    .filter(everBegins)
    .map((record) => record.effective_at)
    .sort((a, b) => a - b)
  beginsOf.set(records, begins)
  return begins
}

const nextRecord = (records: ReadonlyArray<PriceRecord>, at: Instant): Instant => {
  let next = Number.POSITIVE_INFINITY
  if (records.length > few) {
    const begins = recordBegins(records)
    return begins[firstAfter(begins.length, (place) => begins[place]!, at)] ?? next
  }
  for (const record of records)
    if (record.effective_at > at && record.effective_at < next && everBegins(record))
      next = record.effective_at
  return next
}

/** The lines of one price type of a list, in the order in which they begin. */
export const linesInTime = (
  lines: ReadonlyArray<TimedLine>,
  priceType: string,
  priceList: string,
): ReadonlyArray<TimedLine> =>
  lineTimeOrder(lines)
    .map((index) => lines[index]!)
    .filter((line) => line.price_type === priceType && line.price_list === priceList)

/** The one of the lines, which come in their order, that begins last by an instant. */
export const lastLineBy = (ordered: ReadonlyArray<TimedLine>, at: Instant): TimedLine | undefined =>
  ordered[firstAfter(ordered.length, (place) => ordered[place]!.effective_at, at) - 1]

/** When the first of the records or lines after an instant begins; `Infinity` where none does. */
export const nextBegin = (
  records: ReadonlyArray<PriceRecord>,
  ordered: ReadonlyArray<TimedLine>,
  at: Instant,
): Instant => {
  const record = nextRecord(records, at)
  const line = ordered[firstAfter(ordered.length, (place) => ordered[place]!.effective_at, at)]
  return Math.min(record, line?.effective_at ?? Number.POSITIVE_INFINITY)
}

/** The records of a pair, its lines that are not among them, in their order, and what the lists above show of it. */
export interface Course {
  readonly records: ReadonlyArray<PriceRecord>
  readonly lines: ReadonlyArray<TimedLine>
  readonly above?: Above | undefined
}

/** What the list shows at an instant: its own price, else what those above it do, unless it does not offer it. */
export const shownAt = ({ records, lines, above }: Course, at: Instant): Amount | undefined => {
  const own = amountAt(records, at, lastLineBy(lines, at))
  return own !== undefined || recordAt(records, at)?.ending === "not_offered"
    ? own
    : above?.priceAt(at)?.amount
}

/** When what the list shows may be another one, after an instant. */
export const nextShown = ({ records, lines, above }: Course, at: Instant): Instant => {
  const begins = above?.begins ?? []
  const next = begins[firstAfter(begins.length, (place) => begins[place]!, at)]
  return Math.min(nextBegin(records, lines, at), next ?? Number.POSITIVE_INFINITY)
}

/** The highest amount that is shown at an instant, or later before another one. */
export const highestAmount = (course: Course, from: Instant, before: Instant): Amount | undefined => {
  let highest: Amount | undefined
  let at = from
  do {
    const amount = shownAt(course, at)
    if (amount !== undefined && (highest === undefined || isAbove(amount, highest))) highest = amount
    at = nextShown(course, at)
  } while (at < before)
  return highest
}
