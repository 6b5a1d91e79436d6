import * as Schema from "effect/Schema"
import { Amount } from "../kernel/Amount.ts"
import { EffectiveFrom } from "../kernel/EffectiveFrom.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import { controlFault } from "../kernel/keyFault.ts"
import { pageSchema } from "../kernel/Listing.ts"
import { orNull, withDefault } from "../kernel/withDefault.ts"

/** A time in which no price should begin: from its first instant until its last, which is no part of it. */
export const Blackout = Schema.Struct({
  from: EffectiveFrom,
  until: EffectiveFrom,
  reason: Schema.String,
}).annotate({ identifier: "Blackout" })
export interface Blackout extends Schema.Schema.Type<typeof Blackout> {}

/** How an amount ends: `0.95` allows 19.95, `9.95` allows 19.95 and not 15.95. */
export const PriceEnding = Schema.String.check(
  Schema.isPattern(/^\d{1,9}(\.\d{1,9})?$/, { expected: "a decimal as text, such as 0.95" }),
)

/** A price type as a policy names it. */
export const PriceTypeKey = Schema.String.check(
  Schema.makeFilter((key) => controlFault(key) === undefined, {
    expected: "text without control characters",
  }),
)

export const NoticeDays = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3650 }))
export const PriceEndings = Schema.Array(PriceEnding).check(Schema.isMaxLength(100))
export const Blackouts = Schema.Array(Blackout).check(Schema.isMaxLength(1000))
export const PriceTypes = Schema.Array(PriceTypeKey).check(Schema.isMaxLength(1000))
export const Enforcement = Schema.Literals(["warn", "block"])

/** The guard rails of one brand's prices; null: none of that kind. */
export class PricePolicy extends Schema.Opaque<PricePolicy>()(
  Schema.Struct({
    /** Whole days between today and the first day on which a price may begin, in the brand's time zone. */
    notice_days: Schema.NullOr(NoticeDays),
    /** Of the price that a price follows. */
    max_increase_percent: Schema.NullOr(Amount),
    max_decrease_percent: Schema.NullOr(Amount),
    /** False: MAP may be above MSRP without a warning. */
    map_at_most_msrp: Schema.Boolean,
    endings: Schema.NullOr(PriceEndings),
    blackouts: Blackouts,
    /** The types that the brand uses; null: those of its prices. */
    price_types: Schema.NullOr(PriceTypes),
    /** Whether warnings stop a price change, or are only shown. The preview only shows them. */
    enforcement: Enforcement,
  }).annotate({ identifier: "PricePolicy" }),
) {}

/** The policy of a brand that was given none. */
export const noPricePolicy: PricePolicy = {
  notice_days: null,
  max_increase_percent: null,
  max_decrease_percent: null,
  map_at_most_msrp: true,
  endings: null,
  blackouts: [],
  price_types: null,
  enforcement: "warn",
}

/** How many policies a page of a history has at most: each may be large. */
export const mostPolicies = 20

/** A policy that a brand was given; who and when are null of one from before a history was kept. */
export const PricePolicyChange = Schema.Struct({
  /** Counts the policies of the brand, from 1. */
  revision: Schema.Int,
  /** ISO 8601, UTC. */
  changed_at: Schema.NullOr(Schema.String),
  changed_by: Schema.NullOr(Schema.String),
  /** The whole policy, in force until the next change. */
  policy: PricePolicy,
}).annotate({ identifier: "PricePolicyChange" })
export interface PricePolicyChange extends Schema.Schema.Type<typeof PricePolicyChange> {}

/** A change as a repository keeps it. */
export interface StoredPolicyChange extends Omit<PricePolicyChange, "changed_at"> {
  readonly changed_at: BrandedInstant | null
}

/** Which page of a brand's policies is asked for: the newest, or those before the revision `after`. */
export const PolicyHistoryQuery = Schema.Struct({
  limit: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostPolicies })), mostPolicies),
  after: orNull(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
})
export interface PolicyHistoryQuery extends Schema.Schema.Type<typeof PolicyHistoryQuery> {}

/** The newest first. `next`: what to ask the next page with, null at the end. */
export const PolicyHistory = Schema.Struct({ items: Schema.Array(PricePolicyChange) }).annotate({
  identifier: "PolicyHistory",
})
/** One page of a policy's changes, newest first, with the cursor of the next. */
export class PolicyHistoryPage extends Schema.Opaque<PolicyHistoryPage>()(
  pageSchema(PolicyHistory, Schema.Int),
  /** One page of a policy's changes, newest first, with the cursor of the next. */
) {}
