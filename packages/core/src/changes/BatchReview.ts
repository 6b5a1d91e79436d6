import * as Schema from "effect/Schema"
import { Amount } from "../kernel/Amount.ts"
import { PlaceText, pageSchema } from "../kernel/Listing.ts"
import { orNull } from "../kernel/withDefault.ts"
import { PriceWarning } from "../prices/PriceWarning.ts"
import { ColorwayKey } from "./PriceChange.ts"

/** Variants of a colorway for which the same becomes of a price, as the rows of the change sheet say it. */
export const ReviewLine = Schema.Struct({
  price_type: Schema.String,
  price_list: Schema.String,
  /** `ended`: the list has no price of its own from then on, and falls back. */
  change: Schema.Literals(["new", "increase", "decrease", "withdrawn", "ended", "not_offered"]),
  /** What holds just before; of what is withdrawn its own amount. Null: none, also of an end that is withdrawn. */
  previous: Schema.NullOr(Amount),
  /** Null: there is none from then on. */
  amount: Schema.NullOr(Amount),
  /**
   * What the list shows in the place of a price of its own: just before what is `new`, from then on after what has `ended`. Null:
   * nothing, or it is not known: it is looked up in open price changes.
   */
  shown: Schema.NullOr(Schema.Struct({ amount: Amount, price_list: Schema.String })),
  effective_from: Schema.String,
  /** When another amount takes over, exclusive; null: for good. */
  effective_until: Schema.NullOr(Schema.String),
  /** What is in force from then on; null: nothing, or the price is for good. */
  next_amount: Schema.NullOr(Amount),
  /** How many. */
  variants: Schema.Int,
}).annotate({ identifier: "ReviewLine" })
export interface ReviewLine extends Schema.Schema.Type<typeof ReviewLine> {}

/** What a batch does to a colorway, or did; the first hundred lines, and the first hundred warnings. */
export const ReviewedColorway = Schema.Struct({
  ...ColorwayKey.fields,
  /** Null: unknown, of a batch of several brands that is no open price change. */
  brand_key: Schema.NullOr(Schema.String),
  /** The brand's IANA time zone; days of its prices begin there. */
  time_zone: Schema.String,
  lines: Schema.Array(ReviewLine),
  warnings: Schema.Array(PriceWarning),
}).annotate({ identifier: "ReviewedColorway" })
export interface ReviewedColorway extends Schema.Schema.Type<typeof ReviewedColorway> {}

/** Where a colorway of a review stands; its brand counts in an open price change. */
export const BatchReviewPlace = Schema.Struct({
  brand_key: Schema.NullOr(PlaceText),
  product_key: PlaceText,
  color: PlaceText,
})
export interface BatchReviewPlace extends Schema.Schema.Type<typeof BatchReviewPlace> {}

/** Which colorways of a batch are asked for: a hundred, the first or those after a place. */
export const BatchReviewQuery = Schema.Struct({ after: orNull(BatchReviewPlace) })
export interface BatchReviewQuery extends Schema.Schema.Type<typeof BatchReviewQuery> {}

/** What publishing an open batch would do now, or what a published one did. */
export const BatchReview = Schema.Struct({
  batch_key: Schema.String,
  /** By brand, product and color, a hundred at most. */
  colorways: Schema.Array(ReviewedColorway),
  total_colorways: Schema.Int,
  /** How many in all; of each colorway a hundred at most. */
  warnings: Schema.Int,
  /** Why publishing it would be refused, whatever is accepted: it has a price of a list that is archived then. Null: nothing known. */
  problem: Schema.NullOr(Schema.String),
}).annotate({ identifier: "BatchReview" })
export interface BatchReview extends Schema.Schema.Type<typeof BatchReview> {}

/** With the place that the next page comes `after`; null at the end. */
export class BatchReviewPage extends Schema.Opaque<BatchReviewPage>()(
  pageSchema(BatchReview, BatchReviewPlace),
) {}
