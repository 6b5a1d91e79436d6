import * as Schema from "effect/Schema"
import { amountOrEnds } from "./PriceRecord.ts"

/** A price that a batch holds already, named where no index of the request could name it. */
export const BatchLine = Schema.Struct({
  batch_key: Schema.String,
  price_type: Schema.String,
  /** Only where it is another than `base`. */
  price_list: Schema.optionalKey(Schema.String),
  ...amountOrEnds,
  effective_from: Schema.String,
  /** Null: for good. */
  effective_until: Schema.NullOr(Schema.String),
}).annotate({ identifier: "BatchLine" })
export interface BatchLine extends Schema.Schema.Type<typeof BatchLine> {}

/** What an entry is about: a line of the request, or what the batch holds. */
export const lineNamed = {
  /** The index of the submitted line; null where `batch_line` is what the entry is about. */
  line: Schema.NullOr(Schema.Int),
  batch_line: Schema.optionalKey(BatchLine),
}

/** Of which colorway an entry is, in lists that may be about several: those of a refusal. */
export const colorwayNamed = {
  product_key: Schema.optionalKey(Schema.String),
  color: Schema.optionalKey(Schema.String),
}
