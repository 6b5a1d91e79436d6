import * as Schema from "effect/Schema"
import { EffectiveFrom } from "../kernel/EffectiveFrom.ts"
import { orNull } from "../kernel/withDefault.ts"
import { amountOrEnds } from "./PriceRecord.ts"

/** ISO 8601, UTC, to the microsecond; null: without end. */
const Bound = Schema.NullOr(Schema.String)

const saleFields = {
  /** Of what a temporary price returns to, the key of that one. */
  returns_from: Schema.NullOr(Schema.String),
  /** Of a temporary price, when it is over, whatever begins before. */
  ends_at: Bound,
}

const knownFields = {
  /** ISO 8601, UTC: from when on the catalog took it for a price; null: not noted, or there is none. */
  known_at: Bound,
  /** The number of the publication that it is known by; null: of an import, unknown, or the caller is bound to price lists. */
  publication: Schema.NullOr(Schema.Int),
}

/** What is shown from an instant on until another one, which is no part of it; `record_key` is null where there is no record. */
export const TimelineSegment = Schema.Struct({
  from: Bound,
  until: Bound,
  record_key: Schema.NullOr(Schema.String),
  /** The price list that the record is of: the one asked for, or one above it that it falls back to. Null: there is none, or the caller may not know. */
  from_list: Schema.NullOr(Schema.String),
  ...amountOrEnds,
  status: Schema.NullOr(Schema.Literal("active")),
  state: Schema.Literals(["past", "in_force", "scheduled"]),
  batch_key: Schema.NullOr(Schema.String),
  ...saleFields,
  ...knownFields,
})
export interface TimelineSegment extends Schema.Schema.Type<typeof TimelineSegment> {}

/** A draft, beside the line of what is in force: it is in force at no time unless it is published. */
export const TimelineDraft = Schema.Struct({
  from: Schema.String,
  until: Schema.Null,
  record_key: Schema.String,
  ...amountOrEnds,
  status: Schema.Literal("draft"),
  state: Schema.Literal("draft"),
  batch_key: Schema.NullOr(Schema.String),
  ...saleFields,
})
export interface TimelineDraft extends Schema.Schema.Type<typeof TimelineDraft> {}

/** One variant and price type of a price list: consecutive segments, each from where the one before ends. */
export const PairTimeline = Schema.Struct({
  variant_key: Schema.String,
  price_type: Schema.String,
  price_list: Schema.String,
  segments: Schema.Array(TimelineSegment),
  drafts: Schema.Array(TimelineDraft),
})
export interface PairTimeline extends Schema.Schema.Type<typeof PairTimeline> {}

/** By color, size (`compareSizes`), variant key and price type. */
export class PriceTimeline extends Schema.Opaque<PriceTimeline>()(
  Schema.Struct({
    /** ISO 8601, UTC: the moment that `state` goes by, now or the `known_at` that was asked for. */
    as_of: Schema.String,
    variant_keys: Schema.Array(Schema.String),
    pairs: Schema.Array(PairTimeline),
  }).annotate({ identifier: "PriceTimeline" }),
) {}

/**
 * What of a timeline is asked for; null: of any type, of the list `base`, without bound. Dates are days of the brand's zone. `known_at`: what the
 * catalog knew at that moment; null: what it knows now.
 */
export const TimelineQuery = Schema.Struct({
  price_type: orNull(Schema.String),
  price_list: orNull(Schema.String),
  from: orNull(EffectiveFrom),
  until: orNull(EffectiveFrom),
  known_at: orNull(EffectiveFrom),
})
export interface TimelineQuery extends Schema.Schema.Type<typeof TimelineQuery> {}

/** A record as the rule of the price in force looks at it. */
export const PriceCandidate = Schema.Struct({
  record_key: Schema.String,
  ...amountOrEnds,
  effective_from: Schema.String,
  status: Schema.Literals(["draft", "active"]),
  batch_key: Schema.NullOr(Schema.String),
  ...knownFields,
  verdict: Schema.Literals(["in_force", "ending", "draft", "not_begun", "withdrawn", "over", "replaced"]),
  reason: Schema.String,
})
export interface PriceCandidate extends Schema.Schema.Type<typeof PriceCandidate> {}

/** Why a price is in force, or why there is none. */
export class PriceExplanation extends Schema.Opaque<PriceExplanation>()(
  Schema.Struct({
    variant_key: Schema.String,
    price_type: Schema.String,
    price_list: Schema.String,
    /** ISO 8601, UTC. */
    at: Schema.String,
    in_force: Schema.NullOr(Schema.String),
    sentence: Schema.String,
    /** In the order in which the rule looks at them, the latest first. */
    candidates: Schema.Array(PriceCandidate),
  }).annotate({ identifier: "PriceExplanation" }),
) {}
