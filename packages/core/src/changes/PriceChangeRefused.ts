import * as Schema from "effect/Schema"
import { Amount } from "../kernel/Amount.ts"
import {
  BatchBusy,
  BatchPublished,
  BatchUnsuitable,
  LimitExceeded,
  NotFound,
  TooManyOpen,
} from "../kernel/errors.ts"
import { PriceWarning } from "../prices/PriceWarning.ts"
import { ChangeCollision, MovedPair, NoReturn, RefusedColorway, StaleColorway } from "./PriceChange.ts"

/** Those that it is refused for, each with its first reason: leave them out, or ask them for something else. */
const colorways = Schema.Array(RefusedColorway)

/**
 * Why a price change was not written, or not published, with the facts of that reason; lists are the first hundred. Of
 * several reasons the first of this order.
 */
export const ChangeRefusal = Schema.Union([
  /** Prices that are what they would become, and those that there are none of to adjust; a batch that is published has neither. */
  Schema.Struct({ reason: Schema.Literal("empty"), unchanged: Schema.Int, no_price: Schema.Int }).annotate({
    identifier: "EmptyChange",
  }),
  /** Colorways whose `basis` is not the one that was given, and what has moved. */
  Schema.Struct({
    reason: Schema.Literal("stale"),
    colorways,
    stale: Schema.Array(StaleColorway),
    moved: Schema.Array(MovedPair),
  }).annotate({ identifier: "StaleChange" }),
  /** What is another than the batch was judged by. */
  Schema.Struct({ reason: Schema.Literal("moved"), moved: Schema.Array(MovedPair) }).annotate({
    identifier: "MovedChange",
  }),
  /** When the batch's first price begins, as it was asked for. */
  Schema.Struct({ reason: Schema.Literal("backdated"), effective_from: Schema.String }).annotate({
    identifier: "BackdatedChange",
  }),
  Schema.Struct({
    reason: Schema.Literal("collides"),
    colorways,
    collisions: Schema.Array(ChangeCollision),
  }).annotate({ identifier: "CollidingChange" }),
  Schema.Struct({
    reason: Schema.Literal("no_return"),
    colorways,
    no_return: Schema.Array(NoReturn),
  }).annotate({ identifier: "ChangeWithoutReturn" }),
  Schema.Struct({
    reason: Schema.Literal("blocked"),
    colorways,
    warnings: Schema.Array(PriceWarning),
  }).annotate({ identifier: "BlockedChange" }),
  /** Rows of a price sheet whose price is another than when the sheet was written; null: none. */
  Schema.Struct({
    reason: Schema.Literal("sheet_moved"),
    conflicts: Schema.Array(
      Schema.Struct({
        row: Schema.Int,
        cell: Schema.String,
        variant_key: Schema.String,
        price_type: Schema.String,
        price_list: Schema.String,
        was: Schema.NullOr(Amount),
        is: Schema.NullOr(Amount),
      }),
    ),
  }).annotate({ identifier: "MovedSheet" }),
  /** Only drafts are withdrawn. */
  Schema.Struct({ reason: Schema.Literal("active"), record_key: Schema.String }).annotate({
    identifier: "ActiveRecord",
  }),
])
export type ChangeRefusal = typeof ChangeRefusal.Type

/** A price change was not written, or not published; nothing was done. `refusal` says why: switch over its `reason`. */
export class PriceChangeRefused extends Schema.TaggedError<PriceChangeRefused>()("PriceChangeRefused", {
  /** What is wrong, and what to do. */
  problem: Schema.String,
  refusal: ChangeRefusal,
}) {
  readonly retryable = false
  override get message() {
    return this.problem
  }
}

/** What looking at open batches, or making one, may fail with. */
export const batchErrors = [
  NotFound,
  BatchPublished,
  BatchUnsuitable,
  BatchBusy,
  TooManyOpen,
  LimitExceeded,
] as const

/** What writing a price change may fail with. */
export const changeErrors = [...batchErrors, PriceChangeRefused] as const
