import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { plainDecimal } from "./Amount.ts"

const mostDigits = 1000

/** Tells a `Decimal` of any copy of this package, of which a process may have loaded several. */
const decimal: unique symbol = Symbol.for("@hangtag/core/Decimal")

/**
 * A number with the digits it was given, where a JavaScript number would lose some: `6.10`, `12345678901234567890`.
 *
 * `decimalNumber` makes one. `text` is plain decimal notation; as JSON it is the number of exactly these digits.
 */
export class Decimal {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  get [decimal](): true {
    return true
  }
  toJSON(): object {
    return JSON.rawJSON(this.text)
  }
  toString(): string {
    return this.text
  }
}

const scientific = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,4})$/
const maxExponent = 1000

/** A JSON number without its exponent and with all of its digits: `1.50e2` is `150`. Beyond 1,000 places as it came. */
export const plainNotation = (source: string): string => {
  const match = scientific.exec(source)
  if (match === null) return source
  const [, sign = "", whole = "", fraction = "", power = "0"] = match
  const exponent = Number(power)
  if (Math.abs(exponent) > maxExponent) return source
  const digits = whole + fraction
  const point = whole.length + exponent
  const padded = point <= 0 ? "0".repeat(1 - point) + digits : digits.padEnd(point, "0")
  const split = Math.max(point, 1)
  const integer = padded.slice(0, split).replace(/^0+(?=\d)/, "")
  return sign + integer + (padded.length > split ? `.${padded.slice(split)}` : "")
}

/**
 * A JSON number with all of its digits: a number where its own shortest digits are the same, else a `Decimal`.
 *
 * Undefined where a double cannot hold its size, so that no client could read it, or past 1,000 digits.
 */
export const decimalNumber = (source: string): number | Decimal | undefined => {
  const number = Number(source)
  if (!Number.isFinite(number)) return undefined
  const text = plainNotation(source)
  if (plainDecimal(number) === text) return number
  return /^-?\d+(\.\d+)?$/.test(text) && text.length <= mostDigits + 2 ? new Decimal(text) : undefined
}

/** The number's plain decimal digits. */
export const decimalText = (number: number | Decimal): string =>
  typeof number === "number" ? plainDecimal(number) : number.text

const isDecimal = (value: unknown): value is Decimal =>
  typeof value === "object" && value !== null && decimal in value

/** Whether a value is a number in either of its forms. */
export const isDecimalNumber = (value: unknown): value is number | Decimal =>
  typeof value === "number" || isDecimal(value)

/** In JSON schemas a number like every other; `JSON.stringify` of the value itself keeps the digits. */
export const DecimalNumber: Schema.Codec<number | Decimal> = Schema.declare(
  (value): value is number | Decimal => Number.isFinite(value) || isDecimal(value),
  {
    expected: "number",
    toCodecJson: () =>
      Schema.link<number | Decimal>()(
        Schema.Finite,
        SchemaTransformation.transform({ decode: (number): number | Decimal => number, encode: Number }),
      ),
  },
)

// A number that a double may not write back: a fraction that ends in 0, an exponent, 16 characters and more. It also
// matches inside texts, which only costs time.
const mayLoseDigits = /[\d.]{16}|\d\.\d*0(?!\d)|\d[eE]|-0/

/** `JSON.parse` that keeps the digits of every number. Numbers that `decimalNumber` refuses stay what they parse to. */
export const parseDecimalJson = (json: string): unknown =>
  mayLoseDigits.test(json)
    ? JSON.parse(json, (_key, value, ...context: ReadonlyArray<{ readonly source?: string }>) =>
        typeof value === "number" ? (decimalNumber(context[0]?.source ?? String(value)) ?? value) : value,
      )
    : JSON.parse(json)
