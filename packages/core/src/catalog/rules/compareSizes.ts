import { compareText } from "../../kernel/rules/compareText.ts"
import { once } from "../../kernel/rules/once.ts"

/** Of a longer text only the beginning is looked at closely. */
const mostCharacters = 100

/** A text with the numbers in it apart, without their leading zeros. */
interface NaturalKey {
  readonly text: string
  readonly parts: ReadonlyArray<string>
}

const isNumber = (part: string) => part >= "0" && part < ":"

const naturalKey = (text: string): NaturalKey => ({
  text,
  parts: (
    text
      .slice(0, mostCharacters)
      .toLowerCase()
      .match(/\d+|\D+/g) ?? []
  ).map((part) => (isNumber(part) ? part.replace(/^0+(?=\d)/, "") : part)),
})

const compareNaturalKeys = (a: NaturalKey, b: NaturalKey): number => {
  for (let at = 0; at < Math.min(a.parts.length, b.parts.length); at++) {
    const [left, right] = [a.parts[at]!, b.parts[at]!]
    if (left === right) continue
    return (isNumber(left) && isNumber(right) && left.length - right.length) || compareText(left, right)
  }
  return a.parts.length - b.parts.length || compareText(a.text, b.text)
}

/** Orders texts with the numbers in them by value: "10" after "9". Texts that differ are never equal. */
export const compareNatural = (a: string, b: string): number =>
  compareNaturalKeys(naturalKey(a), naturalKey(b))

/** Where letters of a size stand around M, which is 0: XS before S before M before XL, which is 1XL, before XXL. */
const rankOfLetters = (text: string): number | undefined => {
  const word = text
    .toUpperCase()
    .replace(/(S)MALL$|(M)EDIUM$|(L)ARGE$/, "$1$2$3")
    .replace("EXTRA", "X")
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

/** `EU 42 2/3`: of a system, a number, and what follows it. */
const numberOf = (size: string) => {
  // the sign of a fraction stands for its digits
  const plain = size.replace(
    / ?([½¼¾⅓⅔])/,
    (_, sign: string) => ` ${sign.normalize("NFKC").replace("⁄", "/")}`,
  )
  const [, system = "", whole, above = 0, below = 1, rest = ""] =
    /^([A-Z]{0,4}) ?(\d{1,6}(?:[.,]\d{1,6})?)(?: ([1-9])\/([2-9]))?(.*)$/i.exec(plain) ?? []
  if (whole === undefined) return undefined
  const rank = Number(whole.replace(",", ".")) + Number(above) / Number(below)
  return { system: system.toUpperCase(), rank, rest }
}

const sizeKey = (size: string) => {
  const text = size.slice(0, mostCharacters).trim()
  const letters = lettersOf(text)
  const number = letters === undefined ? numberOf(text) : undefined
  const { rest, ...place } = letters
    ? { kind: 0, system: "", ...letters }
    : number
      ? { kind: 1, ...number }
      : { kind: 2, system: "", rank: 0, rest: text }
  return { ...place, rest: naturalKey(rest), whole: naturalKey(size) }
}
type SizeKey = ReturnType<typeof sizeKey>

const compareSizeKeys = (a: SizeKey, b: SizeKey): number =>
  a.kind - b.kind ||
  compareText(a.system, b.system) ||
  a.rank - b.rank ||
  compareNaturalKeys(a.rest, b.rest) ||
  compareNaturalKeys(a.whole, b.whole)

/**
 * The order of sizes as people look for them, a total one: letters by their meaning (XS, S, M/L, XXL and 2XL, 3XL), then
 * numbers by value (9, 10, 10.5, `42 2/3`) and those of a system (EU, US) by themselves, then all other texts.
 */
export const compareSizes = (a: string, b: string): number => compareSizeKeys(sizeKey(a), sizeKey(b))

/** Variants of one product by color, size and key. */
export const inColorwayOrder = <
  Variant extends { readonly color: string; readonly size: string; readonly variant_key: string },
>(
  variants: ReadonlyArray<Variant>,
): Array<Variant> => {
  // a product may have very many variants, of few sizes and colors mostly
  const [colorOf, sizeOf] = [once(naturalKey), once(sizeKey)]
  return variants.toSorted(
    (a, b) =>
      (a.color === b.color ? 0 : compareNaturalKeys(colorOf(a.color), colorOf(b.color))) ||
      (a.size === b.size ? 0 : compareSizeKeys(sizeOf(a.size), sizeOf(b.size))) ||
      compareText(a.variant_key, b.variant_key),
  )
}
