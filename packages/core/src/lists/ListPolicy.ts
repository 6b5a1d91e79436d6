import * as Schema from "effect/Schema"
import { Amount } from "../kernel/Amount.ts"
import { pageSchema } from "../kernel/Listing.ts"
import {
  Blackouts,
  Enforcement,
  NoticeDays,
  PriceEndings,
  PricePolicyChange,
  PriceTypes,
  type StoredPolicyChange,
} from "./PricePolicy.ts"

/** The guard rails of one list's prices: each goes before the brand's, null is none of that kind, and what is left out is the brand's. */
export const ListPolicy = Schema.Struct({
  notice_days: Schema.optionalKey(Schema.NullOr(NoticeDays)),
  max_increase_percent: Schema.optionalKey(Schema.NullOr(Amount)),
  max_decrease_percent: Schema.optionalKey(Schema.NullOr(Amount)),
  map_at_most_msrp: Schema.optionalKey(Schema.Boolean),
  endings: Schema.optionalKey(Schema.NullOr(PriceEndings)),
  blackouts: Schema.optionalKey(Blackouts),
  price_types: Schema.optionalKey(Schema.NullOr(PriceTypes)),
  enforcement: Schema.optionalKey(Enforcement),
}).annotate({ identifier: "ListPolicy" })
export interface ListPolicy extends Schema.Schema.Type<typeof ListPolicy> {}

/** A policy that a list was given. */
export const ListPolicyChange = Schema.Struct({ ...PricePolicyChange.fields, policy: ListPolicy }).annotate({
  identifier: "ListPolicyChange",
})

/** A change as a repository keeps it. */
export interface StoredListPolicyChange extends Omit<StoredPolicyChange, "policy"> {
  readonly policy: ListPolicy
}

/** The newest first. */
export const ListPolicyHistory = Schema.Struct({ items: Schema.Array(ListPolicyChange) }).annotate({
  identifier: "ListPolicyHistory",
})
/** One page of the changes of a list's policy, newest first, with the cursor of the next. */
export class ListPolicyHistoryPage extends Schema.Opaque<ListPolicyHistoryPage>()(
  pageSchema(ListPolicyHistory, Schema.Int),
) {}
