import * as Schema from "effect/Schema"
import { Amount } from "./Amount.ts"
import { EffectiveFrom } from "./EffectiveFrom.ts"

/** A time in which no price should begin: from its first instant until its last, which is no part of it. */
export const Blackout = Schema.Struct({
  from: EffectiveFrom,
  until: EffectiveFrom,
  reason: Schema.String,
}).annotate({ identifier: "Blackout" })
export type Blackout = typeof Blackout.Type

/** How an amount ends: `0.95` allows 19.95, `9.95` allows 19.95 and not 15.95. */
export const PriceEnding = Schema.String.check(
  Schema.isPattern(/^\d{1,9}(\.\d{1,9})?$/, { expected: "a decimal as text, such as 0.95" }),
)

/** The guard rails of one brand's prices; null: none of that kind. */
export const PricePolicy = Schema.Struct({
  /** Whole days between today and the first day on which a price may begin, in the brand's time zone. */
  notice_days: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3650 }))),
  /** Of the price that a price follows. */
  max_increase_percent: Schema.NullOr(Amount),
  max_decrease_percent: Schema.NullOr(Amount),
  /** False: MAP may be above MSRP without a warning. */
  map_at_most_msrp: Schema.Boolean,
  endings: Schema.NullOr(Schema.Array(PriceEnding).check(Schema.isMaxLength(100))),
  blackouts: Schema.Array(Blackout).check(Schema.isMaxLength(1000)),
  /** The types that the brand uses; null: those of its prices. */
  price_types: Schema.NullOr(Schema.Array(Schema.String).check(Schema.isMaxLength(1000))),
  /** Whether warnings stop a price change, or are only told. The preview only tells them. */
  enforcement: Schema.Literals(["warn", "block"]),
}).annotate({ identifier: "PricePolicy" })
export interface PricePolicy extends Schema.Schema.Type<typeof PricePolicy> {}

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
