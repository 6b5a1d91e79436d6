import type { Instant } from "../contract/Instant.ts"
import { exportPriceTypes, isPerVariant } from "../domain/exportColumns.ts"
import type { ExportShape } from "../domain/exportRows.ts"
import type { ExportWanted } from "../ports/ExportRepository.ts"

/** What the rows read of each product, with prices as they are in force at the instant. */
export const exportWanted = (shape: ExportShape, at: Instant): ExportWanted =>
  shape.mode === "attribute_rows"
    ? { variants: true, attributes: true, price_types: [], at }
    : {
        variants: isPerVariant(shape.columns),
        attributes: shape.columns.some(({ source }) => source.kind === "attribute"),
        price_types: exportPriceTypes(shape.columns),
        at,
      }
