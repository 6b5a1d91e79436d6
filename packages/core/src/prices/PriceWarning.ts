import * as Schema from "effect/Schema"
import { Amount } from "../kernel/Amount.ts"
import { colorwayNamed, lineNamed } from "./BatchLine.ts"

/** The kinds of warnings, in the order in which the warnings of one line come. */
export const PriceWarningKind = Schema.Literals([
  "notice_too_short",
  "backdated",
  "above_msrp",
  "large_change",
  "unlikely_amount",
  "ending",
  "blackout",
  "unknown_price_type",
  "return_in_blackout",
  "return_too_soon",
  "below_map",
  "never_in_force",
  "clock_change",
])
export type PriceWarningKind = typeof PriceWarningKind.Type

const common = {
  ...lineNamed,
  ...colorwayNamed,
  variant_keys: Schema.Array(Schema.String),
  message: Schema.String,
}

const warning = <const Kind extends PriceWarningKind, Facts extends Schema.Struct.Fields>(
  kind: Kind,
  facts: Facts,
) => Schema.Struct({ kind: Schema.Literal(kind), ...common, ...facts })

/** What a line breaks of its brand's policy, or of good sense, for the variants named. */
export const PriceWarning = Schema.Union([
  /** The first day that the notice allows, in the brand's zone. */
  warning("notice_too_short", { allowed_from: Schema.String }),
  warning("backdated", {}),
  /** The MSRP in force at the line's instant, with the request's other lines. */
  warning("above_msrp", { msrp: Amount }),
  /** Of the price that the line follows, or that lists above show until then, to two places; null where that is zero. */
  warning("large_change", { percent: Schema.NullOr(Schema.Number) }),
  warning("unlikely_amount", {}),
  warning("ending", {}),
  warning("blackout", { reason: Schema.String, until: Schema.String }),
  warning("unknown_price_type", {}),
  /** The end of a temporary price: the blackout's last moment, which is no part of it. */
  warning("return_in_blackout", { reason: Schema.String, until: Schema.String }),
  /** The end of a temporary price: the first day that the notice allows, in the brand's zone. */
  warning("return_too_soon", { allowed_from: Schema.String }),
  /**
   * The highest MAP in force while the MSRP is, with the request's other lines. With `bound`: while the MSRP is that a temporary
   * one returns to.
   */
  warning("below_map", { map: Amount }),
  warning("below_map", { map: Amount, msrp: Amount, bound: Schema.Literal("effective_until") }),
  /** The other line, by its index; of what a batch holds already the other record. */
  warning("never_in_force", { by_line: Schema.Int }),
  warning("never_in_force", { record_key: Schema.String }),
  /** The instant that the local time stands for, ISO 8601, UTC; of the line's beginning unless `bound` is there. */
  warning("clock_change", {
    resolved_at: Schema.String,
    bound: Schema.optionalKey(Schema.Literal("effective_until")),
  }),
]).annotate({ identifier: "PriceWarning" })
export type PriceWarning = typeof PriceWarning.Type
