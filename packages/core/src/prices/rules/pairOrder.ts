import { compareText } from "../../kernel/rules/compareText.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import { priceOrder } from "./priceOrder.ts"

type Pair = Pick<PriceRecord, "variant_key" | "price_type">

/** The order of variants and their price types. */
export const pairOrder = (a: Pair, b: Pair): number =>
  compareText(a.variant_key, b.variant_key) || compareText(a.price_type, b.price_type)

/** The one total order of prices of many variants and types: pair by pair, each as `priceOrder` has it. */
export const priceOrderByPair = (a: PriceRecord, b: PriceRecord): number =>
  pairOrder(a, b) || priceOrder(a, b)
