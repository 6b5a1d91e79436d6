import { numberFromSource } from "./exactNumber.ts"

/** The document is not JSON; `message` and `position` (in code points) are those of Python's `json`. */
export class JsonSyntaxError {
  readonly message: string
  readonly position: number
  constructor(message: string, position: number) {
    this.message = message
    this.position = position
  }
}

/** The document is beyond limits: an integer of over 4300 digits or nested too deeply, as in Python, or an endless number. */
export class JsonLimitError {}

/** The document has more values (elements, members, lists, objects) than the reader takes. */
export class JsonSizeError {}

/** CPython 3.13 takes 10,000 C frames, of which its server and parser have used a few. */
export const MAX_DEPTH = 9_900
/** The most digits of an integer; more are refused, as Python does. */
export const MAX_INTEGER_DIGITS = 4_300
/** Of any number, where Python has no limit: to read 16 MB of digits takes half a second. */
const MAX_NUMBER_LENGTH = 100_000

/**
 * Parses a JSON text as CPython 3.13 does, so that it fails with the same message at the same place, and keeps the digits
 * of every number. `NaN` and `Infinity` are numbers to it, for the fields to refuse. Throws `JsonSyntaxError`,
 * `JsonLimitError`, and `JsonSizeError` beyond `maxValues`.
 *
 * Linear in the text, and its stack is a list: no document can overflow it.
 */
export const parseJson = (text: string, maxValues = Number.POSITIVE_INFINITY): unknown =>
  new Parser(text, maxValues).document()

type Container =
  | { readonly close: typeof CLOSE_LIST; readonly value: Array<unknown> }
  | { readonly close: typeof CLOSE_OBJECT; readonly value: Record<string, unknown>; key: string }

class Parser {
  readonly #text: string
  readonly #maxValues: number
  #at = 0
  #values = 0

  constructor(text: string, maxValues: number) {
    this.#text = text
    this.#maxValues = maxValues
  }

  document(): unknown {
    const open: Array<Container> = []
    this.#skipSpace()
    for (;;) {
      let value: unknown
      const code = this.#code()
      if (++this.#values > this.#maxValues) throw new JsonSizeError()
      if (code === OPEN_OBJECT || code === OPEN_LIST) {
        if (open.length === MAX_DEPTH) throw new JsonLimitError()
        const container: Container =
          code === OPEN_OBJECT
            ? { close: CLOSE_OBJECT, value: {}, key: "" }
            : { close: CLOSE_LIST, value: [] }
        this.#at++
        this.#skipSpace()
        if (this.#code() !== container.close) {
          this.#readKey(container)
          open.push(container)
          continue
        }
        this.#at++
        value = container.value
      } else value = this.#scalar(code)

      // A value has ended: it goes into its container, which may end here too, and so on.
      for (;;) {
        this.#skipSpace()
        const container = open.at(-1)
        if (container === undefined)
          return this.#at === this.#text.length ? value : this.#fail("Extra data", this.#at)
        if (container.close === CLOSE_LIST) container.value.push(value)
        else setMember(container.value, container.key, value)
        if (this.#code() !== container.close) {
          this.#next(container)
          break
        }
        this.#at++
        value = container.value
        open.pop()
      }
    }
  }

  #code(): number {
    return this.#text.charCodeAt(this.#at)
  }

  #fail(message: string, index: number): never {
    throw new JsonSyntaxError(message, codePointsBefore(this.#text, index))
  }

  #skipSpace(): void {
    for (let code = this.#code(); code === 32 || code === 10 || code === 13 || code === 9; ) {
      this.#at++
      code = this.#code()
    }
  }

  /** To where the container's next value begins. */
  #next(container: Container): void {
    const comma = this.#at
    if (this.#code() !== COMMA) this.#fail("Expecting ',' delimiter", comma)
    this.#at++
    this.#skipSpace()
    if (this.#code() === container.close)
      this.#fail(
        `Illegal trailing comma before end of ${container.close === CLOSE_LIST ? "array" : "object"}`,
        comma,
      )
    this.#readKey(container)
  }

