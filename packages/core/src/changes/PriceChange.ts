import * as Schema from "effect/Schema"
import { Amount } from "../kernel/Amount.ts"
import { EffectiveFrom } from "../kernel/EffectiveFrom.ts"
import { orNull, withDefault } from "../kernel/withDefault.ts"
import { colorwayNamed, lineNamed } from "../prices/BatchLine.ts"
import { CollisionKind, LineStatus, PrefillLine, ReturnMoved } from "../prices/ColorwayPreview.ts"
import { amountOrEnds, Ending, PriceStatus } from "../prices/PriceRecord.ts"
import { PriceWarning } from "../prices/PriceWarning.ts"
import { BatchName } from "./PriceBatch.ts"

/** A line to be written: an amount, or in its place what ends the price. */
export const ChangeLine = Schema.Struct({
  ...PrefillLine.fields,
  amount: orNull(Amount),
  /** The list has no price of its own from `effective_from` on, until another begins, and this is shown instead. */
  ends: Schema.optionalKey(Ending),
  /** Of the colorway; left out: all of them. */
  variant_keys: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMinLength(1))),
  /** After `effective_from`: from then on what would be in force without the line is in force again. Null: for good. */
  effective_until: orNull(EffectiveFrom),
  /** `none`: a variant that has no price to return to has none from then on. Null: as `on_no_return` says. */
  return: orNull(Schema.Literal("none")),
})
  .check(
    Schema.makeFilter(
      ({ amount, ends }) => (amount === null) !== (ends === undefined) || "give one of amount and ends",
    ),
  )
  .annotate({ identifier: "ChangeLine" })
export interface ChangeLine extends Schema.Schema.Type<typeof ChangeLine> {}

/** The price lines of one colorway. */
export const ColorwayChange = Schema.Struct({
  product_key: Schema.String,
  color: Schema.String,
  lines: Schema.Array(ChangeLine),
  /** Of the preview that the lines were chosen by; null: whatever there is. */
  basis: orNull(Schema.String),
}).annotate({ identifier: "ColorwayChange" })
export interface ColorwayChange extends Schema.Schema.Type<typeof ColorwayChange> {}

/**
 * What becomes of future records that a line meets. A draft is kept or rejects; it is never withdrawn. Of two that are kept at
 * one instant the one that is published later is in force.
 */
export const OnCollision = Schema.Struct({
  same_instant: withDefault(Schema.Literals(["reject", "withdraw", "keep"]), "reject"),
  overridden_later: withDefault(Schema.Literals(["keep", "withdraw", "reject"]), "keep"),
  leapfrogged: withDefault(Schema.Literals(["keep", "withdraw", "reject"]), "keep"),
}).annotate({ identifier: "OnCollision" })
export interface OnCollision extends Schema.Schema.Type<typeof OnCollision> {}

/** Unless the caller says otherwise. */
export const defaultOnCollision: OnCollision = {
  same_instant: "reject",
  overridden_later: "keep",
  leapfrogged: "keep",
}

/**
 * What becomes of variants that have no price to return to at the end of a temporary one: nothing is written of the whole
 * request (`refuse`), nothing of the line for those (`skip`), or they have no price from then on (`end`).
 */
export const OnNoReturn = Schema.Literals(["refuse", "skip", "end"])
export type OnNoReturn = typeof OnNoReturn.Type

/** Price changes of colorways, to be written into one batch. */
export const PriceChangeRequest = Schema.Struct({
  /** An open price change to fill; null: a new one. */
  batch_key: orNull(Schema.String),
  /** An open price change that a new one takes the place of: it is discarded with the same write, or stays whole. */
  replaces: orNull(Schema.String),
  /** Of a new batch. */
  name: orNull(BatchName),
  colorways: Schema.Array(ColorwayChange).check(Schema.isMinLength(1)),
  on_collision: withDefault(OnCollision, defaultOnCollision),
  on_no_return: withDefault(OnNoReturn, "refuse"),
  /** Writes also what changes nothing. */
  include_unchanged: withDefault(Schema.Boolean, false),
  /** Writes nothing, makes no batch, and gives the same answer, with what it would be refused for as `problem`. */
  dry_run: withDefault(Schema.Boolean, false),
}).annotate({ identifier: "PriceChangeRequest" })
export interface PriceChangeRequest extends Schema.Schema.Type<typeof PriceChangeRequest> {}

/** A future record that a written line meets, and what becomes of it. */
export const ChangeCollision = Schema.Struct({
  ...lineNamed,
  ...colorwayNamed,
  kind: CollisionKind,
  action: Schema.Literals(["kept", "withdrawn", "rejected"]),
  record_key: Schema.String,
  variant_key: Schema.String,
  price_type: Schema.String,
  price_list: Schema.String,
  ...amountOrEnds,
  effective_from: Schema.String,
  status: PriceStatus,
  batch_key: Schema.NullOr(Schema.String),
}).annotate({ identifier: "ChangeCollision" })
export interface ChangeCollision extends Schema.Schema.Type<typeof ChangeCollision> {}

/** A variant that has no price to return to at the end of a temporary one. */
export const NoReturn = Schema.Struct({
  ...lineNamed,
  ...colorwayNamed,
  variant_key: Schema.String,
  price_type: Schema.String,
  price_list: Schema.String,
}).annotate({ identifier: "NoReturn" })
export interface NoReturn extends Schema.Schema.Type<typeof NoReturn> {}

