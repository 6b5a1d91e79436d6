import * as Schema from "effect/Schema"
import { Amount } from "../kernel/Amount.ts"
import { orNull, withDefault } from "../kernel/withDefault.ts"
import {
  Blackouts,
  Enforcement,
  NoticeDays,
  noPricePolicy,
  PriceEndings,
  PriceTypes,
} from "../lists/PricePolicy.ts"

/** A policy as it is given: what is left out is none of that kind (`noPricePolicy`). */
export const PricePolicyRequest = Schema.Struct({
  notice_days: orNull(NoticeDays),
  max_increase_percent: orNull(Amount),
  max_decrease_percent: orNull(Amount),
  map_at_most_msrp: withDefault(Schema.Boolean, noPricePolicy.map_at_most_msrp),
  endings: orNull(PriceEndings),
  blackouts: withDefault(Blackouts, noPricePolicy.blackouts),
  price_types: orNull(PriceTypes),
  enforcement: withDefault(Enforcement, noPricePolicy.enforcement),
}).annotate({ identifier: "PricePolicyRequest" })
