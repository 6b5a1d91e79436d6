import * as Schema from "effect/Schema"
import { Amount, decimalSchema } from "../kernel/Amount.ts"
import { EffectiveFrom } from "../kernel/EffectiveFrom.ts"
import { pageSchema } from "../kernel/Listing.ts"
import { oneGiven } from "../kernel/oneGiven.ts"
import { orNull, withDefault } from "../kernel/withDefault.ts"
import { PriceEnding } from "../lists/PricePolicy.ts"
import { BatchName } from "./PriceBatch.ts"
import {
  ColorwayChangeResult,
  ColorwayKey,
  defaultOnCollision,
  OnCollision,
  OnNoReturn,
  WouldBeRefused,
} from "./PriceChange.ts"

const Texts = orNull(Schema.Array(Schema.String))

/** A signed decimal as text, such as `-5` or `+10.00`: up to 30 digits before the point, and behind it. */
const SignedDecimal = decimalSchema(
  (text) => /^[+-]?\d{1,30}(\.\d{1,30})?$/.test(text),
  "a decimal as text, such as -5 or 10.00",
  "signed",
)

/** What prices are rounded to multiples of: above zero. */
const RoundingStep = Amount.check(
  Schema.makeFilter((text: string) => /[1-9]/.test(text) || "multiples are those of more than zero"),
)

/** How a price becomes another: by a percentage, by an amount, or one for all. Decimals, as text. */
export const Adjustment = Schema.Struct({
  percent: orNull(SignedDecimal),
  amount: orNull(SignedDecimal),
  set: orNull(Amount),
})
  .check(oneGiven("percent", "amount", "set"))
  .annotate({ identifier: "Adjustment" })
/** The one that is given. */
export type Adjustment = { readonly percent: string } | { readonly amount: string } | { readonly set: string }

/**
 * To multiples of `to`, or to amounts that end in `ending` (`0.95`: 19.95; `9.95`: 19.95, and not 15.95). With both, to
 * amounts that are `ending` and multiples of `to` more (`4.95` with `5`: 14.95, 19.95); where all that end so are multiples
 * of `to`, it changes nothing. `half_up` takes the nearest, the greater of two as near; `up` and
 * `down` the next one that is not below, or not above. With neither, to what the list's currency has behind the point.
 */
export const Rounding = Schema.Struct({
  to: orNull(RoundingStep),
  mode: withDefault(Schema.Literals(["half_up", "up", "down"]), "half_up"),
  ending: orNull(PriceEnding),
}).annotate({ identifier: "Rounding" })
export interface Rounding extends Schema.Schema.Type<typeof Rounding> {}

/** Prices of many products of a brand, to be adjusted at once. */
export const PriceAdjustment = Schema.Struct({
  /** An open price change to fill; null: a new one. */
  batch_key: orNull(Schema.String),
  /** As of a `PriceChangeRequest`. */
  replaces: orNull(Schema.String),
  /** Of a new batch. */
  name: orNull(BatchName),
  /** What all of its members select, null any; at least one of them, or else `all`. Labels and source are those of a product's latest version. */
  selection: Schema.Struct({
    /** The whole brand, and no other member. */
    all: withDefault(Schema.Boolean, false),
    product_keys: Texts,
    label_keys: Texts,
    source: orNull(Schema.String),
    colors: Texts,
    /** The list whose prices are adjusted; null: `base`. It selects no products. */
    price_list: orNull(Schema.String),
    /** `own`: those that the list has itself; `resolved`: what it shows, written as its own. */
    where: withDefault(Schema.Literals(["own", "resolved"]), "own"),
  }).annotate({ identifier: "PriceSelection" }),
  /** Of what is selected. */
  leave_out: withDefault(Schema.Array(ColorwayKey), []),
  price_types: Schema.Array(Schema.String).check(Schema.isMinLength(1)),
  adjust: Adjustment,
  /** Null: adjusted amounts stay as they are, or are rounded to what the list's currency has behind the point, where it was said. */
  round: orNull(Rounding),
  /** What is in force then is adjusted. */
  effective_from: EffectiveFrom,
  /** After `effective_from`: from then on what would be in force without the adjustment is so again. Null: for good. */
  effective_until: orNull(EffectiveFrom),
  on_collision: withDefault(OnCollision, defaultOnCollision),
  /** Writes nothing, makes no batch, and gives the same answer, with what it would be refused for as `problem`. */
  dry_run: withDefault(Schema.Boolean, false),
  on_no_return: withDefault(OnNoReturn, "refuse"),
}).annotate({ identifier: "PriceAdjustment" })
export interface PriceAdjustment extends Schema.Schema.Type<typeof PriceAdjustment> {}

/** Which page of an adjustment is asked for. */
export const AdjustmentAsked = Schema.Struct({
  /** Writes nothing, as a dry run: what this adjustment came to that was written into this batch. */
  written: orNull(Schema.String),
  /** The colorway that the page comes after, as the page before said in `next`; only for what writes nothing. */
  after: orNull(ColorwayKey),
})
export interface AdjustmentAsked extends Schema.Schema.Type<typeof AdjustmentAsked> {}

/** Variants of one price that become one of another. */
export const AdjustedLine = Schema.Struct({
  price_type: Schema.String,
  /** In force at `effective_from`. */
  previous: Amount,
  amount: Amount,
  /** How many. */
  variants: Schema.Int,
}).annotate({ identifier: "AdjustedLine" })
export interface AdjustedLine extends Schema.Schema.Type<typeof AdjustedLine> {}

/**
 * What became of a colorway; lists give their first hundred. `line` of a collision or warning is the place in `lines`.
 * `created + skipped_unchanged + no_price` is variants × types.
 */
export const AdjustedColorway = Schema.Struct({
  ...ColorwayChangeResult.fields,
  /** Variants and types that have no price in force at `effective_from`. */
  no_price: Schema.Int,
  lines: Schema.Array(AdjustedLine),
}).annotate({ identifier: "AdjustedColorway" })
export interface AdjustedColorway extends Schema.Schema.Type<typeof AdjustedColorway> {}

/** What an adjustment came to, or would. `created + skipped_unchanged + no_price` is variants × types. */
export const PriceAdjustmentResult = Schema.Struct({
  /** Null in a dry run of a new batch. */
  batch_key: Schema.NullOr(Schema.String),
  /** By product key and color, a hundred at most. */
  colorways: Schema.Array(AdjustedColorway),
  total_colorways: Schema.Int,
  /** Colorways that are selected and were left out. */
  left_out: Schema.Int,
  variants: Schema.Int,
  created: Schema.Int,
  skipped_unchanged: Schema.Int,
  no_price: Schema.Int,
  returns: Schema.Int,
  withdrawals: Schema.Int,
  /** How many. */
  warnings: Schema.Int,
  ...WouldBeRefused,
}).annotate({ identifier: "PriceAdjustmentResult" })
export interface PriceAdjustmentResult extends Schema.Schema.Type<typeof PriceAdjustmentResult> {}

/** The answer with the colorway to go on after, null at the end; `AdjustmentAsked.after`. */
export class PriceAdjustmentPage extends Schema.Opaque<PriceAdjustmentPage>()(
  pageSchema(PriceAdjustmentResult, ColorwayKey),
) {}
