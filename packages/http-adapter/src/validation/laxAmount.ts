import { isIntegerSource, numberSource } from "@hangtag/core/adapter"
import { trimUnicode, withoutUnderscores } from "./laxText.ts"
import { type Refusal, refuse } from "./Refusal.ts"

/** More digits than this are refused: `1e-99999999` is twelve characters and a hundred megabytes. */
export const MAX_AMOUNT_DIGITS = 1_000

/**
 * Reads an amount as pydantic's lax mode reads a float (12.5, "12.5", " 1e3 ", "1_000", true), but gives its
 * exact decimal text: `19.990` stays `19.990`, `1e3` is `1000`. Finite, not negative, at most 1,000 digits.
 */
export const laxAmount = (input: unknown): string | Refusal => {
  if (typeof input === "boolean") return input ? "1" : "0"
  if (typeof input === "string") {
    const number = NUMBER.exec(trimUnicode(input)) ?? NUMBER.exec(withoutUnderscores(input) ?? "")
    return number === null ? refuse("float_parsing") : toDecimal(number)
  }
  const source = numberSource(input)
  if (source === undefined) return refuse("float_type")
  if (source.length <= 20 && PLAIN.test(source)) return source
  // Python makes this an int, and an int beyond a double is no float; 1e400 is one, and infinite.
  if (isIntegerSource(source) && !Number.isFinite(Number(source))) return refuse("float_type")
  return toDecimal(NUMBER.exec(source)!)
}

/** What nearly every amount looks like; not infinite at 20 characters. */
const PLAIN = /^\d+(?:\.\d+)?$/

/** What Rust parses as an f64: sign, whole digits, fraction, exponent; `inf`, `infinity` and `nan` have no digits. */
const NUMBER = /^([-+]?)(?:inf|infinity|nan|(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?)$/i

const toDecimal = ([text, sign, whole, fraction = "", exponent = "0"]: RegExpExecArray): string | Refusal => {
  if (whole === undefined || !Number.isFinite(Number(text))) return refuse("finite_number")
  const isZero = !/[1-9]/.test(whole + fraction)
  if (sign === "-" && !isZero) return refuse("greater_than_equal", { ge: 0 })
  const digits = whole.replace(/^0+/, "") + fraction
  const shift = isZero ? 0 : Number(exponent)
  // Where the decimal point goes among the digits: before them all when not positive.
  const point = digits.length - fraction.length + shift
  const wholeDigits = Math.max(point, 1)
  const fractionDigits = Math.max(digits.length - point, 0)
  if (wholeDigits + fractionDigits > MAX_AMOUNT_DIGITS)
    return refuse("decimal_max_digits", { max_digits: MAX_AMOUNT_DIGITS })
  const padded = digits.padEnd(point, "0").padStart(fractionDigits + 1, "0")
  const split = padded.length - fractionDigits
  const wholePart = padded.slice(0, split).replace(/^0+(?=\d)/, "")
  return fractionDigits === 0 ? wholePart : `${wholePart}.${padded.slice(split)}`
}
