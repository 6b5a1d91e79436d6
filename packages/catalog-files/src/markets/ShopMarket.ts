import type { PricedColumn } from "./pricedColumn.ts"

/** A market of a shop, whose columns become prices of a list: one that is there, or one that the import makes. */
export interface ShopMarket {
  /** As the columns are called: `Price / European Union` is of `European Union`. */
  readonly market: string
  readonly price_list: string
  /** ISO 4217. */
  readonly currency: string
}

const folded = (market: string) => market.trim().replace(/\s+/g, " ").toLowerCase()

/** Whether two names are of one market; case does not count. */
export const isMarket = (one: string, other: string): boolean => folded(one) === folded(other)

/** The prices that columns of a market are, where it is named. */
export const marketPrices = (
  markets: ReadonlyArray<ShopMarket>,
  market: string,
  price_type: string,
): PricedColumn | undefined => {
  const named = markets.find((each) => isMarket(each.market, market))
  return named && { price_type, price_list: named.price_list }
}
