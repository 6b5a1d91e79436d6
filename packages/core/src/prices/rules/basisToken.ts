import { hash64, hexOf } from "../../kernel/rules/shortHash.ts"
import type { PriceRecord } from "../PriceRecord.ts"

/** What a price change is judged by: a colorway's variants, their prices in force, and those to come. */
export interface Basis {
  readonly variant_keys: ReadonlyArray<string>
  readonly inForce: ReadonlyArray<PriceRecord>
  readonly future: ReadonlyArray<PriceRecord>
}

/** Names a basis: the same token for the same records, in whichever order they were read. */
export const basisToken = ({ variant_keys, inForce, future }: Basis): string => {
  // a sum has no order: to sort thousands of records takes longer than to hash them
  let [sum, other] = [0, 0]
  const add = (text: string) => {
    const [a, b] = hash64(text)
    sum = (sum + a) >>> 0
    other = (other + b) >>> 0
  }
  for (const key of variant_keys) add(`variant ${key}`)
  for (const { record_key, status, effective_at } of inForce)
    add(`in force ${record_key} ${status} ${effective_at}`)
  for (const { record_key, status, effective_at } of future)
    add(`future ${record_key} ${status} ${effective_at}`)
  return `b1.${hexOf([sum, other])}`
}
