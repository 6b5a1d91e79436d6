import type { BrandedInstant } from "../kernel/Instant.ts"
import type { ExportWanted } from "./ExportRepository.ts"
import { exportPriceTypes, isPerVariant } from "./rules/exportColumns.ts"
import type { ExportShape } from "./rules/exportRows.ts"

/** What the rows read of each product, with prices as they are in force at the instant. */
export const exportWanted = (shape: ExportShape, at: BrandedInstant): ExportWanted =>
  shape.mode === "attribute_rows"
    ? { variants: true, attributes: true, price_types: [], at }
    : {
        variants: isPerVariant(shape.columns),
        attributes: shape.columns.some(({ source }) => source.kind === "attribute"),
        price_types: exportPriceTypes(shape.columns),
        at,
      }
