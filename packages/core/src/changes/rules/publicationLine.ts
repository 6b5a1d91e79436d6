import { basePriceList } from "../../kernel/basePriceList.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import type { Pair } from "../../prices/rules/pairs.ts"

/**
 * What a publication's hash is of, a line a record: JSON without blanks of variant key, price type, the instant in
 * microseconds, amount, of an ending which, `effective_from`, `set` or `withdraw`, and the price list where that is another than `base`.
 */
export const publicationLine = (
  record: Pick<PriceRecord, keyof Pair | "effective_at" | "amount" | "ending" | "effective_from">,
  change: "set" | "withdraw",
): string => {
  const { variant_key, price_type, price_list, effective_at, amount, ending, effective_from } = record
  const list = price_list === basePriceList ? [] : [price_list]
  return JSON.stringify([
    variant_key,
    price_type,
    effective_at,
    amount ?? ending,
    effective_from,
    change,
    ...list,
  ])
}
