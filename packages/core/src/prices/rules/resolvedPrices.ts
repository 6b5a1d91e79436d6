import type { Amount } from "../../kernel/Amount.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import { isPrice, type PriceRecord } from "../PriceRecord.ts"

type InForce = Pick<PriceRecord, "variant_key" | "price_type" | "price_list" | "amount" | "ending">

/**
 * What a list shows, by variant key and price type: of each the own price in force of the first list that has one, unless a list before
 * it does not offer it. `lists`: it and those above it that have prices then, it first; `inForce`: the records in force of at least all of them.
 */
export const resolvedPrices = <Record extends InForce>(
  lists: ReadonlyArray<string>,
  inForce: ReadonlyArray<Record>,
): ReadonlyArray<Record & { readonly amount: Amount }> => {
  const level = new Map(lists.map((key, index) => [key, index]))
  const first = new Map<string, Map<string, Record>>()
  for (const price of inForce) {
    const height = level.get(price.price_list)
    if (height === undefined || price.ending === "fall_back") continue
    const ofVariant = first.get(price.variant_key) ?? new Map<string, Record>()
    first.set(price.variant_key, ofVariant)
    const shown = ofVariant.get(price.price_type)
    if (shown === undefined || height < level.get(shown.price_list)!) ofVariant.set(price.price_type, price)
  }
  return [...first.values()]
    .flatMap((ofVariant) => [...ofVariant.values()].filter(isPrice))
    .sort((a, b) => compareText(a.variant_key, b.variant_key) || compareText(a.price_type, b.price_type))
}
