import type { ExportSelection } from "../../exports/ExportRepository.ts"
import type { PriceSheetJob } from "../../exports/PriceSheetAsked.ts"

/** Which product versions a price sheet reads: of other brands it writes none. */
export const sheetSelection = ({
  product_keys,
}: Pick<PriceSheetJob["price_sheet"], "product_keys">): ExportSelection => ({
  product_keys: product_keys ?? [],
  label_keys: null,
  sources: null,
  latest_only: true,
})
