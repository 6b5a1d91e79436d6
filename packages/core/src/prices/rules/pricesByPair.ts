import type { Instant } from "../../kernel/Instant.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import { priceInForce } from "./priceInForce.ts"

const none: ReadonlyArray<PriceRecord> = []

/** Records under variant, then type, in the order in which they come; a nested map, since any separator could stand in a key. */
export const pricesByPair = (records: Iterable<PriceRecord>) => {
  const variants = new Map<string, Map<string, Array<PriceRecord>>>()
  for (const record of records) {
    const { variant_key, price_type } = record
    const types = variants.get(variant_key)
    const pair = types?.get(price_type)
    if (pair !== undefined) pair.push(record)
    else if (types !== undefined) types.set(price_type, [record])
    else variants.set(variant_key, new Map([[price_type, [record]]]))
  }
  return {
    /** Each pair's. */
    pairs: [...variants.values()].flatMap(
      (types) => [...types.values()] as Array<ReadonlyArray<PriceRecord>>,
    ),
    /** Those of a variant and price type. */
    of: (variantKey: string, priceType: string): ReadonlyArray<PriceRecord> =>
      variants.get(variantKey)?.get(priceType) ?? none,
    /** The price in force of every pair that has one. */
    inForce: (at: Instant): Array<PriceRecord> =>
      [...variants.values()].flatMap((types) =>
        [...types.values()].flatMap((pair) => priceInForce(pair, at) ?? []),
      ),
  }
}
