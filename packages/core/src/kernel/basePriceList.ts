/** The price list that every organization has, and that is meant where none is named. */
export const basePriceList = "base"

/** A list as answers name it that were given before there were lists: `base` is not named. */
export const namedList = (price_list: string): { readonly price_list?: string } =>
  price_list === basePriceList ? {} : { price_list }