/** A price that a batch was judged by, or one that is there instead. */
export const BasisRecord = Schema.Struct({
  record_key: Schema.String,
  ...amountOrEnds,
  effective_from: Schema.String,
  status: PriceStatus,
  batch_key: Schema.NullOr(Schema.String),
})
export interface BasisRecord extends Schema.Schema.Type<typeof BasisRecord> {}

/**
 * What is another than the batch was judged by; null: nothing, then or now. `incumbent` is the price in force when the
 * batch was written, `future` one that was still to come then, `variant` a variant that is gone, or new, `above` the price of a list
 * above that an amount was made of.
 */
export const MovedPair = Schema.Struct({
  variant_key: Schema.String,
  price_type: Schema.String,
  price_list: Schema.String,
  was: Schema.NullOr(BasisRecord),
  is: Schema.NullOr(BasisRecord),
  what: Schema.Literals(["incumbent", "future", "variant", "above"]),
}).annotate({ identifier: "MovedPair" })
export interface MovedPair extends Schema.Schema.Type<typeof MovedPair> {}

/** A colorway whose basis is another than the caller's, and what it is now. */
export const StaleColorway = Schema.Struct({
  product_key: Schema.String,
  color: Schema.String,
  basis: Schema.String,
}).annotate({ identifier: "StaleColorway" })
export interface StaleColorway extends Schema.Schema.Type<typeof StaleColorway> {}

/** A colorway by itself. */
export const ColorwayKey = Schema.Struct({ product_key: Schema.String, color: Schema.String }).annotate({
  identifier: "ColorwayKey",
})
export interface ColorwayKey extends Schema.Schema.Type<typeof ColorwayKey> {}

/** What keeps a change from being written: a stale basis, a collision, nothing to return to, the policy. */
export const ColorwayProblem = Schema.Literals(["stale", "collides", "no_return", "blocked"])
export type ColorwayProblem = typeof ColorwayProblem.Type

/** A colorway that keeps all from being written, and why; leave it out, or change what is asked of it. */
export const RefusedColorway = Schema.Struct({ ...ColorwayKey.fields, reason: ColorwayProblem }).annotate({
  identifier: "RefusedColorway",
})
export interface RefusedColorway extends Schema.Schema.Type<typeof RefusedColorway> {}

/** What a dry run's change would be refused for; of what was written null, and none. */
export const WouldBeRefused = {
  reason: Schema.NullOr(Schema.Literals(["empty", ...ColorwayProblem.literals])),
  problem: Schema.NullOr(Schema.String),
  /** Those that it would be refused for, the first hundred. */
  refused_colorways: Schema.Array(RefusedColorway),
  total_refused: Schema.Int,
}

/** Variants that have one price just before a line begins, with lines that begin or end before it, and what is withdrawn, counted. */
export const LineFollows = Schema.Struct({
  /** The line's index in the request. */
  line: Schema.Int,
  /** `changed` too where the price is the same, and would be over while the line goes on. */
  status: LineStatus,
  /** Null: there is no price then. */
  previous: Schema.NullOr(Amount),
  /** How many. */
  variants: Schema.Int,
  /** The first hundred. */
  variant_keys: Schema.Array(Schema.String),
}).annotate({ identifier: "LineFollows" })
export interface LineFollows extends Schema.Schema.Type<typeof LineFollows> {}

/** What became of a colorway; lists give their first hundred, warnings their first hundred variants. `created + skipped_unchanged` is variants × lines. */
export const ColorwayChangeResult = Schema.Struct({
  product_key: Schema.String,
  color: Schema.String,
  created: Schema.Int,
  /** What would change nothing, and what the batch holds already. */
  skipped_unchanged: Schema.Int,
  /** Drafts that end temporary prices. */
  returns: Schema.Int,
  withdrawals: Schema.Int,
  collisions: Schema.Array(ChangeCollision),
  no_return: Schema.Array(NoReturn),
  warnings: Schema.Array(PriceWarning),
  /** Ends of sales that are published, and return to another price once this is too. */
  moved_returns: Schema.Array(ReturnMoved),
  basis: Schema.String,
  /** What each line follows. */
  lines: Schema.Array(LineFollows),
}).annotate({ identifier: "ColorwayChangeResult" })
export interface ColorwayChangeResult extends Schema.Schema.Type<typeof ColorwayChangeResult> {}

/** What price changes wrote, or would, colorway by colorway. */
export class PriceChangeResult extends Schema.Opaque<PriceChangeResult>()(
  Schema.Struct({
    /** Null in a dry run of a new batch. */
    batch_key: Schema.NullOr(Schema.String),
    /** In the order of the request. */
    colorways: Schema.Array(ColorwayChangeResult),
    created: Schema.Int,
    withdrawals: Schema.Int,
    /** How many. */
    warnings: Schema.Int,
    ...WouldBeRefused,
  }).annotate({ identifier: "PriceChangeResult" }),
) {}

/** A draft that was withdrawn; times are ISO 8601, UTC. */
export class WithdrawnDraft extends Schema.Opaque<WithdrawnDraft>()(
  Schema.Struct({
    record_key: Schema.String,
    variant_key: Schema.String,
    price_type: Schema.String,
    price_list: Schema.String,
    ...amountOrEnds,
    effective_from: Schema.String,
    withdrawn_at: Schema.String,
    withdrawn_by: Schema.String,
  }).annotate({ identifier: "WithdrawnDraft" }),
) {}
