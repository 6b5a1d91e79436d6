import type { Amount } from "../../kernel/Amount.ts"
import type { Instant } from "../../kernel/Instant.ts"
import { isAbove } from "../../kernel/rules/amountRules.ts"
import type { ListSpan, SpansOf } from "../../lists/rules/listSpans.ts"
import { isPrice, type Price, type PriceRecord } from "../PriceRecord.ts"
import type { TimedLine } from "./futureRecords.ts"
import { oncePerPair } from "./pairs.ts"
import { beginOf, everBegins, firstAfter, goneAt } from "./priceInForce.ts"
import { amountAt, few, type RecordsOf, recordAt } from "./standing.ts"

/** What the lists above one show of a variant and price type, which is shown where that has no price of its own. */
export interface Above {
  readonly priceAt: (at: Instant) => Price | undefined
  /** When it may become another, in order. */
  readonly begins: ReadonlyArray<Instant>
}

/** Finds what stands above a pair; undefined: nothing ever does. */
export type AboveOf = (variantKey: string, priceType: string, priceList: string) => Above | undefined

const begins = (record: PriceRecord): ReadonlyArray<Instant> => [
  record.effective_at,
  ...(goneAt(record) === undefined ? [] : [goneAt(record)!]),
]

const foundAbove = (
  priceList: string,
  spans: ReadonlyArray<ListSpan>,
  recordsOf: (priceList: string) => ReadonlyArray<PriceRecord>,
): Above | undefined => {
  const others = new Set(spans.flatMap(({ lists }) => lists).filter((list) => list !== priceList))
  const records = new Map([...others].map((list) => [list, recordsOf(list)]))
  const all = [...records.values()].flat()
  if (all.length === 0) return undefined
  return {
    priceAt: (at) => {
      const { lists } = spans.findLast(({ from }) => from === null || from <= at)!
      for (const list of lists) {
        const record = list === priceList ? undefined : recordAt(records.get(list)!, at)
        if (record === undefined || record.ending === "fall_back") continue
        return isPrice(record) ? record : undefined
      }
      return undefined
    },
    begins: [...spans.flatMap(({ from }) => from ?? []), ...all.flatMap(begins)].sort((a, b) => a - b),
  }
}

/** `spansOf`: in which lists is looked for a list's prices, and when. `recordsOf` has those of all these lists. Each pair is looked for once. */
export const aboveList = (spansOf: SpansOf, recordsOf: RecordsOf): AboveOf =>
  oncePerPair((variantKey, priceType, priceList) =>
    foundAbove(priceList, spansOf(priceList), (list) => recordsOf(variantKey, priceType, list)),
  )

/** The lines' indices in the order in which they begin; of several at one instant the later written comes later. */
export const lineTimeOrder = (lines: ReadonlyArray<TimedLine>): Array<number> =>
  lines.map((_, index) => index).sort((a, b) => lines[a]!.effective_at - lines[b]!.effective_at || a - b)

const beginsOf = new WeakMap<ReadonlyArray<PriceRecord>, ReadonlyArray<Instant>>()

/** When the records begin that ever do, in order; sorted once for all that asks. */
const recordBegins = (records: ReadonlyArray<PriceRecord>): ReadonlyArray<Instant> => {
  const known = beginsOf.get(records)
  if (known !== undefined) return known
  const begins = records
    .filter(everBegins)
    .map(beginOf)
    .sort((a, b) => a - b)
  beginsOf.set(records, begins)
  return begins
}

const nextRecord = (records: ReadonlyArray<PriceRecord>, at: Instant): Instant => {
  let next = Number.POSITIVE_INFINITY
  if (records.length > few) {
    const begins = recordBegins(records)
    return begins[firstAfter(begins, (begin) => begin, at)] ?? next
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
  lines
    .filter((line) => line.price_type === priceType && line.price_list === priceList)
    .sort((a, b) => a.effective_at - b.effective_at)

/** The one of the lines, which come in their order, that begins last by an instant. */
export const lastLineBy = (ordered: ReadonlyArray<TimedLine>, at: Instant): TimedLine | undefined =>
  ordered[firstAfter(ordered, beginOf, at) - 1]

/** When the first of the records or lines after an instant begins; `Infinity` where none does. */
export const nextBegin = (
  records: ReadonlyArray<PriceRecord>,
  ordered: ReadonlyArray<TimedLine>,
  at: Instant,
): Instant => {
  const record = nextRecord(records, at)
  const line = ordered[firstAfter(ordered, beginOf, at)]
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
  const next = begins[firstAfter(begins, (begin) => begin, at)]
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