  #readKey(container: Container): void {
    if (container.close === CLOSE_LIST) return
    if (this.#code() !== QUOTE) this.#fail("Expecting property name enclosed in double quotes", this.#at)
    container.key = this.#string()
    this.#skipSpace()
    if (this.#code() !== COLON) this.#fail("Expecting ':' delimiter", this.#at)
    this.#at++
    this.#skipSpace()
  }

  #scalar(code: number): unknown {
    if (code === QUOTE) return this.#string()
    const start = this.#at
    const end = endOfNumber(this.#text, start)
    if (end > start) {
      if (end - start > MAX_NUMBER_LENGTH) throw new JsonLimitError()
      const source = this.#text.slice(start, end)
      if (source.length > MAX_INTEGER_DIGITS && isBeyondInteger(source)) throw new JsonLimitError()
      this.#at = end
      return numberFromSource(source)
    }
    for (const [word, value] of LITERALS) {
      if (this.#text.startsWith(word, start)) {
        this.#at += word.length
        return value
      }
    }
    return this.#fail("Expecting value", start)
  }

  /** Only looks for its end, or its fault: what escapes say is left to the native parser. */
  #string(): string {
    const text = this.#text
    const start = this.#at
    let at = start + 1
    let hasEscapes = false
    for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) {
      if (at >= text.length) this.#fail("Unterminated string starting at", start)
      if (code < 0x20) this.#fail("Invalid control character at", at)
      at++
      if (code !== BACKSLASH) continue
      hasEscapes = true
      const escaped = text[at++] ?? this.#fail("Unterminated string starting at", start)
      if (escaped !== "u") {
        if (!ESCAPES.includes(escaped)) this.#fail("Invalid \\escape", at - 2)
        continue
      }
      HEX.lastIndex = at
      // Python wants one more character after the four digits, as the string cannot end with them.
      if (at + 4 >= text.length || !HEX.test(text)) this.#fail("Invalid \\uXXXX escape", at - 1)
      at += 4
    }
    this.#at = at + 1
    return hasEscapes ? JSON.parse(text.slice(start, at + 1)) : text.slice(start + 1, at)
  }
}

const HEX = /[0-9a-fA-F]{4}/y
const ESCAPES = '"\\/bfnrt'
const [QUOTE, COMMA, COLON, BACKSLASH] = [34, 44, 58, 92]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125] as const
const [PLUS, MINUS, POINT, ZERO, NINE, LARGE_E, SMALL_E] = [43, 45, 46, 48, 57, 69, 101]
const LITERALS: ReadonlyArray<readonly [string, unknown]> = [
  ["null", null],
  ["true", true],
  ["false", false],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]

/** Where the number that begins at `start` ends; `start` where none does. A loop: in a third of a pattern's time. */
const endOfNumber = (text: string, start: number): number => {
  const first = text.charCodeAt(start) === MINUS ? start + 1 : start
  let end = text.charCodeAt(first) === ZERO ? first + 1 : endOfDigits(text, first)
  if (end === first) return start
  if (text.charCodeAt(end) === POINT) end = ifLonger(endOfDigits(text, end + 1), end + 1) ?? end
  const code = text.charCodeAt(end)
  if (code !== SMALL_E && code !== LARGE_E) return end
  const sign = text.charCodeAt(end + 1)
  const exponent = sign === PLUS || sign === MINUS ? end + 2 : end + 1
  return ifLonger(endOfDigits(text, exponent), exponent) ?? end
}

const ifLonger = (end: number, start: number): number | undefined => (end > start ? end : undefined)

const endOfDigits = (text: string, start: number): number => {
  let at = start
  for (let code = text.charCodeAt(at); code >= ZERO && code <= NINE; code = text.charCodeAt(at)) at++
  return at
}

const isBeyondInteger = (source: string): boolean =>
  /^-?\d+$/.test(source) && source.replace("-", "").length > MAX_INTEGER_DIGITS

/** The last of equal keys wins, and `__proto__` is a key like any other. */
const setMember = (object: Record<string, unknown>, key: string, value: unknown) => {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  else object[key] = value
}

const codePointsBefore = (text: string, index: number): number => {
  let count = 0
  for (let i = 0; i < index; i++, count++) if (text.codePointAt(i)! > 0xffff) i++
  return count
}
