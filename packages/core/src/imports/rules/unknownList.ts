/** Why a price is not taken, and what to do: its list is not there. */
export const unknownList = (price_list: string): string =>
  `unknown price list ${JSON.stringify(price_list)}: write a line of kind price_list for it, or make it first`
