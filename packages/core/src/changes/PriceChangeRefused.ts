import * as Schema from "effect/Schema"
import { PriceWarning } from "../prices/PriceWarning.ts"
import {
  ChangeCollision,
  ChangeRefusal,
  MovedPair,
  NoReturn,
  RefusedColorway,
  StaleColorway,
} from "./PriceChange.ts"

/** A price change was not written, or not published. The lists say why, the first hundred of each; nothing was done. */
export class PriceChangeRefused extends Schema.TaggedError<PriceChangeRefused>()("PriceChangeRefused", {
  reason: ChangeRefusal,
  /** What is wrong, and what to do. */
  problem: Schema.String,
  /** Those that it is refused for, each with the first reason: leave them out, or ask them for something else. */
  colorways: Schema.Array(RefusedColorway),
  /** Colorways whose `basis` is not the one that was given. */
  stale: Schema.Array(StaleColorway),
  /** What is another than the batch was judged by. */
  moved: Schema.Array(MovedPair),
  collisions: Schema.Array(ChangeCollision),
  no_return: Schema.Array(NoReturn),
  warnings: Schema.Array(PriceWarning),
}) {
  readonly retryable = false
  override get message() {
    return this.problem
  }
}
