import { compareText } from "./compareText.ts"
import { foldText } from "./foldText.ts"

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
