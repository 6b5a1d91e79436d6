import { compareText } from "./compareText.ts"

/** Of a longer text only the beginning is looked at closely. */
const mostCharacters = 100

/** Orders texts with the numbers in them by value: "10" after "9". Texts that differ are never equal. */
export const compareNatural = (a: string, b: string): number => {
  const [x, y] = [a, b].map(
    (text) =>
      text
        .slice(0, mostCharacters)
        .toLowerCase()
        .match(/\d+|\D+/g) ?? [],
  )
  for (let at = 0; at < Math.min(x!.length, y!.length); at++) {
    const [left, right] = [x![at]!, y![at]!]
    const areNumbers = /^\d/.test(left) && /^\d/.test(right)
    const [short, long] = areNumbers
      ? [left, right].map((digits) => digits.replace(/^0+/, ""))
      : [left, right]
    const order = (areNumbers ? short!.length - long!.length : 0) || compareText(short!, long!)
    if (order !== 0) return order
  }
  return x!.length - y!.length || compareText(a, b)
}

/** Where letters of a size stand around M, which is 0: XS before S before M before XL, which is 1XL, before XXL. */
const rankOfLetters = (text: string): number | undefined => {
  const word = text
    .toUpperCase()
    .replace(/SMALL$/, "S")
    .replace(/MEDIUM$/, "M")
    .replace(/LARGE$/, "L")
    .replace(/EXTRA/, "X")
    .replace(/[ -]/g, "")
  const [, count, extra = "", letter] = /^(\d{0,2})(X{0,9})([SML])$/.exec(word) ?? []
  const times = count ? Number(count) : extra.length
  if (letter === "M") return count || extra ? undefined : 0
  return letter === undefined ? undefined : letter === "S" ? -1 - times : 1 + times
}

/** `M/L` stands between both, and what follows the letters after those alone. */
const lettersOf = (size: string): { readonly rank: number; readonly rest: string } | undefined => {
  const whole = rankOfLetters(size)
  if (whole !== undefined) return { rank: whole, rest: "" }
  const [, first = "", second, rest = ""] =
    /^([\dA-Z]{1,6})(?:[/-]([\dA-Z]{1,6}))?(|[ (].*)$/i.exec(size) ?? []
  const low = rankOfLetters(first)
  const high = second === undefined ? low : rankOfLetters(second)
  return low === undefined || high === undefined ? undefined : { rank: (low + high) / 2, rest }
}

const fractions: Readonly<Record<string, number>> = {
  "½": 1 / 2,
  "¼": 1 / 4,
  "¾": 3 / 4,
  "⅓": 1 / 3,
  "⅔": 2 / 3,
}

/** `EU 42 2/3`: of a system, a number, and what follows it. */
const numberOf = (size: string) => {
  const [, system = "", whole, above, below, sign, rest = ""] =
    /^([A-Z]{0,4}) ?(\d{1,6}(?:[.,]\d{1,6})?)(?: ([1-9])\/([2-9])| ?([½¼¾⅓⅔]))?(.*)$/i.exec(size) ?? []
  if (whole === undefined) return undefined
  const part = above !== undefined ? Number(above) / Number(below) : sign !== undefined ? fractions[sign]! : 0
  return { system: system.toUpperCase(), rank: Number(whole.replace(",", ".")) + part, rest }
}

/**
 * The order of sizes as people look for them, a total one: letters by their meaning (XS, S, M/L, XXL and 2XL, 3XL), then
 * numbers by value (9, 10, 10.5, `42 2/3`) and those of a system (EU, US) by themselves, then all other texts.
 */
export const compareSizes = (a: string, b: string): number => {
  const [x, y] = [a, b].map((size) => {
    const text = size.slice(0, mostCharacters).trim()
    const letters = lettersOf(text)
    if (letters !== undefined) return { kind: 0, system: "", ...letters }
    const number = numberOf(text)
    return number === undefined ? { kind: 2, system: "", rank: 0, rest: text } : { kind: 1, ...number }
  })
  return (
    x!.kind - y!.kind ||
    compareText(x!.system, y!.system) ||
    x!.rank - y!.rank ||
    compareNatural(x!.rest, y!.rest) ||
    compareNatural(a, b)
  )
}

/** Variants of one color by size, then by key. */
export const sizeOrder = (
  a: { readonly size: string; readonly variant_key: string },
  b: { readonly size: string; readonly variant_key: string },
): number => compareSizes(a.size, b.size) || compareText(a.variant_key, b.variant_key)
