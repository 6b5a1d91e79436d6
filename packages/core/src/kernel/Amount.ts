import * as BigDecimal from "effect/BigDecimal"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

declare global {
  interface JSON {
    /** ECMAScript 2026; in Node since 22. */
    rawJSON(text: string): object
  }
}

/** A whole number of units of `10 ** -scale` as a plain decimal with N places. */
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

/** JSON with each decimal as the number that its digits say, never by way of a double that would lose some. */
const decimalJson = (text: string): number =>
  text.length <= 15
    ? Number(text)
    : // an amount may have zeros before its digits, a number in JSON may not
      (JSON.rawJSON(text.replace(/^0+(?=\d)/, "")) as never)

/** A JSON number that is read and written with all of its digits. */
const JsonNumber = Schema.Any.check(
  Schema.makeFilter<unknown>(() => true, { toJsonSchema: () => ({ type: "number" }) }),
)

/** Text that is a decimal and, in JSON, a number. `decimal` is how a door reads it. */
export const decimalSchema = (
  isDecimal: (text: string) => boolean,
  expected: string,
  decimal: "amount" | "signed",
) =>
  Schema.declare((value): value is string => typeof value === "string" && isDecimal(value), {
    expected,
    decimal,
    toJson: decimalJson,
    toCodecJson: () =>
      Schema.link<string>()(
        JsonNumber,
        SchemaTransformation.transform({ decode: plainDecimal, encode: decimalJson }),
      ),
  })

const isAmount = (text: string) => text.length <= mostAmountLength && /^\d+(\.\d+)?$/.test(text)

/**
 * An exact, non-negative decimal as text, with the digits it was given: `"149.90"`; a JSON number with all of them when
 * encoded.
 *
 * Plain decimal notation, no exponent, at most 1,000 digits. Text instead of a JavaScript number keeps money
 * exact from the request to SQL and into files, and costs nothing on the way: but for adjusting in bulk (`adjustAmount`),
 * amounts are only compared (`sameAmount`).
 */
export const Amount = decimalSchema(isAmount, "a plain non-negative decimal such as 19.99", "amount")
export type Amount = typeof Amount.Type

const [zero, point] = [48, 46]

/** Where the digits begin that count: zeros in front do not. */
const firstDigit = (amount: Amount): number => {
  let at = 0
  while (amount.charCodeAt(at) === zero && at + 1 < amount.length && amount.charCodeAt(at + 1) !== point) at++
  return at
}

/** Whether nothing but zeros of a fraction stands from there on. */
const isOver = (amount: Amount, from: number): boolean => {
  if (from === amount.length) return true
  // of two that differ mostly in a digit; to look for the point takes as long as all the rest
  const first = amount.charCodeAt(from)
  if (first !== zero && first !== point) return false
  if (amount.lastIndexOf(".", from) === -1) return false
  for (let at = from; at < amount.length; at++)
    if (amount.charCodeAt(at) !== zero && amount.charCodeAt(at) !== point) return false
  return true
}

/**
 * Tells whether two amounts are the same number, however they were written: `19.99` and `19.990` are.
 *
 * Digit by digit, so that no length is too much for it: in a fifth of the time that doubles take, which it would have to
 * mistrust.
 */
export const sameAmount = (a: Amount, b: Amount): boolean => {
  if (a === b) return true
  // of one length and without zeros in front each number has one text
  if (a.length === b.length && a.charCodeAt(0) !== zero && b.charCodeAt(0) !== zero) return false
  let [inA, inB] = [firstDigit(a), firstDigit(b)]
  for (; inA < a.length && a.charCodeAt(inA) === b.charCodeAt(inB); inA++) inB++
  return isOver(b, inB) && isOver(a, inA)
}
