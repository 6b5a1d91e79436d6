import { type Amount, sameAmount } from "../contract/Amount.ts"
import { instantToExactText } from "../contract/Instant.ts"
import type { PriceChangeKind, UpcomingPrices } from "../contract/UpcomingPrices.ts"
import { isAbove } from "./amountRules.ts"
import { compareText } from "./compareText.ts"
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

/** The rows of moments that come in `momentOrder`: each instant, batch and colorway in which a price changes. */
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
    rows.push({
      ...place,
      at: instantToExactText(place.at),
      brand_key: moments[start]!.brand_key,
      variants: new Set(changed.map(({ variant_key }) => variant_key)).size,
      price_types: [...new Set(changed.map(({ price_type }) => price_type))].sort(compareText),
      counts,
    })
  }
  return rows
}
