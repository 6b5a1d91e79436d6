import { isIntegerSource, numberFromSource } from "./exactNumber.ts"

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

/** CPython 3.13 takes 10,000 C frames, of which its server and parser have used a few. */
export const MAX_DEPTH = 9_900
/** The most digits of an integer; more are refused, as Python does. */
export const MAX_INTEGER_DIGITS = 4_300
/** Of any number, where Python has no limit: to read 16 MB of digits takes half a second. */
const MAX_NUMBER_LENGTH = 100_000

type Container =
  | { readonly close: "]"; readonly value: Array<unknown> }
  | { readonly close: "}"; readonly value: Record<string, unknown>; key: string }

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const HEX = /[0-9a-fA-F]{4}/y
const ESCAPES = '"\\/bfnrt'
const [QUOTE, BACKSLASH] = [34, 92]
const LITERALS: ReadonlyArray<readonly [string, unknown]> = [
  ["null", null],
  ["true", true],
  ["false", false],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]

/**
 * Parses JSON as CPython 3.13 does, step by step, so that it fails with the same message at the same place,
 * and keeps the digits of every number. `NaN` and `Infinity` are numbers to it, for the fields to refuse.
 * Linear in the text, and its stack is a list: no document can overflow it.
 */
export const parseJsonExactly = (text: string): unknown => lastStep(parseJsonInSteps(text, text.length))

/** What all the steps come to, one right after the other. */
export const lastStep = <A>(steps: Generator<void, A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same with a pause after every so many characters, for a document that would keep everybody else waiting. */
export function* parseJsonInSteps(text: string, charactersAStep: number): Generator<void, unknown> {
  const open: Array<Container> = []
  let at = 0
  let pause = charactersAStep

  const fail = (message: string, index: number): never => {
    throw new JsonSyntaxError(message, codePointsBefore(text, index))
  }
  /** Takes what the sticky pattern matches here; `undefined`, and nothing taken, when it does not. */
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return undefined
    const taken = text.slice(at, pattern.lastIndex)
    at = pattern.lastIndex
    return taken
  }
  const skipSpace = () => {
    for (let code = text.charCodeAt(at); code === 32 || code === 10 || code === 13 || code === 9; ) {
      code = text.charCodeAt(++at)
    }
  }

  /** Only looks for its end, or its fault: what it says is left to the native parser, which reads it in a tenth of the time. */
  const readString = (): string => {
    const start = at++
    let hasEscapes = false
    for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) {
      if (at >= text.length) fail("Unterminated string starting at", start)
      if (code < 0x20) fail("Invalid control character at", at)
      at++
      if (code !== BACKSLASH) continue
      hasEscapes = true
      const escaped = text[at++] ?? fail("Unterminated string starting at", start)
      if (escaped !== "u") {
        if (!ESCAPES.includes(escaped)) fail("Invalid \\escape", at - 2)
        // Python wants one more character after the four digits, as the string cannot end with them.
      } else if (at + 4 >= text.length || take(HEX) === undefined) fail("Invalid \\uXXXX escape", at - 1)
    }
    at++
    return hasEscapes ? JSON.parse(text.slice(start, at)) : text.slice(start + 1, at - 1)
  }

  const readKey = (container: Container) => {
    if (container.close === "]") return
    if (text[at] !== '"') fail("Expecting property name enclosed in double quotes", at)
    container.key = readString()
    skipSpace()
    if (text[at] !== ":") fail("Expecting ':' delimiter", at)
    at++
    skipSpace()
  }

  const readScalar = (): unknown => {
    if (text[at] === '"') return readString()
    if (isNumberLonger(text, at, MAX_NUMBER_LENGTH)) throw new JsonLimitError()
    const source = take(NUMBER)
    if (source !== undefined) {
      if (
        source.length > MAX_INTEGER_DIGITS &&
        isIntegerSource(source) &&
        digits(source) > MAX_INTEGER_DIGITS
      )
        throw new JsonLimitError()
      return numberFromSource(source)
    }
    for (const [word, value] of LITERALS) {
      if (text.startsWith(word, at)) {
        at += word.length
        return value
      }
    }
    return fail("Expecting value", at)
  }

  skipSpace()
  for (;;) {
    if (at >= pause) {
      pause = at + charactersAStep
      yield
    }
    let value: unknown
    if (text[at] === "{" || text[at] === "[") {
      if (open.length === MAX_DEPTH) throw new JsonLimitError()
      const container: Container =
        text[at] === "{" ? { close: "}", value: {}, key: "" } : { close: "]", value: [] }
      at++
      skipSpace()
      if (text[at] !== container.close) {
        readKey(container)
        open.push(container)
        continue
      }
      at++
      value = container.value
    } else value = readScalar()

    // A value has ended: it goes into its container, which may end here too, and so on.
    for (;;) {
      skipSpace()
      const container = open.at(-1)
      if (container === undefined) return at === text.length ? value : fail("Extra data", at)
      if (container.close === "]") container.value.push(value)
      else setMember(container.value, container.key, value)
      if (text[at] === container.close) {
        at++
        value = container.value
        open.pop()
        continue
      }
      const comma = at
      if (text[at] !== ",") fail("Expecting ',' delimiter", at)
      at++
      skipSpace()
      if (text[at] === container.close)
        fail(`Illegal trailing comma before end of ${container.close === "]" ? "array" : "object"}`, comma)
      readKey(container)
      break
    }
  }
}

/** The last of equal keys wins, and `__proto__` is a key like any other. */
const setMember = (object: Record<string, unknown>, key: string, value: unknown) => {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  else object[key] = value
}

const isNumberLonger = (text: string, start: number, most: number): boolean => {
  for (let at = start; at - start <= most; at++) {
    const code = text.charCodeAt(at)
    // nothing but digits and points goes on for long
    if (!((code >= 48 && code <= 57) || code === 46 || code === 45)) return false
  }
  return true
}

const digits = (integer: string): number => integer.replace("-", "").length

const codePointsBefore = (text: string, index: number): number => {
  let count = 0
  for (let i = 0; i < index; i++, count++) if (text.codePointAt(i)! > 0xffff) i++
  return count
}
