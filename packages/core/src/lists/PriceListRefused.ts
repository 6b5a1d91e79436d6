import * as Schema from "effect/Schema"

/** Why a list was not made or changed, with the facts of that reason. */
export const ListRefusal = Schema.Union([
  Schema.Struct({ reason: Schema.Literal("exists") }).annotate({ identifier: "ListExists" }),
  Schema.Struct({ reason: Schema.Literal("too_many"), most: Schema.Int }).annotate({
    identifier: "TooManyLists",
  }),
  /** Its places to come begin at as many instants as they may, or it has as many places in all. */
  Schema.Struct({
    reason: Schema.Literals(["too_many_to_come", "too_many_places"]),
    most: Schema.Int,
  }).annotate({ identifier: "TooManyPlaces" }),
  /** `base` has no parent and is never archived. */
  Schema.Struct({ reason: Schema.Literal("base") }).annotate({ identifier: "BaseList" }),
  /** Prices of `base` have the policy of their brand. */
  Schema.Struct({ reason: Schema.Literal("base_policy") }).annotate({ identifier: "BaseListPolicy" }),
  /** The currency that it has for good. */
  Schema.Struct({ reason: Schema.Literal("currency_set"), currency: Schema.String }).annotate({
    identifier: "CurrencySet",
  }),
  /** A parent has the same currency; `parent_currency` is null of a `base` without one. */
  Schema.Struct({
    reason: Schema.Literal("other_currency"),
    currency: Schema.String,
    parent: Schema.String,
    parent_currency: Schema.NullOr(Schema.String),
  }).annotate({ identifier: "OtherCurrency" }),
  /** The parent is archived then. */
  Schema.Struct({ reason: Schema.Literal("archived"), parent: Schema.String }).annotate({
    identifier: "ArchivedParent",
  }),
  /** The lists from this one up to itself, from an instant on. */
  Schema.Struct({
    reason: Schema.Literal("cycle"),
    from: Schema.String,
    path: Schema.Array(Schema.String),
  }).annotate({ identifier: "ListCycle" }),
  /** The lists one above another, more than may be, from an instant on. */
  Schema.Struct({
    reason: Schema.Literal("too_deep"),
    from: Schema.String,
    path: Schema.Array(Schema.String),
    most: Schema.Int,
  }).annotate({ identifier: "ListTooDeep" }),
])
export type ListRefusal = typeof ListRefusal.Type

const sentence = (refusal: ListRefusal): string => {
  switch (refusal.reason) {
    case "exists":
      return "exists already: take another key, or change that one"
    case "too_many":
      return `would be one more than the ${refusal.most} lists that an organization may have`
    case "too_many_to_come":
      return `changes at ${refusal.most} instants to come, and may at no more: take one of these, or wait`
    case "too_many_places":
      return `has been moved ${refusal.most} times, and may be no more: archive it, and make another list`
    case "base":
      return "has no parent and is never archived"
    case "base_policy":
      return "has the policy of each brand: give that to the brand"
    case "currency_set":
      return `has the currency ${refusal.currency} for good: make another list for another currency`
    case "other_currency":
      return refusal.parent_currency === null
        ? `is in ${refusal.currency}, and ${refusal.parent} has no currency yet: say which it has first`
        : `is in ${refusal.currency}, and ${refusal.parent} in ${refusal.parent_currency}: a parent has the same currency`
    case "archived":
      return `cannot stand below ${refusal.parent}, which is archived then`
    case "cycle":
      return `would stand below itself from ${refusal.from} on: ${refusal.path.join(" below ")}`
    case "too_deep":
      return `would make more than ${refusal.most} levels from ${refusal.from} on: ${refusal.path.join(" below ")}`
  }
}

/** A price list was not made or changed; nothing was done. `refusal` says why: switch over its `reason`. */
export class PriceListRefused extends Schema.TaggedError<PriceListRefused>()("PriceListRefused", {
  price_list: Schema.String,
  refusal: ListRefusal,
}) {
  readonly retryable = false
  override get message() {
    return `Price list ${this.price_list} ${sentence(this.refusal)}`
  }
}
