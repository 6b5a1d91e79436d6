import * as Schema from "effect/Schema"
import { Amount } from "../kernel/Amount.ts"
import { basePriceList } from "../kernel/basePriceList.ts"
import { Currency } from "../kernel/Currency.ts"
import { EffectiveFrom } from "../kernel/EffectiveFrom.ts"
import { orNull, withDefault } from "../kernel/withDefault.ts"

/** Which prices a list shows at a moment is asked for. */
export const ResolvedPricesRequest = Schema.Struct({
  price_list: withDefault(Schema.String, basePriceList),
  variant_keys: Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(1_000)),
  /** A date-time with its offset; null: now, or `known_at`. */
  at: orNull(EffectiveFrom),
  /** What the catalog would have said at this moment, a date-time with its offset; null: what it says now. */
  known_at: orNull(EffectiveFrom),
  /** Of each price, and of what has none, the lists that were passed over and why. */
  show_passed_over: withDefault(Schema.Boolean, false),
}).annotate({ identifier: "ResolvedPricesRequest" })

/**
 * A list that was looked in, and why its price is not the one that is shown. `ended`: it falls back from then on; `not_offered`: neither it
 * nor those below show one; `no_price`: it has none in force then, whatever it had before or has to come.
 */
export const PassedOver = Schema.Struct({
  price_list: Schema.String,
  why: Schema.Literals(["archived", "ended", "not_offered", "no_price"]),
}).annotate({ identifier: "PassedOver" })
export interface PassedOver extends Schema.Schema.Type<typeof PassedOver> {}

/** A price that a list shows: its own, or one of a list above it. */
export const ResolvedPrice = Schema.Struct({
  variant_key: Schema.String,
  price_type: Schema.String,
  amount: Amount,
  /** The list that it is a price of: the first from the list upwards that has one in force; null: one that the caller is not bound to. */
  from_list: Schema.NullOr(Schema.String),
  /** Null where `from_list` is. */
  record_key: Schema.NullOr(Schema.String),
  /** ISO 8601, UTC: since when it is in force. */
  since: Schema.String,
  /** In the order in which they were looked in, of those that the caller may know of; where it was asked for. */
  passed_over: Schema.optionalKey(Schema.Array(PassedOver)),
}).annotate({ identifier: "ResolvedPrice" })
export interface ResolvedPrice extends Schema.Schema.Type<typeof ResolvedPrice> {}

/** A list that a price is looked for in. */
export const ListLookedIn = Schema.Struct({
  price_list: Schema.String,
  /** Archived then: it has no price of its own. */
  archived: Schema.Boolean,
}).annotate({ identifier: "ListLookedIn" })

/** What a list shows of some variants, by variant key and price type; variants without a price are not there. */
export class ResolvedPrices extends Schema.Opaque<ResolvedPrices>()(
  Schema.Struct({
    /** ISO 8601, UTC. */
    at: Schema.String,
    price_list: Schema.String,
    /** ISO 4217; null: not said, of `base` alone. */
    currency: Schema.NullOr(Currency),
    /** Where prices are looked for, in this order; those before a price's `from_list` have none of that kind in force. What one of them does not offer is looked for no further. */
    lists: Schema.Array(ListLookedIn),
    items: Schema.Array(ResolvedPrice),
    /** What a list that was looked in has an ending of, or a price that is not shown, and none shows; where it was asked for. */
    without_price: Schema.optionalKey(
      Schema.Array(
        Schema.Struct({
          variant_key: Schema.String,
          price_type: Schema.String,
          passed_over: Schema.Array(PassedOver),
        }),
      ),
    ),
  }).annotate({ identifier: "ResolvedPrices" }),
) {}
