import { basePriceList } from "../../kernel/basePriceList.ts"
import type { Instant } from "../../kernel/Instant.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import { PairMap } from "./PairMap.ts"
import { recordInForce } from "./priceInForce.ts"

const none: ReadonlyArray<PriceRecord> = []

/** Records under variant, type and list, in the order in which they come. */
export const pricesByPair = (records: Iterable<PriceRecord>) => {
  const found = new PairMap<Array<PriceRecord>>()
  const pairs: Array<ReadonlyArray<PriceRecord>> = []
  let pair: Array<PriceRecord> = []
  for (const record of records) {
    const { variant_key, price_type, price_list } = record
    const first = pair[0]
    const isSame = first?.variant_key === variant_key && first.price_type === price_type
    // most come pair by pair: those are not looked up
    if (!isSame || first.price_list !== price_list) {
      pair = found.get(variant_key, price_type, price_list) ?? []
      if (pair.length === 0) {
        found.set(variant_key, price_type, price_list, pair)
        pairs.push(pair)
      }
    }
    pair.push(record)
  }
  return {
    /** Each pair's, in the order in which they came first. */
    pairs: pairs as ReadonlyArray<ReadonlyArray<PriceRecord>>,
    /** Those of a variant and price type in a list. */
    of: (variantKey: string, priceType: string, priceList = basePriceList): ReadonlyArray<PriceRecord> =>
      found.get(variantKey, priceType, priceList) ?? none,
    /** The record in force of every pair that has one. */
    inForce: (at: Instant): Array<PriceRecord> => pairs.flatMap((pair) => recordInForce(pair, at) ?? []),
  }
}
