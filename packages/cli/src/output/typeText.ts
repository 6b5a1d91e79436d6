/** A price type as it is shown; a list is named where it is another than `base`. */
export const typeText = ({
  price_type,
  price_list = "base",
}: {
  readonly price_type: string
  readonly price_list?: string
}): string => (price_list === "base" ? price_type : `${price_type} in ${price_list}`)
