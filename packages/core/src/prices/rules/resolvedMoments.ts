import type { ListSpan } from "../../lists/rules/listSpans.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import type { PriceMoment } from "./priceMoments.ts"
import { pricesByPair } from "./pricesByPair.ts"
import { resolvedSpans } from "./resolvedSpans.ts"

/**
 * Moments of a list's own prices with what the list shows before and after them: where it has no price of its own, what it falls back
 * to. `records` are those of the list and of all above it from the first moment on, and what was in force just before.
 */
export const resolvedMoments = (
  moments: ReadonlyArray<PriceMoment>,
  listed: ReadonlyArray<ListSpan>,
  records: ReadonlyArray<PriceRecord>,
): Array<PriceMoment> => {
  const { of } = pricesByPair(records)
  const known = new Map<string, ReturnType<typeof resolvedSpans>>()
  return moments.map((moment) => {
    const { variant_key, price_type, price_list, at } = moment
    const name = JSON.stringify([variant_key, price_type])
    const spans =
      known.get(name) ?? resolvedSpans(price_list, listed, (list) => of(variant_key, price_type, list))
    known.set(name, spans)
    const place = spans.findLastIndex(({ from }) => from === null || from <= at)
    const before = spans[place]!.from === at ? spans[place - 1] : spans[place]
    return {
      ...moment,
      before: before?.record?.amount ?? null,
      amount: spans[place]!.record?.amount ?? null,
    }
  })
}
