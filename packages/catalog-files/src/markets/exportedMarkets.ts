import { basePriceList, type PriceListRepository, placementAt } from "@hangtag/core"
import { currentInstant, readPriceLists } from "@hangtag/core/adapter"
import { Effect } from "effect"
import type { PricedColumn } from "./pricedColumn.ts"
import { isMarket, type ShopMarket } from "./ShopMarket.ts"

/** A column of a market, as an import reads it again. */
export interface MarketColumn extends PricedColumn {
  readonly name: string
}

/** The columns that a market may have. */
export const marketColumns = ({ market, price_list }: ShopMarket): ReadonlyArray<MarketColumn> => [
  { name: `Price / ${market}`, price_type: "PRICE", price_list },
  { name: `Compare At Price / ${market}`, price_type: "COMPARE_AT", price_list },
]

/** A market's name as a header keeps it. */
const isHeader = (market: string) => market === market.trim().replace(/\s+/g, " ") && market !== ""

/**
 * The markets that lists are of, by the tag `market` that an import gives them, the first list of each; and the lists that are of none.
 * Archived lists are of no file.
 */
export const exportedMarkets = Effect.fnUntraced(function* (
  organization: string,
): Effect.fn.Return<
  { readonly markets: ReadonlyArray<ShopMarket>; readonly others: ReadonlyArray<string> },
  Effect.Error<ReturnType<typeof readPriceLists>>,
  PriceListRepository
> {
  const now = yield* currentInstant
  const markets: Array<ShopMarket> = []
  const others: Array<string> = []
  for (const list of (yield* readPriceLists(organization)).values()) {
    const { price_list, currency, tags } = list
    if (price_list === basePriceList || placementAt(list, now)?.archived) continue
    const market = tags.market ?? ""
    const isTaken = markets.some((each) => isMarket(each.market, market))
    if (currency === null || isTaken || !isHeader(market)) others.push(price_list)
    else markets.push({ market, price_list, currency })
  }
  return { markets, others }
})
