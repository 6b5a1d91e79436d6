import type { Case } from "./decisionTable.cases.ts"

/** The fields of something that is listed, and a search for it. */
export interface WordsGiven {
  readonly fields: ReadonlyArray<string>
  readonly search: string
}

const row = (
  name: string,
  search: string,
  fields: ReadonlyArray<string>,
  expect: boolean,
  why: string,
): Case<WordsGiven, boolean> => ({ name, given: { fields, search }, expect, why })

export const searchWordsCases: ReadonlyArray<Case<WordsGiven, boolean>> = [
  row("an umlaut", "fohn", ["Föhn"], true, "Keyboards of other countries have no umlauts."),
  row("an accent that is typed", "FÖHN", ["Fohn"], true, "Both sides are folded."),
  row("a decomposed accent", "föhn", ["Fo\u0308hn"], true, "One letter has more than one encoding."),
  row("a dotted capital I", "istanbul", ["İSTANBUL"], true, "Lower case of İ is two characters."),
  row("a dotless i", "ISPARTA", ["ısparta"], true, "No locale's rule: I, İ, i and ı are one."),
  row("a sharp s", "strasse", ["Straße"], true, "ß is written SS in upper case."),
  row("a final sigma", "οδοσ", ["ΟΔΟΣ ΑΒ"], true, "Its form follows from its place in a word."),
  row("letters that do not decompose", "lodz smorrebrod", ["Łódź Smørrebrød"], true, "Typed l and o."),
  row("full width", "ab-1", ["ＡＢ－１"], true, "Width is no difference of letters."),
  row("another kana", "か", ["が"], false, "They are two letters."),
  row("another vowel", "कि", ["का"], false, "Vowel signs of a script are no accents."),
  row("any order", "boot red", ["Red winter boot"], true, "People type the words that they remember."),
  row("across fields", "p1 boot", ["P1", "Winter boot"], true, "Each word has a field of its own."),
  row("a word that is nowhere", "red shoe", ["Red boot"], false, "All words are meant."),
  row("not across two fields", "ab", ["a", "b"], false, "A word is within one field."),
  row("spaces around", "  red\u00a0 boot ", ["boot", "red"], true, "Pasted text has spaces of any kind."),
  row("only spaces", "  ", ["boot"], true, "A search without a word finds all."),
]
