/** A price type, with its list where that is not `base`, as headings of sheets have them. */
export const pairText = ({
  price_type,
  price_list,
}: {
  readonly price_type: string
  readonly price_list: string
}): string => `${price_type}${price_list === "base" ? "" : ` [${price_list}]`}`
