import type { Instant } from "../../kernel/Instant.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import type { HistoryOf, HistoryVariant, PriceRecords } from "../PriceHistory.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import { pricesByPair } from "./pairs.ts"

/** When it was first written, as far as that was noted. */
const cameAt = ({ made_at, known_at }: PriceRecord): Instant | undefined => made_at ?? known_at

/** A record as the catalog had it at a moment. */
const as = (record: PriceRecord, moment: Instant): PriceRecord => {
  const { withdrawn, taken_back, ...price } = record
  const { known_at, publication: _, ...draft } = price
  const moved = record.rezoned?.find(({ at }) => at > moment)
  const ends = record.ends && { ...record.ends, at: moved?.ends_at ?? record.ends.at }
  return {
    ...(known_at === undefined || known_at <= moment ? price : { ...draft, status: "draft" as const }),
    effective_at: moved?.effective_at ?? record.effective_at,
    ...(ends && { ends }),
    ...(withdrawn !== undefined && withdrawn.at <= moment && { withdrawn }),
    ...(taken_back !== undefined && taken_back.at <= moment && { taken_back }),
  }
}

/** Drafts in the order in which they came: publishing one gives it another sequence. */
const inOrderOfComing = (drafts: ReadonlyArray<PriceRecord>): ReadonlyArray<PriceRecord> =>
  drafts
    .toSorted((a, b) => (cameAt(a) ?? 0) - (cameAt(b) ?? 0) || compareText(a.record_key, b.record_key))
    .map((draft, index) => ({ ...draft, sequence: index - drafts.length }))

/**
 * The records of one variant and price type as this catalog had them at a moment: none that came later; what was published
 * later is a draft, and what was withdrawn, taken back or moved to another zone later is as it was. A record whose coming was
 * not noted was there at every moment. Once the moment is past, the answer stays the same whatever is written.
 */
export const asKnown = (records: ReadonlyArray<PriceRecord>, moment: Instant): ReadonlyArray<PriceRecord> => {
  const known = records
    .filter((record) => (cameAt(record) ?? moment) <= moment)
    .map((record) => as(record, moment))
  const { draft = [], active = [] } = Object.groupBy(known, ({ status }) => status)
  return [...active, ...inOrderOfComing(draft)]
}

/** The variant as it was at a moment. */
const asPlaced = ({ former = [], ...variant }: HistoryVariant, moment: Instant): HistoryVariant => {
  const { until: _, ...place } = former.find(({ until }) => until > moment) ?? { until: moment }
  return { ...variant, ...place }
}

/** Whether a history is about the variant. */
const isOf = (of: HistoryOf, { variant_key, product_key, color }: HistoryVariant): boolean =>
  "variant_key" in of
    ? variant_key === of.variant_key
    : product_key === of.product_key && (of.color === null || color === of.color)

/** A history as this catalog had it at a moment: the variants that were known, where they belonged, and their records (`asKnown`). */
export const historyAsKnown = (history: PriceRecords, of: HistoryOf, moment: Instant): PriceRecords => {
  const variants = history.variants
    .filter(({ known_at }) => known_at === undefined || known_at <= moment)
    .map((variant) => asPlaced(variant, moment))
    .filter((variant) => isOf(of, variant))
  const keys = new Set(variants.map(({ variant_key }) => variant_key))
  const own = history.records.filter(({ variant_key }) => keys.has(variant_key))
  const records = pricesByPair(own).pairs.flatMap((pair) => asKnown(pair, moment))
  return { ...history, variants, records, count: records.length }
}
