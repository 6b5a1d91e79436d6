/**
 * A JSON number that a double does not write back as it came (`19.990`, `1e400`, 20 digits): a symbol
 * whose description is the source text. A symbol, because no decoder can take it for something else.
 */
export type ExactNumber = symbol

/** The value of a JSON number literal: a double where that loses nothing, else the literal itself. */
export const numberFromSource = (source: string): number | ExactNumber => {
  const double = Number(source)
  return String(double) === source ? double : Symbol(source)
}

/** The literal of a parsed JSON number; `undefined` for every other value. */
export const numberSource = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : typeof value === "symbol" ? value.description : undefined

/** Tells Python's `int` from its `float`: a literal without fraction and exponent. */
export const isIntegerSource = (source: string): boolean => /^-?\d+$/.test(source)

/** JSON text of a value from `parseJson`, its exact numbers written as they came. */
export const stringifyParsed = (value: unknown): string =>
  // to be asked about every member takes five times as long
  holdsExactNumber(value)
    ? JSON.stringify(value, (_key, member) =>
        typeof member === "symbol" ? rawJson(member.description ?? "null") : member,
      )
    : JSON.stringify(value)

/** A list instead of calls: no nesting can overflow it. */
const holdsExactNumber = (value: unknown): boolean => {
  const open: Array<unknown> = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === "symbol") return true
    if (Array.isArray(next)) for (const member of next) open.push(member)
    else if (typeof next === "object" && next !== null) {
      // what JSON made inherits nothing; in half the time of `Object.values`
      for (const key in next) open.push(next[key as keyof typeof next])
    }
  }
  return false
}

/** JSON that holds `source` verbatim where it is stringified (ES2025, in Node since 22). */
export const rawJson = (source: string): unknown =>
  // text may have zeros before the digits, a number in JSON may not
  RawJson.rawJSON(source.replace(/^(-?)0+(?=\d)/, "$1"))

const RawJson = JSON as typeof JSON & { rawJSON(source: string): unknown }
