import { compareText } from "../../kernel/rules/compareText.ts"
import type { LookedIn } from "../../lists/rules/listsLookedIn.ts"
import { isPrice, type PriceRecord } from "../PriceRecord.ts"
import type { PassedOver } from "../ResolvedPrices.ts"
import { PairMap } from "./PairMap.ts"

type InForce = Pick<PriceRecord, "variant_key" | "price_type" | "price_list" | "amount" | "ending">

const pairOrder = (a: InForce, b: InForce) =>
  compareText(a.variant_key, b.variant_key) || compareText(a.price_type, b.price_type)

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
  const found = new PairMap<InForce>()
  for (const each of inForce) found.set(each.variant_key, each.price_type, each.price_list, each)
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
  const keys = new Set(looked.map(({ price_list }) => price_list).filter(counts))
  const own = inForce.filter(({ price_list }) => keys.has(price_list)).sort(pairOrder)
  const pairs = own.filter((each, place) => place === 0 || pairOrder(own[place - 1]!, each) !== 0)
  return {
    of,
    /** Those that are not among the prices that are shown. */
    without: (shown: ReadonlyArray<Pick<InForce, "variant_key" | "price_type">>) => {
      const nameOf = ({ variant_key, price_type }: (typeof shown)[number]) =>
        JSON.stringify([variant_key, price_type])
      const names = new Set(shown.map(nameOf))
      return pairs
        .filter((pair) => !names.has(nameOf(pair)))
        .map(({ variant_key, price_type }) => ({
          variant_key,
          price_type,
          passed_over: of(variant_key, price_type),
        }))
    },
  }
}
