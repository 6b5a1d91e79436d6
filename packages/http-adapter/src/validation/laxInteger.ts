import { trimUnicode, withoutUnderscores } from "./laxText.ts"
import { type Refusal, refuse } from "./Refusal.ts"

/**
 * Reads the text of a query integer as pydantic's lax mode does: spaces around, a sign, leading zeros,
 * single underscores, a `.0` tail. What a double cannot count becomes the nearest safe integer.
 */
export const laxInteger = (input: unknown): number | Refusal => {
  if (Number.isSafeInteger(input)) return input as number
  if (typeof input !== "string") return refuse("int_type")
  if (LEADING_DIGITS.exec(input)![0].length > MAX_LENGTH) return refuse("int_parsing_size")
  const text = INTEGER.test(input) ? input : clean(input)
  if (text === undefined || text.length > MAX_LENGTH || !INTEGER.test(text)) return refuse("int_parsing")
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text) || 0))
}

const MAX_LENGTH = 4_300
const INTEGER = /^-?(?:0|[1-9]\d*)$/
const LEADING_DIGITS = /^(?:-?[1-9]\d*)?/

const clean = (input: string): string | undefined => {
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
