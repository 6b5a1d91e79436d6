import type { ExportSelection } from "../../exports/ExportRepository.ts"
import type { PriceSheetJob } from "../../exports/PriceSheetAsked.ts"

/** Which product versions a price sheet reads. */
export const sheetSelection = ({
  product_keys,
  brand_key,
}: Pick<PriceSheetJob["price_sheet"], "product_keys" | "brand_key">): ExportSelection => ({
  product_keys: product_keys ?? [],
  brand_key,
  label_keys: null,
  sources: null,
  latest_only: true,
})
