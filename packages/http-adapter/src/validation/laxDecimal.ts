import { numberSource } from "@hangtag/core/adapter"
import { laxAmount } from "./laxAmount.ts"
import { trimUnicode } from "./laxText.ts"
import { Refusal, refuse } from "./Refusal.ts"

const mostDigits = 30
const short = /^\d{1,30}(\.\d{1,30})?$/

/** Reads a decimal as `laxAmount` does, also one below zero; at most 30 digits before the point, and behind it. */
export const laxDecimal = (input: unknown): string | Refusal => {
  const text = typeof input === "string" ? trimUnicode(input) : numberSource(input)
  if (text === undefined) return refuse("float_type")
  const isNegative = text.startsWith("-")
  const size = isNegative ? text.slice(1) : text
  if (isNegative && /^[+-]/.test(size)) return refuse("float_parsing")
  const digits = laxAmount(size)
  if (digits instanceof Refusal) return digits
  if (!short.test(digits)) return refuse("decimal_max_digits", { max_digits: mostDigits })
  return isNegative ? `-${digits}` : digits
}
