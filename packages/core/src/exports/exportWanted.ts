import { basePriceList } from "../kernel/basePriceList.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import type { ExportWanted } from "./ExportRepository.ts"
import { exportListedTypes, isPerVariant } from "./rules/exportColumns.ts"
import type { ExportShape } from "./rules/exportRows.ts"

/** What the rows read of each product, with prices as they are in force at the instant, and were known at the other. */
export const exportWanted = (
  shape: ExportShape,
  at: BrandedInstant,
  knownAt?: BrandedInstant,
): ExportWanted => {
  const isRows = shape.mode === "attribute_rows"
  const prices = exportListedTypes(shape.columns)
  const list_prices = prices.filter(({ price_list }) => price_list !== basePriceList)
  return {
    variants: isRows || isPerVariant(shape.columns),
    attributes: isRows || shape.columns.some(({ source }) => source.kind === "attribute"),
    price_types: prices
      .filter(({ price_list }) => price_list === basePriceList)
      .map(({ price_type }) => price_type),
    ...(list_prices.length > 0 && { list_prices }),
    at,
    ...(knownAt !== undefined && { known_at: knownAt }),
  }
}
