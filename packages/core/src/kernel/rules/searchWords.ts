import { compareText } from "./compareText.ts"

/** Letters that Unicode does not decompose, though people type them plainly. */
const plain: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  // lower case has two forms of it, by its place in a word
  ς: "σ",
}
const letters = new RegExp(`[${Object.keys(plain).join("")}]`, "gu")

/**
 * Marks that any script uses; those of Japanese make other letters, and marks of one script are its vowels. The small iota
 * beneath Greek vowels is a letter in upper case, and so here.
 */
const marks = /(?![\u0345\u3099\u309a])\p{Script=Inherited}/gu

/**
 * A text as searches compare it: without accents, case and forms of width, by no locale's rule.
 *
 * @example foldText("İSTANBUL Föhn") // "istanbul fohn"
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(marks, "")
    // upper case first: ı and I, ſ and S are one there
    .toUpperCase()
    .toLowerCase()
    .replaceAll(letters, (letter) => plain[letter]!)
    .normalize("NFKD")
    .replaceAll(marks, "")
    .normalize("NFC")

/** The words of a search, folded, each once. */
export const searchWords = (search: string): ReadonlyArray<string> => [
  ...new Set(foldText(search).split(/\s+/u).filter(Boolean)),
]

/** Whether each word of the search is in one of the fields, in any order; a search without a word finds all. */
export const matchesWords = (search: string | null, fields: ReadonlyArray<string>): boolean => {
  const folded = fields.map(foldText)
  return searchWords(search ?? "").every((word) => folded.some((field) => field.includes(word)))
}

/** The order of keys in a list: of a search the key that is the same first, then keys that begin so, then the rest; each by key. */
export const wordOrder = (search: string | null) => {
  const needle = foldText((search ?? "").trim())
  const rank = (key: string): number => {
    const folded = foldText(key)
    return search === null || folded === needle ? 0 : folded.startsWith(needle) ? 1 : 2
  }
  return (a: string, b: string): number => rank(a) - rank(b) || compareText(a, b)
}
