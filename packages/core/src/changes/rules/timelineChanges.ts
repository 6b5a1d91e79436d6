import type { Amount } from "../../kernel/Amount.ts"
import { type Instant, instantToExactText } from "../../kernel/Instant.ts"
import { type PriceRecord, saysSame } from "../../prices/PriceRecord.ts"
import type { PriceSpan } from "../../prices/rules/priceTimeline.ts"
import { priceChange } from "../../prices/rules/upcomingPrices.ts"
import type { ReviewLine } from "../BatchReview.ts"

/** What becomes of a price at an instant. */
export interface TimelineChange {
  readonly change: ReviewLine["change"]
  /** What held just before; of what was to come and is withdrawn its own amount. Null where there was none, as of an end. */
  readonly previous: Amount | null
  /** Null of what is withdrawn, or has ended. */
  readonly amount: Amount | null
  readonly at: Instant
  /** As it was written. */
  readonly effective_from: string
  /** When another amount takes over, or would have; null where none is known. */
  readonly until: { readonly at: Instant; readonly text: string; readonly amount: Amount | null } | null
}

const amountOf = ({ record }: PriceSpan): Amount | null => record?.amount ?? null

const isSame = (a: PriceSpan, b: PriceSpan): boolean => saysSame(a.record, b.record)

const endingWords = { fall_back: "ended", not_offered: "not_offered" } as const

/** What becomes of what held just before; undefined where it stays what it was. */
const changeOf = (before: PriceRecord | undefined, after: PriceRecord | undefined) => {
  if (saysSame(before, after)) return undefined
  const isEnding = after === undefined ? before?.ending !== undefined : after.amount === null
  return isEnding
    ? endingWords[after?.ending ?? "fall_back"]
    : priceChange(before?.amount ?? undefined, after?.amount ?? undefined)
}

/** When a span begins, as its record was written, or the end of the one before; else as an instant. */
const beginOf = (spans: ReadonlyArray<PriceSpan>, place: number) => {
  const { from, record, written } = spans[place]!
  const ends = spans[place - 1]?.record?.ends
  const text =
    record?.effective_at === from ? record!.effective_from : ends?.at === from ? ends!.until : written
  return { at: from!, amount: record?.amount ?? null, text: text ?? instantToExactText(from!) }
}

/**
 * What another timeline changes of one, both without gap over all time, in the order of time.
 *
 * A row is an instant from which on the two differ: where the amount of the new timeline changes then, against what held
 * just before in it; and before that the amount that was to begin then and does not. Where the two are the same again
 * is none, such as the end of a temporary price: the `until` of the row before says so. An end that was to come, and what it would
 * have uncovered in the lists above, is withdrawn where no row says what is in force instead. What these would have let begin is not
 * where a price of the list's own that the batch brings (`held`), which says the same at first, has taken its place.
 */
export function* timelineChanges(
  without: ReadonlyArray<PriceSpan>,
  instead: ReadonlyArray<PriceSpan>,
  price_list: string,
  held?: ReadonlySet<string>,
): Generator<TimelineChange, void, undefined> {
  let [old, now] = [0, 0]
  /** Until when rows say what is in force. */
  let saidUntil = Number.NEGATIVE_INFINITY
  /** Whether the list has a price of its own since the lists above showed the same, which was no row. */
  let isQuiet = false
  const isOwn = ({ record }: PriceSpan) => record?.price_list === price_list
  /** What is only planned has no key yet. */
  const isBrought = ({ record }: PriceSpan) => !held || !record?.record_key || held.has(record.record_key)
  /** The next instant at which either begins another span, from these places on; undefined at the end. */
  const nextAt = (oldPlace: number, newPlace: number): Instant | undefined => {
    const [a, b] = [without[oldPlace + 1]?.from, instead[newPlace + 1]?.from]
    return a == null ? (b ?? undefined) : b == null ? a : Math.min(a, b)
  }
  /** When a span's amount is over, of spans from its place on. */
  const endOf = (spans: ReadonlyArray<PriceSpan>, place: number) => {
    for (let next = place + 1; next < spans.length; next++)
      if (!isSame(spans[next]!, spans[place]!)) return beginOf(spans, next)
    return null
  }
  /** When what is withdrawn would have been over, or is there after all. */
  const endOfLoss = (oldPlace: number, newPlace: number) => {
    const lost = without[oldPlace]!
    let [a, b] = [oldPlace, newPlace]
    for (let at = nextAt(a, b); at !== undefined; at = nextAt(a, b)) {
      if (without[a + 1]?.from === at) a++
      if (instead[b + 1]?.from === at) b++
      if (!isSame(without[a]!, lost)) return beginOf(without, a)
      if (isSame(instead[b]!, lost)) return beginOf(instead, b)
    }
    return null
  }
  for (let at = nextAt(old, now); at !== undefined; at = nextAt(old, now)) {
    const [oldBefore, newBefore] = [without[old]!, instead[now]!]
    if (without[old + 1]?.from === at) old++
    if (instead[now + 1]?.from === at) now++
    const [oldSpan, newSpan] = [without[old]!, instead[now]!]
    const lost = amountOf(oldSpan)
    const amount = amountOf(newSpan)
    const isBelow = isOwn(newSpan) && amount !== null && !isOwn(oldSpan) && isBrought(newSpan)
    const wasQuiet = isQuiet
    isQuiet = isBelow && (isQuiet || (newSpan.from === at && isSame(oldSpan, newSpan)))
    if (isSame(oldSpan, newSpan)) continue
    const begins = newSpan.from === at
    const said = begins ? changeOf(newBefore.record, newSpan.record) : undefined
    // what no row has said, where it shows that the list's own price did not follow
    const isUnsaid = said === undefined && wasQuiet && !isQuiet && !(isSame(oldSpan, oldBefore) && lost)
    const before = isUnsaid ? oldBefore : newBefore
    const change = isUnsaid ? changeOf(before.record, newSpan.record) : said
    const end = change === undefined ? null : endOf(instead, now)
    if (change !== undefined) saidUntil = end?.at ?? Number.POSITIVE_INFINITY
    const wasToCome = oldSpan.from === at && lost !== null && isOwn(oldSpan) && !isSame(oldSpan, oldBefore)
    if (wasToCome || (at >= saidUntil && !isQuiet)) {
      const until = endOfLoss(old, now)
      saidUntil = Math.max(saidUntil, until?.at ?? Number.POSITIVE_INFINITY)
      yield {
        change: "withdrawn",
        previous: lost,
        amount: null,
        at,
        effective_from: beginOf(without, old).text,
        until,
      }
    }
    if (change !== undefined)
      yield {
        change,
        previous: amountOf(before),
        amount,
        at,
        effective_from: (begins ? beginOf(instead, now) : beginOf(without, old)).text,
        until: end,
      }
  }
}
