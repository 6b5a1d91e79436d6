import { writtenAmount } from "../../../core/src/sheets/rules/writtenAmount.ts"
import type { Decimal } from "../app/exactAmounts.ts"

/** A price as people write it, as digits with a point, or why it cannot be taken, to be said of the text. */
export type WrittenPrice =
  | { readonly amount: Decimal; readonly problem?: undefined }
  | { readonly amount?: undefined; readonly problem: string }

/** Reads a new price by the rule of price sheets. `currency`: of its price list; null where it has none. */
export const writtenPrice = (text: string, currency: string | null): WrittenPrice => {
  const read = writtenAmount(text, { currency, decimal_mark: null })
  if (read === "nothing") return { problem: "is empty: write an amount" }
  if (read === "end")
    return {
      problem: "ends a price: the table of prices and price sheets take that, here an amount is written",
    }
  return read
}
