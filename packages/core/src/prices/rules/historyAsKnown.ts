import type { Instant } from "../../kernel/Instant.ts"
import type { HistoryOf, HistoryVariant, PriceRecords } from "../PriceHistory.ts"
import { asKnown } from "./asKnown.ts"
import { pricesByPair } from "./pricesByPair.ts"

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
