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
}).annotate({ identifier: "ResolvedPricesRequest" })

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
  }).annotate({ identifier: "ResolvedPrices" }),
) {}
