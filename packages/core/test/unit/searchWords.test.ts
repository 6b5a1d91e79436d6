import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { searchWordsCases } from "../../src/kernel/rules/searchWords.cases.ts"
import { foldText, matchesWords, wordOrder } from "../../src/kernel/rules/searchWords.ts"

const text = FastCheck.string({ unit: "binary" })

describe("words of a search", () => {
  it.each(searchWordsCases)("$name", ({ given, expect: expected }) => {
    expect(matchesWords(given.search, given.fields)).toBe(expected)
  })
  it("folds what is folded to itself", () => {
    FastCheck.assert(FastCheck.property(text, (any) => foldText(foldText(any)) === foldText(any)))
  })
  it("finds a text by itself, whatever its case and composition", () => {
    FastCheck.assert(
      FastCheck.property(
        text,
        (any) => matchesWords(any.normalize("NFD"), [any]) && matchesWords(any.toUpperCase(), [any]),
      ),
    )
  })
  it.each([
    ["Straße", "strasse"],
    ["Ærø", "aero"],
    ["Œuvre", "oeuvre"],
    ["Łódź", "lodz"],
    ["Đà, ð", "da, d"],
    ["Þór", "thor"],
    ["Ħal Ŧ", "hal t"],
    ["Σίσυφος", "σισυφοσ"],
    // upper case writes the small iota beneath as a letter
    ["ᾠδή", "ωιδη"],
  ])("folds %s to %s, as people type it", (given, folded) => {
    expect(foldText(given)).toBe(folded)
  })
  it.each([
    ["by key, where nothing is searched for", null, ["a", "b"]],
    ["the same key first, whatever blanks are around the search", " B ", ["b", "ba", "a"]],
    ["then keys that begin so, then the rest", "b", ["b", "ba", "a"]],
  ])("orders keys %s", (_, search, inOrder) => {
    expect(inOrder.toReversed().sort(wordOrder(search))).toEqual(inOrder)
  })
})
