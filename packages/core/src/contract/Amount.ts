import * as BigDecimal from "effect/BigDecimal"
import * as Schema from "effect/Schema"

/**
 * An exact, non-negative decimal as text, with the digits it was given: `"149.90"`.
 *
 * Plain decimal notation, no exponent, at most 1,000 digits. Text instead of a JavaScript number keeps money
 * exact from the request to SQL and into files, and costs nothing on the way; no rule of Hangtag does
 * arithmetic on amounts, they are only compared (`sameAmount`). On the HTTP wire it is a JSON number.
 */
export const Amount = Schema.String.check(
  Schema.isPattern(/^\d+(\.\d+)?$/, { expected: "a plain non-negative decimal such as 19.99" }),
  Schema.isMaxLength(1001),
).annotate({ identifier: "Amount" })
export type Amount = typeof Amount.Type

/** Tells whether two amounts are the same number, however they were written: `19.99` and `19.990` are. */
export const sameAmount = (a: Amount, b: Amount): boolean =>
  a === b || BigDecimal.equals(BigDecimal.fromStringUnsafe(a), BigDecimal.fromStringUnsafe(b))
