import type { Amount } from "../../kernel/Amount.ts"
import { type IsTime, pairWork } from "../../kernel/rules/isTime.ts"
import { priceInForce } from "../../prices/rules/priceInForce.ts"
import { asPublished } from "./asPublished.ts"
import { type ColorwayFound, pairsOf, plannedPair } from "./changeColorway.ts"
import type { ChangeRules, TimedChangeLine } from "./changeSteps.ts"
import type { PairFound } from "./pairBasis.ts"
import { planChangeInSteps } from "./planChange.ts"

/** The line of some variants whose prices are the same before and after. */
export interface AdjustedGroup extends TimedChangeLine {
  readonly previous: Amount
  readonly only: Set<string>
}

/** A price that cannot be adjusted as it is told. */
export interface NotAdjustable {
  readonly variant_key: string
  readonly price_type: string
  readonly amount: Amount
  readonly problem: string
}

/** The colorway as if its batch had not been asked for a line of the types that begins when `line` does. Pauses where `isTime` says so. */
export function* withoutLineInSteps(
  found: ColorwayFound,
  types: ReadonlyArray<string>,
  line: TimedChangeLine,
  rules: ChangeRules,
  isTime: IsTime,
): Generator<void, ColorwayFound> {
  const pairs: Array<PairFound> = []
  const begins = new Set([line.effective_at])
  const own = new Set(types)
  for (const pair of found.pairs) {
    if (pair.basis === null || !own.has(pair.price_type)) pairs.push(pair)
    else {
      if (isTime(pairWork(pair.records.length))) yield
      pairs.push(plannedPair(pair, yield* planChangeInSteps(pair, [], rules, isTime, begins), rules))
    }
  }
  return { ...found, pairs }
}

/**
 * The lines that adjust a colorway, as it is without them: one of each price in force when `line` begins, with the variants
 * that have it, in the order in which variants and types meet them. What has no price then has no line. Pauses where `isTime`
 * says so.
 */
export function* adjustedLinesInSteps(
  found: ColorwayFound,
  types: ReadonlyArray<string>,
  line: TimedChangeLine,
  { batch_key, now }: ChangeRules,
  adjust: (amount: Amount) => Amount | { readonly problem: string },
  isTime: IsTime,
): Generator<
  void,
  { readonly lines: ReadonlyArray<AdjustedGroup>; readonly noPrice: number } | NotAdjustable
> {
  const pairOf = pairsOf(found)
  const groups = new Map<string, AdjustedGroup>()
  let noPrice = 0
  for (const variant_key of found.variant_keys) {
    for (const price_type of types) {
      const { records, withdrawing } = pairOf(variant_key, price_type)
      if (isTime(pairWork(records.length))) yield
      const published = asPublished(records, { batch_key, withdrawing, now })
      const previous = priceInForce(published, line.effective_at)?.amount
      if (previous === undefined) {
        noPrice++
        continue
      }
      const name = JSON.stringify([price_type, previous])
      const known = groups.get(name)
      if (known !== undefined) {
        known.only.add(variant_key)
        continue
      }
      const amount = adjust(previous)
      if (typeof amount !== "string")
        return { variant_key, price_type, amount: previous, problem: amount.problem }
      groups.set(name, { ...line, price_type, amount, previous, only: new Set([variant_key]) })
    }
  }
  return { lines: [...groups.values()], noPrice }
}
