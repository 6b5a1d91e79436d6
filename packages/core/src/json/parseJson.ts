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

/** The document has more values (elements, members, lists, objects) than the reader takes, or an object of it more members. */
export class JsonSizeError {
  readonly of: "Body" | "Dictionary"
  readonly most: number
  constructor(of: "Body" | "Dictionary", most: number) {
    this.of = of
    this.most = most
  }
}

/** CPython 3.13 takes 10,000 C frames, of which its server and parser have used a few. */
export const MAX_DEPTH = 9_900
/** The most digits of an integer; more are refused, as Python does. */
export const MAX_INTEGER_DIGITS = 4_300
/** Of any number, where Python has no limit: to read 16 MB of digits takes half a second. */
const MAX_NUMBER_LENGTH = 100_000

/** What a reader takes of a document; anything, by default. */
export interface JsonSize {
  /** Elements, members, lists, objects, in all. */
  readonly values?: number
  /** Of one object, as they are written: a name in a large one takes ten times as long as one in a small. */
  readonly members?: number
}

/**
 * Parses a JSON text as CPython 3.13 does, so that it fails with the same message at the same place, and keeps the digits
 * of every number. `NaN` and `Infinity` are numbers to it, for the fields to refuse. Throws `JsonSyntaxError`,
 * `JsonLimitError`, and `JsonSizeError` beyond what is taken.
 *
 * Linear in the text, and its stack is a list: no document can overflow it.
 */
export const parseJson = (text: string, most: JsonSize = {}): unknown => {
  const { values: mostValues = Number.POSITIVE_INFINITY, members = Number.POSITIVE_INFINITY } = most
  const open: Array<Container> = []
  let container: Container | undefined
  let values = 0
  let at = endOfSpace(text, 0)
  for (;;) {
    let value: unknown
    if (++values > mostValues) throw new JsonSizeError("Body", mostValues)
    const code = text.charCodeAt(at)
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (open.length === MAX_DEPTH) throw new JsonLimitError()
      const opened: Container =
        code === OPEN_OBJECT
          ? { close: CLOSE_OBJECT, object: {}, list: none, key: "", members: 0 }
          : { close: CLOSE_LIST, object: undefined, list: [], key: "", members: 0 }
      at = endOfSpace(text, at + 1)
      if (text.charCodeAt(at) !== opened.close) {
        if (opened.object !== undefined) at = readKey(text, at, opened, members)
        open.push(opened)
        container = opened
        continue
      }
      at++
      value = opened.object ?? opened.list
    } else if (code === QUOTE) {
      const end = endOfString(text, at)
      value = stringAt(text, at, end)
      at = Math.abs(end)
    } else {
      const end = endOfNumber(text, at)
      if (end > at) {
        value = numberAt(text, at, end)
        at = end
      } else {
        const literal = literalAt(text, at)
        value = literal[1]
        at += literal[0].length
      }
    }

    // A value has ended: it goes into its container, which may end here too, and so on.
    for (;;) {
      at = endOfSpace(text, at)
      if (container === undefined) return at === text.length ? value : fail(text, "Extra data", at)
      if (container.object !== undefined) setMember(container.object, container.key, value)
      // a list that grows has room for 17 at once: of very many that hold one value, a tenth is enough
      else if (container.list.length === 0) container.list = [value]
      else container.list.push(value)
      const next = text.charCodeAt(at)
      if (next !== container.close) {
        if (next !== COMMA) fail(text, "Expecting ',' delimiter", at)
        const comma = at
        at = endOfSpace(text, at + 1)
        if (text.charCodeAt(at) === container.close)
          fail(
            text,
            `Illegal trailing comma before end of ${container.object === undefined ? "array" : "object"}`,
            comma,
          )
        if (container.object !== undefined) at = readKey(text, at, container, members)
        break
      }
      at++
      value = container.object ?? container.list
      open.pop()
      container = open[open.length - 1]
    }
  }
}

const none: Array<unknown> = []

/** A list, or an object and the name of its next member. */
interface Container {
  readonly close: typeof CLOSE_LIST | typeof CLOSE_OBJECT
  readonly object: Record<string, unknown> | undefined
  list: Array<unknown>
  key: string
  members: number
}

const fail = (text: string, message: string, index: number): never => {
  throw new JsonSyntaxError(message, codePointsBefore(text, index))
}

const endOfSpace = (text: string, start: number): number => {
  let at = start
  for (let code = text.charCodeAt(at); code === 32 || code === 10 || code === 13 || code === 9; )
    code = text.charCodeAt(++at)
  return at
}

/** Takes the name of a member, and gives where its value begins. */
const readKey = (text: string, start: number, container: Container, most: number): number => {
  if (text.charCodeAt(start) !== QUOTE) fail(text, "Expecting property name enclosed in double quotes", start)
  if (++container.members > most) throw new JsonSizeError("Dictionary", most)
  const end = endOfString(text, start)
  container.key = stringAt(text, start, end)
  const colon = endOfSpace(text, Math.abs(end))
  if (text.charCodeAt(colon) !== COLON) fail(text, "Expecting ':' delimiter", colon)
  return endOfSpace(text, colon + 1)
}

const literalAt = (text: string, start: number) =>
  LITERALS.find(([word]) => text.startsWith(word, start)) ?? fail(text, "Expecting value", start)

const numberAt = (text: string, start: number, end: number): unknown => {
  if (end - start > MAX_NUMBER_LENGTH) throw new JsonLimitError()
  const source = text.slice(start, end)
  if (source.length > MAX_INTEGER_DIGITS && isBeyondInteger(source)) throw new JsonLimitError()
  return numberFromSource(source)
}

/** Behind the quote that ends the string; below zero where it has escapes. */
const endOfString = (text: string, start: number): number => {
  let sign = 1
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return sign * (at + 1)
    if (code === BACKSLASH) {
      at = endOfEscape(text, at, start)
      sign = -1
    } else if (code < 0x20) fail(text, "Invalid control character at", at)
    else if (at >= text.length) fail(text, "Unterminated string starting at", start)
  }
}

/** The string whose end is `endOfString`. */
const stringAt = (text: string, start: number, end: number): string =>
  end > 0 ? text.slice(start + 1, end - 1) : JSON.parse(text.slice(start, -end))

/** Its last character: what it says is left to the native parser. */
const endOfEscape = (text: string, at: number, start: number): number => {
  const code = text.charCodeAt(at + 1)
  if (code !== SMALL_U) {
    if (at + 1 >= text.length) fail(text, "Unterminated string starting at", start)
    if (!ESCAPES.has(code)) fail(text, "Invalid \\escape", at)
    return at + 1
  }
  HEX.lastIndex = at + 2
  // Python wants one more character after the four digits, as the string cannot end with them.
  if (at + 6 >= text.length || !HEX.test(text)) fail(text, "Invalid \\uXXXX escape", at + 1)
  return at + 5
}

const HEX = /[0-9a-fA-F]{4}/y
const ESCAPES = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)))
const [QUOTE, COMMA, COLON, BACKSLASH, SMALL_U] = [34, 44, 58, 92, 117]
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
