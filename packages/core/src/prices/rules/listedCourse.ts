import type { Instant } from "../../kernel/Instant.ts"
import type { ListSpan } from "../../lists/rules/listSpans.ts"
import type { ListedPrice } from "../ColorwayPrices.ts"
import { priceOrder } from "./priceInForce.ts"
import { inOrder } from "./resolvedSpans.ts"

interface ListedSpan {
  readonly from: Instant | null
  /** Not there: none. */
  readonly price?: ListedPrice
}

/** What one list has in force of a pair over time, as `inForceAt` has it at a moment; the first span has no beginning. */
const listedSpans = (prices: ReadonlyArray<ListedPrice>): ReadonlyArray<ListedSpan> => {
  const begun = prices.toSorted(priceOrder)
  const spans = begun.flatMap((price, index): ReadonlyArray<ListedSpan> => {
    const { effective_at: from } = price
    const until = begun[index + 1]?.effective_at ?? Number.POSITIVE_INFINITY
    const gone = price.gone_at ?? Number.POSITIVE_INFINITY
    return [{ from, price }, ...(gone < until ? [{ from: gone }] : [])]
  })
  return [{ from: null }, ...spans]
}

/** What lists show of one variant and price type over time; every moment that is asked for is none before the last. */
export const listedCourse = (prices: ReadonlyArray<ListedPrice>) => {
  const own = [...Map.groupBy(prices, ({ price_list }) => price_list)].map(
    ([list, of]) => [list, listedSpans(of)] as const,
  )
  const priceOf = new Map(own.map(([list, spans]) => [list, inOrder(spans)]))
  return {
    /** Finds the price that is shown at a moment where prices are looked for as `listed` says; one that ends what is offered has no amount. */
    showing: (listed: ReadonlyArray<ListSpan>) => {
      const listsAt = inOrder(listed)
      return (moment: Instant): ListedPrice | undefined => {
        for (const list of listsAt(moment).lists) {
          const price = priceOf.get(list)?.(moment).price
          if (price !== undefined && price.ending !== "fall_back") return price
        }
        return undefined
      }
    },
    /** When another price may be shown, in no order. */
    instants: own.flatMap(([, spans]) => spans.flatMap(({ from }) => from ?? [])),
  }
}
