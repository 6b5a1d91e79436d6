import * as Schema from "effect/Schema"
import { Amount } from "../kernel/Amount.ts"
import { EffectiveFrom } from "../kernel/EffectiveFrom.ts"
import { withDefault } from "../kernel/withDefault.ts"
import { amountOrEnds, PriceStatus } from "./PriceRecord.ts"
import { PriceWarning } from "./PriceWarning.ts"

// Colorway price preview: input, then what comes back.

/** Only where it is another price list than `base`. */
export const otherList = { price_list: Schema.optionalKey(Schema.String) }

/** A submitted price: type, amount, and from when on, in the price list `base` where none is named. */
export const PrefillLine = Schema.Struct({
  price_type: Schema.String,
  price_list: Schema.optionalKey(Schema.String),
  amount: Amount,
  effective_from: EffectiveFrom,
}).annotate({ identifier: "PrefillLine" })
export interface PrefillLine extends Schema.Schema.Type<typeof PrefillLine> {}

/** Price lines to preview against the variants of one product that have one color. */
export const ColorwayPrefillRequest = Schema.Struct({
  product_key: Schema.String,
  color: Schema.String,
  lines: withDefault(Schema.Array(PrefillLine), []),
}).annotate({ identifier: "ColorwayPrefillRequest" })
export interface ColorwayPrefillRequest extends Schema.Schema.Type<typeof ColorwayPrefillRequest> {}

/**
 * What a line does: `add` where no price is in force, `changed` where another amount is, `unchanged` where
 * the same is.
 */
export const LineStatus = Schema.Literals(["add", "changed", "unchanged"])
export type LineStatus = typeof LineStatus.Type

/**
 * How a future record and a line of the same variant and type meet: at the same instant, the record later, or
 * the line later.
 */
export const CollisionKind = Schema.Literals(["same_instant", "overridden_later", "leapfrogged"])
export type CollisionKind = typeof CollisionKind.Type

/**
 * A submitted line against one variant; `incumbent` is the price in force that `status` compares it with.
 *
 * `status_at_effective` compares it with the price that would be in force at the line's own instant, with the lines
 * that begin before it: what a batch would be written by. That price is `previous`; null: there is none then. Where it is of the
 * line's amount and temporary, this is `unchanged`: a line that is previewed has no end, and may be the very line that it was
 * written by. Generating, which knows when lines end, says `changed` where the line goes on (decision 0041).
 */
export const VariantLine = Schema.Struct({
  variant_key: Schema.String,
  status: LineStatus,
  status_at_effective: LineStatus,
  previous: Schema.NullOr(Amount),
  incumbent: Schema.NullOr(
    Schema.Struct({ record_key: Schema.String, amount: Amount, effective_from: Schema.String }),
  ),
})
export interface VariantLine extends Schema.Schema.Type<typeof VariantLine> {}

/** A price list and in how many variants. */
export const ListShown = Schema.Struct({ price_list: Schema.String, variants: Schema.Int }).annotate({
  identifier: "ListShown",
})
export interface ListShown extends Schema.Schema.Type<typeof ListShown> {}

/** A submitted line against the whole colorway: `changed` if any variant changed, else `add` if any is one. */
export const LinePreview = Schema.Struct({
  price_type: Schema.String,
  ...otherList,
  amount: Amount,
  effective_from: Schema.String,
  status: LineStatus,
  status_at_effective: LineStatus,
  counts: Schema.Struct({ add: Schema.Int, changed: Schema.Int, unchanged: Schema.Int }),
  variants: Schema.Array(VariantLine),
  /** Asked for with `show_lists`: the lists below the line's that would show it when it begins, the first hundred by key. */
  shown_in: Schema.optionalKey(Schema.Array(ListShown)),
  /** And those that would not: a price of theirs, or of a list between, stands before it, or they do not offer it. */
  overridden_in: Schema.optionalKey(Schema.Array(ListShown)),
})
export interface LinePreview extends Schema.Schema.Type<typeof LinePreview> {}

/** A draft or active record strictly in the future; `collisions[].line` is the index of a submitted line. */
export const FutureRecord = Schema.Struct({
  record_key: Schema.String,
  variant_key: Schema.String,
  price_type: Schema.String,
  ...otherList,
  ...amountOrEnds,
  effective_from: Schema.String,
  status: PriceStatus,
  batch_key: Schema.NullOr(Schema.String),
  /** ISO 8601, UTC. Only where `as_of` lies before: since then it is to come no more. */
  withdrawn_at: Schema.optionalKey(Schema.String),
  /** Only of what a temporary price returns to: the key of that one. */
  returns_from: Schema.optionalKey(Schema.String),
  collisions: Schema.Array(Schema.Struct({ line: Schema.Int, kind: CollisionKind })),
})
export interface FutureRecord extends Schema.Schema.Type<typeof FutureRecord> {}

/** A price in force at the moment of the preview. */
export const Incumbent = Schema.Struct({
  variant_key: Schema.String,
  price_type: Schema.String,
  ...otherList,
  amount: Amount,
  effective_from: Schema.String,
  record_key: Schema.String,
})
export interface Incumbent extends Schema.Schema.Type<typeof Incumbent> {}

/**
 * The end of a temporary price that lines would change: what it returns to now and would return to then; `was` null: nothing,
 * `becomes` null: nothing, or the lines, or what begins after them, go on beyond it.
 */
export const ReturnMoved = Schema.Struct({
  variant_key: Schema.String,
  price_type: Schema.String,
  ...otherList,
  record_key: Schema.String,
  /** The temporary price's. */
  returns_from: Schema.String,
  effective_from: Schema.String,
  was: Schema.NullOr(Amount),
  becomes: Schema.NullOr(Amount),
})
export interface ReturnMoved extends Schema.Schema.Type<typeof ReturnMoved> {}

/** What submitted lines do to each variant of a colorway, and the future records that they would meet. */
export class ColorwayPreview extends Schema.Opaque<ColorwayPreview>()(
  Schema.Struct({
    brand_key: Schema.String,
    product_key: Schema.String,
    color: Schema.String,
    /** ISO 8601, UTC: the moment that "now" was. */
    as_of: Schema.String,
    variant_keys: Schema.Array(Schema.String),
    lines: Schema.Array(LinePreview),
    future_records: Schema.Array(FutureRecord),
    incumbents: Schema.Array(Incumbent),
    /** What the preview was judged by, as a short token: another one as soon as any of it is another. */
    basis: Schema.String,
    warnings: Schema.Array(PriceWarning),
    /** The first hundred, by variant, price type and time. */
    returns: Schema.Array(ReturnMoved),
  }).annotate({ identifier: "ColorwayPreview" }),
) {}
