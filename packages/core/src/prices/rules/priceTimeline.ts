import { type Instant, instantToExactText, textOrNull } from "../../kernel/Instant.ts"
import { once } from "../../kernel/rules/once.ts"
import { asAnswered, type PriceRecord } from "../PriceRecord.ts"
import type { TimelineDraft, TimelineSegment } from "../PriceTimeline.ts"
import { everBegins, goneAt, priceOrder } from "./priceInForce.ts"

/** The time that is asked for; null: without bound. */
export interface TimelineBounds {
  readonly from: Instant | null
  readonly until: Instant | null
}

type TextOf = (instant: Instant) => string

/**
 * Writes each instant once: the prices of a product mostly begin together, and to write them was a sixth of the time that a
 * product's timeline took.
 */
export const instantTexts = (): TextOf => once(instantToExactText)

/** A time in which one record is in force, or none; null: without beginning, or end. */
export interface PriceSpan {
  readonly from: Instant | null
  readonly until: Instant | null
  readonly record: PriceRecord | undefined
  /** How its beginning was written, where another record says that. */
  readonly written?: string
}

/** What is in force over all time: consecutive spans, of which the first has no beginning and the last no end. */
export const priceSpans = (records: ReadonlyArray<PriceRecord>): Array<PriceSpan> => {
  const begun = records.filter(everBegins).sort(priceOrder)
  // of several at one instant only the last is ever in force
  const winners = begun.filter((record, index) => begun[index + 1]?.effective_at !== record.effective_at)
  const spans: Array<PriceSpan> = []
  let since: Instant | null = null
  let standing: PriceRecord | undefined
  const next = (at: Instant, record: PriceRecord | undefined) => {
    spans.push({ from: since, until: at, record: standing })
    since = at
    standing = record
  }
  for (const [index, record] of winners.entries()) {
    const gone = goneAt(record)
    const end = winners[index + 1]?.effective_at ?? Number.POSITIVE_INFINITY
    if (gone !== undefined && gone <= record.effective_at) next(record.effective_at, undefined)
    else next(record.effective_at, record)
    if (gone !== undefined && gone > record.effective_at && gone < end) next(gone, undefined)
  }
  return [...spans, { from: since, until: null, record: standing }]
}

/**
 * What one variant and price type costs over time: consecutive half-open segments, none of them empty, that begin with the first
 * price unless `from` says earlier.
 */
export const priceSegments = (
  spans: ReadonlyArray<PriceSpan>,
  { from, until }: TimelineBounds,
  now: Instant,
  textOf: TextOf = instantToExactText,
): Array<TimelineSegment> =>
  spans.flatMap((span): Array<TimelineSegment> => {
    if (span.from === null && from === null) return []
    const begin = from !== null && (span.from === null || span.from < from) ? from : span.from
    const end = until !== null && (span.until === null || span.until > until) ? until : span.until
    if (begin !== null && end !== null && begin >= end) return []
    const { record } = span
    return [
      {
        from: textOrNull(begin, textOf),
        until: textOrNull(end, textOf),
        record_key: record?.record_key ?? null,
        from_list: record?.price_list ?? null,
        ...asAnswered(record ?? { amount: null }),
        status: record === undefined ? null : "active",
        // a segment that is cut off goes on, or began, beyond the cut
        state:
          span.until !== null && span.until <= now
            ? "past"
            : span.from !== null && span.from > now
              ? "scheduled"
              : "in_force",
        batch_key: record?.batch_key ?? null,
        returns_from: record?.returns_from ?? null,
        ends_at: textOrNull(record?.ends?.at, textOf),
        known_at: textOrNull(record?.known_at, textOf),
        publication: record?.publication ?? null,
      },
    ]
  })

/** The drafts that begin in the time asked for and are not withdrawn, in `priceOrder`. */
export const timelineDrafts = (
  records: ReadonlyArray<PriceRecord>,
  { from, until }: TimelineBounds,
  textOf: TextOf = instantToExactText,
): Array<TimelineDraft> =>
  records
    .filter(
      ({ status, withdrawn, effective_at }) =>
        status === "draft" &&
        withdrawn === undefined &&
        (from === null || effective_at >= from) &&
        (until === null || effective_at < until),
    )
    .sort(priceOrder)
    .map(({ record_key, effective_at, batch_key, returns_from, ends, ...record }) => ({
      from: textOf(effective_at),
      until: null,
      record_key,
      ...asAnswered(record),
      status: "draft",
      state: "draft",
      batch_key,
      returns_from: returns_from ?? null,
      ends_at: textOrNull(ends?.at, textOf),
    }))
