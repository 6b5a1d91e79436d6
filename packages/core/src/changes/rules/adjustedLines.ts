import type { Amount } from "../../kernel/Amount.ts"
import type { AboveOf } from "../../prices/rules/priceCourse.ts"
import { recordAt } from "../../prices/rules/standing.ts"
import { type ColorwayFound, publishedIn } from "./ColorwayFound.ts"
import { plannedPair } from "./changeColorway.ts"
import type { ChangeRules, TimedChangeLine } from "./changeSteps.ts"
import { planChange } from "./planChange.ts"

/** The line of some variants whose prices are the same before and after. */
export interface AdjustedGroup extends TimedChangeLine {
  readonly amount: Amount
  readonly previous: Amount
  readonly only: Set<string>
  readonly above: Map<string, string>
}

/** A price that cannot be adjusted as asked. */
export interface NotAdjustable {
  readonly variant_key: string
  readonly price_type: string
  readonly amount: Amount
  readonly problem: string
}

/** The colorway as if its batch had not been asked for a line of the types and its list that begins when `line` does. */
export const withoutLine = (
  found: ColorwayFound,
  types: ReadonlyArray<string>,
  line: TimedChangeLine,
  rules: ChangeRules,
): ColorwayFound => {
  const begins = new Set([line.effective_at])
  const own = new Set(types)
  const pairs = found.pairs.map((pair) =>
    pair.basis === null || !own.has(pair.price_type) || pair.price_list !== line.price_list
      ? pair
      : plannedPair(pair, planChange(pair, [], rules, begins), rules),
  )
  return { ...found, pairs }
}

/**
 * The lines that adjust a colorway, as it is without them: one of each price in force when `line` begins, with the variants
 * that have it, in the order in which variants and types meet them. What has no price then has no line. `aboveOf`: where the list
 * has none of its own, what it shows is adjusted.
 */
export const adjustedLines = (
  found: ColorwayFound,
  types: ReadonlyArray<string>,
  line: TimedChangeLine,
  rules: ChangeRules,
  adjust: (amount: Amount) => Amount | { readonly problem: string },
  aboveOf?: AboveOf,
): { readonly lines: ReadonlyArray<AdjustedGroup>; readonly noPrice: number } | NotAdjustable => {
  const recordsOf = publishedIn(found, rules)
  const groups = new Map<string, AdjustedGroup>()
  let noPrice = 0
  for (const variant_key of found.variant_keys) {
    for (const price_type of types) {
      const pair = [variant_key, price_type, line.price_list] as const
      const own = recordAt(recordsOf(...pair), line.effective_at)
      const isOwn = own !== undefined && own.ending !== "fall_back"
      const above = isOwn ? undefined : aboveOf?.(...pair)?.priceAt(line.effective_at)
      const previous = own?.amount ?? above?.amount
      if (previous === undefined) {
        noPrice++
        continue
      }
      const name = JSON.stringify([price_type, previous])
      let group = groups.get(name)
      if (group === undefined) {
        const amount = adjust(previous)
        if (typeof amount !== "string")
          return { variant_key, price_type, amount: previous, problem: amount.problem }
        group = { ...line, price_type, amount, previous, only: new Set(), above: new Map() }
        groups.set(name, group)
      }
      group.only.add(variant_key)
      if (above !== undefined) group.above.set(variant_key, above.record_key)
    }
  }
  return { lines: [...groups.values()], noPrice }
}
