import type { Amount } from "../../kernel/Amount.ts"
import type { Instant } from "../../kernel/Instant.ts"
import { type PriceRecord, saysSame } from "../PriceRecord.ts"
import { isGone } from "./priceInForce.ts"

/** An amount that a shop shows at `at`, to hold from `since` on. */
export interface ShownPrice {
  readonly amount: Amount
  readonly since: Instant
  readonly at: Instant
}

type Last = Pick<PriceRecord, "amount" | "ending" | "effective_at" | "withdrawn" | "ends" | "taken_back">

/** The moment whose price in force an amount is compared with: now, or later where it is to hold from later on. */
export const comparedAt = ({ since, at }: Omit<ShownPrice, "amount">): Instant => Math.max(since, at)

/**
 * From which instant on a new record says what the shop shows; none where the price in force says so already.
 *
 * `last` is the pair's `lastBegun` at `comparedAt`. The record begins at `since`, but at `at` where `last` began later
 * than `since` and would keep it from ever being in force.
 */
export const shopPrice = (shown: ShownPrice, last: Last | undefined): Instant | undefined => {
  const { amount, since, at } = shown
  if (last === undefined) return since
  if (!isGone(last, comparedAt(shown)) && saysSame(last, { amount })) return undefined
  return last.effective_at > since ? at : since
}
