import * as Schema from "effect/Schema"
import { orNull } from "../kernel/withDefault.ts"

// Republish fill: input, then what comes back.

/** The variants and price types whose prices in force go into a republish batch. */
export const AddRecordsByVariantsRequest = Schema.Struct({
  variant_keys: Schema.Array(Schema.String),
  /** Null: every type of which the variant has an active price. */
  price_types: orNull(Schema.Array(Schema.String)),
}).annotate({ identifier: "AddRecordsByVariantsRequest" })
export interface AddRecordsByVariantsRequest extends Schema.Schema.Type<typeof AddRecordsByVariantsRequest> {}

/**
 * Why a pair has no price to add: it never had an active one, it has one to come only, or there is no such
 * variant.
 */
export const MissingReason = Schema.Literals(["no_active_price", "only_future_price", "unknown_variant"])
export type MissingReason = typeof MissingReason.Type

/** A pair that could not be resolved; `price_type` is null where no types were given and the variant has none. */
export const MissingPrice = Schema.Struct({
  variant_key: Schema.String,
  price_type: Schema.NullOr(Schema.String),
  reason: MissingReason,
})
export interface MissingPrice extends Schema.Schema.Type<typeof MissingPrice> {}

const Count = Schema.Int
/** How many pairs are missing for each reason. */
export const MissingCounts = Schema.Struct({
  no_active_price: Count,
  only_future_price: Count,
  unknown_variant: Count,
})
export interface MissingCounts extends Schema.Schema.Type<typeof MissingCounts> {}

/**
 * `requested` counts distinct pairs; `added + updated + unchanged + missing.length` is `requested`, unless too many are
 * missing that `missing` lists the first only: then `missing_counts` is there, and counts all of them by reason.
 */
export class RepublishFill extends Schema.Opaque<RepublishFill>()(
  Schema.Struct({
    batch_key: Schema.String,
    requested: Schema.Int,
    added: Schema.Int,
    updated: Schema.Int,
    unchanged: Schema.Int,
    missing: Schema.Array(MissingPrice),
    missing_counts: Schema.optionalKey(MissingCounts),
  }).annotate({ identifier: "RepublishFill" }),
) {}

/** What became of the pairs of a fill, or of some of its variants. */
export type FillOutcome = Omit<RepublishFill, "batch_key">
