import { MAX_DEPTH, parseJsonExactly } from "./parseJsonExactly.ts"

/**
 * Parses a JSON text as Python's `json` would: same values, same refusals, and no digit of a number lost.
 * Throws `JsonSyntaxError` or `JsonLimitError`.
 *
 * A valid document whose numbers fit doubles costs a native `JSON.parse` and a look over the text.
 */
export const parseJson = (text: string): unknown => {
  if (!LOSSY_NUMBER.test(text) && !isTooDeep(text)) {
    try {
      return JSON.parse(text)
    } catch {
      // The exact parser knows what Python would say.
    }
  }
  return parseJsonExactly(text)
}

/**
 * A number that a double may not write back: a fraction ending in 0, an exponent, 16 characters and more.
 * It also matches inside strings, which only costs time. The leading character keeps the search linear.
 */
const LOSSY_NUMBER = /(?:^|[\s:,[])-?(?:\d+\.\d*0(?!\d)|[\d.]{16}|[\d.]+[eE])/

const isTooDeep = (text: string): boolean => {
  if (text.length <= 2 * MAX_DEPTH) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (++depth > MAX_DEPTH) return true
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--
        break
      case QUOTE:
        at = endOfString(text, at)
        if (at === -1) return false
    }
  }
  return false
}

/** The index of the closing quote, or -1. */
const endOfString = (text: string, start: number): number => {
  for (let end = start; ; ) {
    end = text.indexOf('"', end + 1)
    if (end === -1) return -1
    let slash = end
    while (text.charCodeAt(slash - 1) === BACKSLASH) slash--
    if ((end - slash) % 2 === 0) return end
  }
}

const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, QUOTE, BACKSLASH] = [123, 125, 91, 93, 34, 92]
