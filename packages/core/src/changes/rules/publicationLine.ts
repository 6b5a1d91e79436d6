import type { PriceRecord } from "../../prices/PriceRecord.ts"

/**
 * What a publication's hash is of, a line a record: JSON without blanks of variant key, price type, the instant in
 * microseconds, amount, `effective_from`, and `set` or `withdraw`.
 */
export const publicationLine = (
  record: Pick<PriceRecord, "variant_key" | "price_type" | "effective_at" | "amount" | "effective_from">,
  change: "set" | "withdraw",
): string => {
  const { variant_key, price_type, effective_at, amount, effective_from } = record
  return JSON.stringify([variant_key, price_type, effective_at, amount, effective_from, change])
}
