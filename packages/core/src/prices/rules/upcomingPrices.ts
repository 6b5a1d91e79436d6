import { type Amount, sameAmount } from "../../kernel/Amount.ts"
import { instantToExactText } from "../../kernel/Instant.ts"
import { isAbove } from "../../kernel/rules/amountRules.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import { shortestAmount } from "../../kernel/rules/shortestAmount.ts"
import type { AmountRange, PriceChangeKind, UpcomingPrices } from "../UpcomingPrices.ts"
import { isSameRow, type PriceMoment, placeOfMoment } from "./priceMoments.ts"

/** What becomes of a price; undefined where it stays what it was, however it is written. */
export const priceChange = (
  before: Amount | undefined,
  after: Amount | undefined,
): PriceChangeKind | undefined => {
  if (before === undefined) return after === undefined ? undefined : "new"
  if (after === undefined) return "withdrawn"
  if (sameAmount(before, after)) return undefined
  return isAbove(after, before) ? "increase" : "decrease"
}

/** The lowest and the highest of the amounts; null where there is none. */
export const rangeOf = (amounts: ReadonlyArray<Amount | null>): AmountRange | null => {
  const [first, ...others] = amounts.filter((amount) => amount !== null)
  if (first === undefined) return null
  let [least, greatest] = [first, first]
  for (const amount of others) {
    if (isAbove(least, amount)) least = amount
    if (isAbove(amount, greatest)) greatest = amount
  }
  return { least_amount: shortestAmount(least), greatest_amount: shortestAmount(greatest) }
}

/** The rows of moments of one price list that come in `momentOrder`: each instant, batch and colorway in which a price changes. */
export const upcomingPrices = (moments: ReadonlyArray<PriceMoment>): Array<UpcomingPrices> => {
  const rows: Array<UpcomingPrices> = []
  for (let start = 0, end = 0; start < moments.length; start = end) {
    const place = placeOfMoment(moments[start]!)
    while (end < moments.length && isSameRow(moments[end]!, place)) end++
    const counts = { new: 0, increase: 0, decrease: 0, withdrawn: 0 }
    const changed = moments.slice(start, end).filter(({ before, amount }) => {
      const kind = priceChange(before ?? undefined, amount ?? undefined)
      if (kind !== undefined) counts[kind]++
      return kind !== undefined
    })
    if (changed.length === 0) continue
    const byType = [...Map.groupBy(changed, ({ price_type }) => price_type)]
      .sort(([a], [b]) => compareText(a, b))
      .map(([price_type, of]) => ({
        price_type,
        before: rangeOf(of.map(({ before }) => before)),
        after: rangeOf(of.map(({ amount }) => amount)),
      }))
    rows.push({
      ...place,
      at: instantToExactText(place.at),
      brand_key: moments[start]!.brand_key,
      variants: new Set(changed.map(({ variant_key }) => variant_key)).size,
      price_types: byType.map(({ price_type }) => price_type),
      price_list: moments[start]!.price_list,
      counts,
      amounts: byType,
    })
  }
  return rows
}
