import { isIntegerSource, numberSource } from "@hangtag/core/adapter"
import type { SchemaAST } from "effect"
import { Refusal, refuse } from "./Refusal.ts"

// Values as pydantic's lax mode reads them: each gives the value, or a `Refusal`.

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
  if (point <= 0) return fractionDigits === 0 ? "0" : `0.${"0".repeat(-point)}${digits}`
  const wholePart = digits
    .slice(0, point)
    .padEnd(point, "0")
    .replace(/^0+(?=\d)/, "")
  return fractionDigits === 0 ? wholePart : `${wholePart}.${digits.slice(point)}`
}

const mostDigits = 30
const shortDecimal = /^\d{1,30}(\.\d{1,30})?$/

/** Reads a decimal as `laxAmount` does, also one below zero; at most 30 digits before the point, and behind it. */
export const laxDecimal = (input: unknown): string | Refusal => {
  const text = typeof input === "string" ? trimUnicode(input) : numberSource(input)
  if (text === undefined) return refuse("float_type")
  const isNegative = text.startsWith("-")
  const size = isNegative ? text.slice(1) : text
  if (isNegative && /^[+-]/.test(size)) return refuse("float_parsing")
  const digits = laxAmount(size)
  if (digits instanceof Refusal) return digits
  if (!shortDecimal.test(digits)) return refuse("decimal_max_digits", { max_digits: mostDigits })
  return isNegative ? `-${digits}` : digits
}

/**
 * Reads the text of a query integer as pydantic's lax mode does: spaces around, a sign, leading zeros,
 * single underscores, a `.0` tail. What a double cannot count becomes the nearest safe integer.
 */
export const laxInteger = (input: unknown): number | Refusal => {
  if (Number.isSafeInteger(input)) return input as number
  if (typeof input !== "string") return refuse("int_type")
  if (LEADING_DIGITS.exec(input)![0].length > MAX_LENGTH) return refuse("int_parsing_size")
  const text = INTEGER.test(input) ? input : cleanInteger(input)
  if (text === undefined || text.length > MAX_LENGTH || !INTEGER.test(text)) return refuse("int_parsing")
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text) || 0))
}

const MAX_LENGTH = 4_300
const INTEGER = /^-?(?:0|[1-9]\d*)$/
const LEADING_DIGITS = /^(?:-?[1-9]\d*)?/

const cleanInteger = (input: string): string | undefined => {
  const [, sign = "", unsigned = ""] = /^(\+|-?)(.*)$/s.exec(trimUnicode(input))!
  // `+-1` and `--1` fall here; `-` is no digit, yet pydantic lets one follow zeros: `0-5` is -5.
  if (/^[-+]/.test(unsigned)) return undefined
  const significant = withoutLeadingZeros(unsigned)
  if (significant === undefined) return undefined
  const whole = significant.replace(/\.0+$/, "")
  return (sign === "-" ? "-" : "") + (withoutUnderscores(whole) ?? whole)
}

/** Underscores among the zeros go with them, even doubled ones; one zero stays where nothing else does. */
const withoutLeadingZeros = (text: string): string | undefined => {
  if (/^[1-9]/.test(text)) return text
  const zeros = /^0[0_]*/.exec(text)?.[0].length
  if (zeros === undefined) return undefined
  const rest = text.slice(zeros)
  return /^[1-9-]/.test(rest) ? rest : rest === "" || rest.startsWith(".") ? text.slice(zeros - 1) : undefined
}

/** Reads a boolean as pydantic's lax mode does: `true`, 1, 1.0, "yes", "On"; never with spaces around. */
export const laxBoolean = (input: unknown): boolean | Refusal => {
  if (typeof input === "boolean") return input
  if (typeof input === "string") return WORDS.get(input.toLowerCase()) ?? refuse("bool_parsing")
  const source = numberSource(input)
  if (source === undefined) return refuse("bool_type")
  const value = Number(source)
  if (value === 0 || value === 1) return value === 1
  const isWhole = isIntegerSource(source)
    ? isInt64(source)
    : Number.isInteger(value) && Math.abs(value) < 2 ** 63
  return refuse(isWhole ? "bool_parsing" : "bool_type")
}

const WORDS = new Map([
  ...["0", "f", "n", "no", "off", "false"].map((word) => [word, false] as const),
  ...["1", "t", "y", "on", "yes", "true"].map((word) => [word, true] as const),
])

const isInt64 = (source: string): boolean => BigInt.asIntN(64, BigInt(source)) === BigInt(source)

/**
 * Why a text is no ISO 8601 date or date-time, in pydantic's words; `undefined` when it is one by its form.
 * `2026-12-01`, `2026-12-01T08:30`, `2026-12-01T08:30:00.5Z`, `2026-12-01T08:30:00+02:00`.
 */
export const isoFormatError = (text: string): string | undefined => {
  if (ISO_FORM.test(text)) return undefined
  if (text.length < 10) return "input is too short"
  for (const [start, end, form, error] of PARTS) if (!form.test(text.slice(start, end))) return error
  return "unexpected extra characters at the end of the input"
}

const ISO_FORM = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/

const PARTS = [
  [0, 4, /^\d{4}$/, "invalid character in year"],
  [4, 5, /^-$/, "invalid date separator, expected `-`"],
  [5, 7, /^\d\d$/, "invalid character in month"],
  [7, 8, /^-$/, "invalid date separator, expected `-`"],
  [8, 10, /^\d\d$/, "invalid character in day"],
] as const

/** Reads a value as pydantic does; gives a `Refusal` where it is none. */
export type Parse = (input: unknown) => unknown

const decimals = { amount: laxAmount, signed: laxDecimal }

/** How a declaration reads its value: one of a query (`queryOf`), or a decimal of the core's; `undefined` for others. */
export const parseOf = ({ annotations }: SchemaAST.Declaration): Parse | undefined =>
  (annotations?.parse as Parse | undefined) ?? decimals[annotations?.decimal as keyof typeof decimals]

/** Trims what Rust calls white space: Unicode's White_Space, which is neither Python's set nor JavaScript's. */
const trimUnicode = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

const isWhiteSpace = (code: number): boolean =>
  code === 0x20 ||
  (code >= 0x09 && code <= 0x0d) ||
  (code >= 0x85 && WIDE_SPACE.test(String.fromCharCode(code)))

const WIDE_SPACE = /[\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

/** `1_000` as `1000`; `undefined` without underscores and where one is first, last or doubled. */
const withoutUnderscores = (text: string): string | undefined =>
  text.includes("_") && !text.startsWith("_") && !text.endsWith("_") && !text.includes("__")
    ? text.replaceAll("_", "")
    : undefined
