import { compareText } from "../../kernel/rules/compareText.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import type { Pair } from "./pairName.ts"
import { priceOrder } from "./priceOrder.ts"

/** The order of variants, of their price types, and of the price lists that have one. */
export const pairOrder = (a: Pair, b: Pair): number =>
  compareText(a.variant_key, b.variant_key) ||
  compareText(a.price_type, b.price_type) ||
  compareText(a.price_list, b.price_list)

/** The one total order of prices of many variants and types: pair by pair, each as `priceOrder` has it. */
export const priceOrderByPair = (a: PriceRecord, b: PriceRecord): number =>
  pairOrder(a, b) || priceOrder(a, b)
