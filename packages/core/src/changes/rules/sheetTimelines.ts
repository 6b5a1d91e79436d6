import type { Instant } from "../../kernel/Instant.ts"
import type { ListSpan } from "../../lists/rules/listSpans.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import { type PriceSpan, priceSpans } from "../../prices/rules/priceTimeline.ts"
import { resolvedSpans } from "../../prices/rules/resolvedSpans.ts"
import { asPublished } from "./asPublished.ts"
import { notTakenBack, notWithdrawn, planRevert, takenBack } from "./planRevert.ts"
import type { Reverted } from "./takeBacks.ts"

/** One variant and price type of a list of which a batch holds or withdraws some record. */
export interface ChangedPair {
  readonly price_type: string
  readonly price_list: string
  /** All of them, withdrawn ones too. */
  readonly records: ReadonlyArray<PriceRecord>
  /** The keys of those that the batch holds, or has published. */
  readonly held: ReadonlySet<string>
  /** The keys of those that publishing it would withdraw, or has withdrawn. */
  readonly withdrawing: ReadonlySet<string>
}

/** The batch of a sheet. */
export interface SheetBatch {
  readonly key: string
  /** Null: it is open, and the sheet is as if it were published now. */
  readonly published_at: Instant | null
  /** The batch that an open one takes back: the pairs are that one's, and are planned anew. */
  readonly reverts?: Reverted
}

/**
 * The records that were there right after the batch was published, and right before. Who published later took a later
 * sequence; who withdrew later did so after `published_at`.
 */
const atPublication = (
  { records, withdrawing }: ChangedPair,
  key: string,
  published_at: Instant,
): { readonly after: ReadonlyArray<PriceRecord>; readonly before: ReadonlyArray<PriceRecord> } => {
  const isSet = ({ status, batch_key }: PriceRecord) => status === "active" && batch_key === key
  const first = records.reduce(
    (least, record) => (isSet(record) ? Math.min(least, record.sequence) : least),
    Number.POSITIVE_INFINITY,
  )
  const after = records
    .filter((record) => isSet(record) || record.sequence < first)
    .map((record) => {
      const goneLater = record.withdrawn !== undefined && record.withdrawn.at > published_at
      const found = goneLater || isSet(record) ? notWithdrawn(record) : record
      const backLater = found.taken_back !== undefined && found.taken_back.at > published_at
      return backLater || isSet(found) ? notTakenBack(found) : found
    })
  const before = after
    .filter((record) => !isSet(record))
    .map((record) => (withdrawing.has(record.record_key) ? notWithdrawn(record) : record))
    .map((record) => (record.taken_back?.by === key ? notTakenBack(record) : record))
  return { after, before }
}

/** The records with the batch, and without it, at its publication. */
const aroundPublication = (pair: ChangedPair, { key, published_at, reverts }: SheetBatch, now: Instant) => {
  if (published_at !== null) return atPublication(pair, key, published_at)
  const { records, withdrawing } = pair
  const after =
    reverts === undefined
      ? asPublished(records, { batch_key: key, withdrawing, now })
      : takenBack(records, planRevert(pair, reverts, now), now)
  return { after, before: records }
}

/** What a list shows where it has no price of its own: `others` are the pairs of the same variant and price type in the lists that are looked in. */
export interface SheetAbove {
  readonly listed: ReadonlyArray<ListSpan>
  readonly others: ReadonlyArray<ChangedPair>
}

/**
 * What is in force over all time with the batch, and what without it, at its publication; `above`: what the list shows. What the batch changes in
 * the lists above is the same in both: it stands in their rows.
 */
export const sheetTimelines = (
  pair: ChangedPair,
  batch: SheetBatch,
  now: Instant,
  above?: SheetAbove,
): { readonly with: ReadonlyArray<PriceSpan>; readonly without: ReadonlyArray<PriceSpan> } => {
  const { after, before } = aroundPublication(pair, batch, now)
  if (above === undefined) return { with: priceSpans(after), without: priceSpans(before) }
  const { price_list } = pair
  const others = new Map(
    above.others.map((each) => [each.price_list, aroundPublication(each, batch, now).after]),
  )
  const written = new Map(
    [...before, ...after].map((each) => [each.effective_at as Instant, each.effective_from]),
  )
  const shown = (own: ReadonlyArray<PriceRecord>) =>
    resolvedSpans(price_list, above.listed, (list) =>
      list === price_list ? own : (others.get(list) ?? []),
    ).map((span) => {
      const text = span.from === null ? undefined : written.get(span.from)
      return text === undefined ? span : { ...span, written: text }
    })
  return { with: shown(after), without: shown(before) }
}
