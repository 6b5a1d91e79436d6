import type { Amount } from "../../kernel/Amount.ts"
import type { LookedIn } from "../../lists/rules/listsLookedIn.ts"
import { isPrice, type PriceRecord } from "../PriceRecord.ts"
import type { PassedOver } from "../ResolvedPrices.ts"
import { byPair, type Pair, pairName, variantTypeOrder } from "./pairs.ts"

type InForce = Pick<PriceRecord, keyof Pair | "amount" | "ending">

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
    .sort(variantTypeOrder)
}

/**
 * The lists that are passed over, and why, until one shows a price or does not offer it: of each variant and price type that one of them has a record
 * of, by key and type. `looked`: in which lists is looked, in order; `inForce` has the records of these; of those that do not count nothing is
 * said, as if they were not there.
 */
export const passedOver = (
  looked: ReadonlyArray<LookedIn>,
  inForce: ReadonlyArray<InForce>,
  counts: (priceList: string) => boolean = () => true,
) => {
  const found = byPair(inForce, (price) => price)
  const of = (variant_key: string, price_type: string): Array<PassedOver> => {
    const passed: Array<PassedOver> = []
    for (const { price_list, archived } of looked) {
      const record = archived ? undefined : found.get(variant_key, price_type, price_list)
      if (record !== undefined && isPrice(record)) break
      const { ending } = record ?? {}
      const why = archived ? "archived" : ending === "fall_back" ? "ended" : (ending ?? "no_price")
      if (counts(price_list)) passed.push({ price_list, why })
      if (why === "not_offered") break
    }
    return passed
  }
  return {
    of,
    /** Those that are not among the prices that are shown. */
    without: (shown: ReadonlyArray<Omit<Pair, "price_list">>) => {
      const nameOf = (pair: Omit<Pair, "price_list">) => pairName({ ...pair, price_list: "" })
      const names = new Set(shown.map(nameOf))
      const keys = new Set(looked.map(({ price_list }) => price_list).filter(counts))
      const own = inForce.filter((each) => keys.has(each.price_list) && !names.has(nameOf(each)))
      return [...new Map(own.map((each) => [nameOf(each), each])).values()]
        .sort(variantTypeOrder)
        .map(({ variant_key, price_type }) => ({
          variant_key,
          price_type,
          passed_over: of(variant_key, price_type),
        }))
    },
  }
}
