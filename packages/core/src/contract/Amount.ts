import * as BigDecimal from "effect/BigDecimal"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** A whole number of units of `10 ** -scale` as a plain decimal with so many places. */
export const decimalText = (units: bigint, scale: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0")
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return units < 0n ? `-${text}` : text
}

/** The shortest decimal digits of a finite number in plain notation, never `1e+21`. */
export const plainDecimal = (number: number): string => {
  const text = String(number)
  if (!text.includes("e")) return text
  const { value, scale } = BigDecimal.fromNumberUnsafe(number)
  return scale > 0 ? decimalText(value, scale) : `${value}${"0".repeat(-scale)}`
}

/** The most characters of an amount: 1,000 digits and a point. */
export const mostAmountLength = 1001

/**
 * An exact, non-negative decimal as text, with the digits it was given: `"149.90"`; a JSON number when encoded.
 *
 * Plain decimal notation, no exponent, at most 1,000 digits. Text instead of a JavaScript number keeps money
 * exact from the request to SQL and into files, and costs nothing on the way: but for adjusting in bulk (`adjustAmount`),
 * amounts are only compared (`sameAmount`). Encoding keeps up to 15 significant digits: a
 * writer that must keep more writes the text itself as the JSON number.
 */
export const Amount = Schema.Finite.pipe(
  Schema.decodeTo(
    Schema.String.check(
      Schema.isPattern(/^\d+(\.\d+)?$/, { expected: "a plain non-negative decimal such as 19.99" }),
      Schema.isMaxLength(mostAmountLength),
    ),
    SchemaTransformation.transform({ decode: plainDecimal, encode: Number }),
  ),
)
export type Amount = typeof Amount.Type

/** Up to so many characters of plain notation, no two different decimals share a double. */
const doubleDigits = 15

/**
 * Tells whether two amounts are the same number, however they were written: `19.99` and `19.990` are.
 *
 * By way of doubles first, which only equal decimals and very long ones share: 80 ns instead of 600.
 */
export const sameAmount = (a: Amount, b: Amount): boolean =>
  a === b ||
  (Number(a) === Number(b) &&
    ((a.length <= doubleDigits && b.length <= doubleDigits) ||
      BigDecimal.equals(BigDecimal.fromStringUnsafe(a), BigDecimal.fromStringUnsafe(b))))
