import * as Schema from "effect/Schema"
import { basePriceList } from "../kernel/basePriceList.ts"
import { orNull, withDefault } from "../kernel/withDefault.ts"
import { ExportFormat, FileOptions } from "./ExportRequest.ts"

/** Types and lists together: each has four columns, five where it is of another list than `base`. */
export const mostSheetPrices = 20

/** How a price sheet is asked for: of which products of a brand, with which prices of which lists. */
export const PriceSheetOptions = Schema.Struct({
  /** Null: every product of the brand. */
  product_keys: orNull(Schema.Array(Schema.String)),
  /** A price and the columns of a new one for each, in this order. */
  price_types: Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(mostSheetPrices)),
  /** The lists whose own prices these are, in this order. */
  price_lists: withDefault(
    Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(mostSheetPrices)),
    [basePriceList],
  ),
  export_format: withDefault(ExportFormat, "xlsx"),
  file_options: Schema.optionalKey(Schema.NullOr(FileOptions)),
}).annotate({ identifier: "PriceSheetOptions" })
export interface PriceSheetOptions extends Schema.Schema.Type<typeof PriceSheetOptions> {}

// Pure to make, as all that only jobs are read by: a bundle of operations has none of it.

/** A file of prices with room for new ones, as a job is asked for it. */
export const PriceSheetJob = /* @__PURE__ */ Schema.Struct({
  price_sheet: Schema.Struct({
    brand_key: Schema.String,
    /** `brandState` when it was asked for. */
    brand: Schema.String,
    product_keys: Schema.NullOr(Schema.Array(Schema.String)),
    price_types: Schema.Array(Schema.String),
    /** Jobs of before have none, and are of `base`. */
    price_lists: Schema.optionalKey(Schema.Array(Schema.String)),
  }),
  export_format: ExportFormat,
  file_options: Schema.optionalKey(Schema.NullOr(FileOptions)),
}).annotate({ identifier: "PriceSheetJob" })
export interface PriceSheetJob extends Schema.Schema.Type<typeof PriceSheetJob> {}
