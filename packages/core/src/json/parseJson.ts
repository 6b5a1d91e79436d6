import { MAX_DEPTH, MAX_INTEGER_DIGITS, parseJsonExactly } from "./parseJsonExactly.ts"

/**
 * Parses a JSON text as Python's `json` would: same values, same refusals, and no digit of a number lost.
 * Throws `JsonSyntaxError` or `JsonLimitError`.
 *
 * A valid document whose numbers fit doubles costs a native `JSON.parse` and a look over what is not in its strings.
 */
export const parseJson = (text: string): unknown => {
  const native = parseJsonNatively(text)
  return native === undefined || holdsLossyNumber(text) ? parseJsonExactly(text) : native.value
}

/**
 * Its value with doubles for numbers: enough for who looks at none of them, or sees in `holdsLossyNumber` that they are
 * as good. Nothing where it is none, or beyond limits: the exact parser knows what Python would say.
 */
export const parseJsonNatively = (text: string): { readonly value: unknown } | undefined => {
  if (mayBeBeyondLimits(text)) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Whether it is nested too deeply, or has more digits in a row than an integer may have. Looks where they would be. */
const mayBeBeyondLimits = (text: string): boolean => {
  for (let at = MAX_INTEGER_DIGITS; at < text.length; at += MAX_INTEGER_DIGITS) {
    if (digitsAround(text, at) > MAX_INTEGER_DIGITS) return true
  }
  let open = 0
  for (const bracket of "[{") {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      if (++open > MAX_DEPTH) return isTooDeep(text)
    }
  }
  return false
}

const isTooDeep = (text: string): boolean => {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === "{" || char === "[") {
      if (++depth > MAX_DEPTH) return true
    } else if (char === "}" || char === "]") depth--
    else if (char === '"') {
      at = endOfString(text, at)
      if (at === -1) return false
    }
  }
  return false
}

/** No more than one too many are counted. */
const digitsAround = (text: string, at: number): number => {
  let start = at
  while (at - start <= MAX_INTEGER_DIGITS && isDigit(text.charCodeAt(start - 1))) start--
  let end = at
  while (end - start <= MAX_INTEGER_DIGITS && isDigit(text.charCodeAt(end))) end++
  return end - start
}

/**
 * Whether the document has a number that a double may not write back: a fraction ending in 0, an exponent, 16
 * characters and more. A loop that leaps over strings: over a megabyte 0.1 to 2 ms, where regular expressions take
 * 2 to 10.
 */
export const holdsLossyNumber = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
      if (at === -1) return false
    } else if (isDigit(code)) {
      const start = at
      let hasFraction = false
      let next = text.charCodeAt(++at)
      for (; isDigit(next) || next === POINT; next = text.charCodeAt(++at)) hasFraction ||= next === POINT
      const endsInZero = text.charCodeAt(at - 1) === ZERO
      if (next === SMALL_E || next === LARGE_E || at - start >= 16 || (hasFraction && endsInZero)) return true
      // what ended the number is looked at next
      at--
    }
  }
  return false
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE

/** The index of the closing quote, or -1. Leaps to it where nothing is escaped; else a look at every character. */
const endOfString = (text: string, start: number): number => {
  const quote = text.indexOf('"', start + 1)
  if (quote === -1 || text.charCodeAt(quote - 1) !== BACKSLASH) return quote
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
  }
  return -1
}

/**
 * About how many values the document holds, each member, element and container one, and how long its longest text is as
 * it is written, whether or not it is JSON. Counts what stands before a value, in a tenth of the time that parsing
 * takes, with a pause after every so many characters.
 */
export function* measureJson(
  text: string,
  charactersAStep: number,
): Generator<void, { readonly values: number; readonly longest: number }> {
  let [values, longest, start, pause] = [1, 0, -1, charactersAStep]
  for (let at = 0; at < text.length; at++) {
    if (at >= pause) {
      pause = at + charactersAStep
      yield
    }
    const code = text.charCodeAt(at)
    if (start !== -1) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) {
        longest = Math.max(longest, at - start)
        start = -1
      }
    } else if (code === QUOTE) {
      const quote = text.indexOf('"', at + 1)
      if (quote !== -1 && text.charCodeAt(quote - 1) !== BACKSLASH) {
        longest = Math.max(longest, quote - at)
        at = quote
      } else start = at
    } else if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) values++
  }
  return { values, longest: start === -1 ? longest : Math.max(longest, text.length - start) }
}

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, OPEN_OBJECT] = [34, 44, 91, 92, 123]
const [ZERO, NINE, POINT, SMALL_E, LARGE_E] = [48, 57, 46, 101, 69]
