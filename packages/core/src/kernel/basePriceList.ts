/** The price list that every organization has, and that is meant where none is named. */
export const basePriceList = "base"
