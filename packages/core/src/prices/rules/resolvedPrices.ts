import { compareText } from "../../kernel/rules/compareText.ts"
import type { PriceRecord } from "../PriceRecord.ts"

type OwnPrice = Pick<PriceRecord, "variant_key" | "price_type" | "price_list">

/**
 * What a list shows, by variant key and price type: of each the own price in force of the first list that has one. `lists`: it and
 * those above it that have prices then, it first; `inForce`: the prices in force of all of them.
 */
export const resolvedPrices = <Price extends OwnPrice>(
  lists: ReadonlyArray<string>,
  inForce: ReadonlyArray<Price>,
): ReadonlyArray<Price> => {
  const level = new Map(lists.map((key, index) => [key, index]))
  const first = new Map<string, Map<string, Price>>()
  for (const price of inForce) {
    const ofVariant = first.get(price.variant_key) ?? new Map<string, Price>()
    first.set(price.variant_key, ofVariant)
    const shown = ofVariant.get(price.price_type)
    if (shown === undefined || level.get(price.price_list)! < level.get(shown.price_list)!)
      ofVariant.set(price.price_type, price)
  }
  return [...first.values()]
    .flatMap((ofVariant) => [...ofVariant.values()])
    .sort((a, b) => compareText(a.variant_key, b.variant_key) || compareText(a.price_type, b.price_type))
}
