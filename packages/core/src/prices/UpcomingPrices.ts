import * as Schema from "effect/Schema"
import { Amount } from "../kernel/Amount.ts"
import { EffectiveFrom } from "../kernel/EffectiveFrom.ts"
import { BrandedInstant } from "../kernel/Instant.ts"
import { PlaceText, paged, pageSchema } from "../kernel/Listing.ts"
import { orNull } from "../kernel/withDefault.ts"

/** What becomes of a pair's price: it has one where it had none, a higher or lower one, or none any more. */
export const priceChangeKinds = ["new", "increase", "decrease", "withdrawn"] as const
/** One of `priceChangeKinds`. */
export type PriceChangeKind = (typeof priceChangeKinds)[number]

/** The lowest and the highest of some amounts, without zeros that say nothing. */
export const AmountRange = Schema.Struct({ least_amount: Amount, greatest_amount: Amount })
export interface AmountRange extends Schema.Schema.Type<typeof AmountRange> {}

/** Prices of one batch that change in one colorway at one instant; `counts` counts pairs of a variant and a price type. */
export const UpcomingPrices = Schema.Struct({
  /** ISO 8601, UTC, to the microsecond. */
  at: Schema.String,
  /** Of the records that begin then, or that end; null: of none, or of any, for a caller who is bound to price lists. */
  batch_key: Schema.NullOr(Schema.String),
  brand_key: Schema.String,
  product_key: Schema.String,
  color: Schema.String,
  variants: Schema.Int,
  price_types: Schema.Array(Schema.String),
  price_list: Schema.String,
  counts: Schema.Struct({
    new: Schema.Int,
    increase: Schema.Int,
    decrease: Schema.Int,
    withdrawn: Schema.Int,
  }),
  /** Of each of `price_types` what those that change were before, and are then; null: none of them had, or has, a price. */
  amounts: Schema.Array(
    Schema.Struct({
      price_type: Schema.String,
      before: Schema.NullOr(AmountRange),
      after: Schema.NullOr(AmountRange),
    }),
  ),
}).annotate({ identifier: "UpcomingPrices" })
export interface UpcomingPrices extends Schema.Schema.Type<typeof UpcomingPrices> {}

/** By instant, batch (those of none first), product and color. A page may be short, or empty, and not be the last. */
export const UpcomingList = Schema.Struct({
  /** ISO 8601, UTC: now, when it was asked. */
  as_of: Schema.String,
  items: Schema.Array(UpcomingPrices),
}).annotate({ identifier: "UpcomingPage" })

/** Where a row stands among all of them. */
export const UpcomingPlace = Schema.Struct({
  at: BrandedInstant,
  batch_key: Schema.NullOr(PlaceText),
  product_key: PlaceText,
  color: PlaceText,
})
export interface UpcomingPlace extends Schema.Schema.Type<typeof UpcomingPlace> {}

/** The page with the place that the next one comes `after`; null after the last. */
export class UpcomingPage extends Schema.Opaque<UpcomingPage>()(pageSchema(UpcomingList, UpcomingPlace)) {}

/**
 * What is asked for: from an instant, now by default, until another one, which is no part of it. Days and local times
 * are those of the brand's zone; without `brand_key` an instant has an offset.
 */
export const UpcomingQuery = Schema.Struct({
  from: orNull(EffectiveFrom),
  until: orNull(EffectiveFrom),
  brand_key: orNull(Schema.String),
  /** Null: `base`. */
  price_list: orNull(Schema.String),
  ...paged(UpcomingPlace),
})
export interface UpcomingQuery extends Schema.Schema.Type<typeof UpcomingQuery> {}
