import { basePriceList } from "@hangtag/core"

/** The prices that a column of a shop's file has: of a type, in a list, `base` unless one is named. */
export interface PricedColumn {
  readonly price_type: string
  readonly price_list?: string
}

/** One text for the prices of a column; of `base` their type alone. No key has the character between the two. */
export const columnName = ({ price_type, price_list = basePriceList }: PricedColumn): string =>
  price_list === basePriceList ? price_type : `${price_type}\0${price_list}`

/** What they are called in messages. */
export const columnText = ({ price_type, price_list = basePriceList }: PricedColumn): string =>
  price_list === basePriceList ? price_type : `${price_type} in ${price_list}`
