import { type Amount, sameAmount } from "../../kernel/Amount.ts"
import type { Instant } from "../../kernel/Instant.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import type { ListSpan } from "../../lists/rules/listSpans.ts"
import type { ListedPrice, PricedColorway } from "../ColorwayPrices.ts"
import { priceOrder } from "./priceInForce.ts"
import { inOrder } from "./resolvedSpans.ts"
import { rangeOf } from "./upcomingPrices.ts"

export const isSameOrNone = (a: Amount | null, b: Amount | null): boolean =>
  a === null || b === null ? a === b : sameAmount(a, b)

interface ListedSpan {
  readonly from: Instant | null
  readonly price: ListedPrice | undefined
}

/** What one list has in force of a pair over time, as `inForceAt` has it at a moment; the first span has no beginning. */
const listedSpans = (prices: ReadonlyArray<ListedPrice>): ReadonlyArray<ListedSpan> => {
  const begun = prices.toSorted(priceOrder)
  const spans = begun.flatMap((price, index): ReadonlyArray<ListedSpan> => {
    const { effective_at: from } = price
    const until = begun[index + 1]?.effective_at ?? Number.POSITIVE_INFINITY
    const gone = price.gone_at ?? Number.POSITIVE_INFINITY
    const end = { from: gone, price: undefined }
    return gone < until ? [{ from, price }, end] : [{ from, price }]
  })
  return [{ from: null, price: undefined }, ...spans]
}

/** The first moment from `at` on at which one pair is shown another amount in some lists than in others: what it is in either. */
const firstMoved = (
  prices: ReadonlyArray<ListedPrice>,
  before: ReadonlyArray<ListSpan>,
  after: ReadonlyArray<ListSpan>,
  at: Instant,
) => {
  const own = [...Map.groupBy(prices, ({ price_list }) => price_list)].map(
    ([list, of]) => [list, listedSpans(of)] as const,
  )
  const priceOf = new Map(own.map(([list, spans]) => [list, inOrder(spans)]))
  const showing = (listed: ReadonlyArray<ListSpan>) => {
    const listsAt = inOrder(listed)
    return (moment: Instant): Amount | null => {
      for (const list of listsAt(moment).lists) {
        const price = priceOf.get(list)?.(moment).price
        if (price !== undefined && price.ending !== "fall_back") return price.amount
      }
      return null
    }
  }
  const [wasAt, isAt] = [showing(before), showing(after)]
  const later = [before, after, ...own.map(([, spans]) => spans)].flatMap((spans) =>
    spans.flatMap(({ from }) => (from !== null && from > at ? from : [])),
  )
  for (const moment of [at, ...[...new Set(later)].sort((a, b) => a - b)]) {
    const [was, is] = [wasAt(moment), isAt(moment)]
    if (!isSameOrNone(was, is)) return { was, is }
  }
  return undefined
}

/**
 * What a list shows of a colorway's variants from a moment on where its prices are looked for as `before` says, and as `after` does: what
 * differs at any time, by price type, each pair at the first moment at which it does.
 */
export const pricesMoved = (
  { brand_key, product_key, color, prices }: PricedColorway,
  before: ReadonlyArray<ListSpan>,
  after: ReadonlyArray<ListSpan>,
  at: Instant,
) => {
  const pairs = Map.groupBy(prices, ({ variant_key, price_type }) =>
    JSON.stringify([price_type, variant_key]),
  )
  const moved = [...pairs.values()].flatMap((pair) => {
    const { variant_key, price_type } = pair[0]!
    const found = firstMoved(pair, before, after, at)
    return found === undefined ? [] : [{ variant_key, price_type, ...found }]
  })
  const byType = [...Map.groupBy(moved, ({ price_type }) => price_type)]
  return {
    moved,
    variants: new Set(moved.map(({ variant_key }) => variant_key)).size,
    items: byType
      .sort(([a], [b]) => compareText(a, b))
      .map(([price_type, own]) => ({
        brand_key,
        product_key,
        color,
        price_type,
        variants: own.length,
        before: rangeOf(own.map(({ was }) => was)),
        after: rangeOf(own.map(({ is }) => is)),
      })),
  }
}
