import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { foldText } from "../../src/kernel/rules/foldText.ts"
import { searchWordsCases } from "../../src/kernel/rules/searchWords.cases.ts"
import { matchesWords } from "../../src/kernel/rules/searchWords.ts"

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
})
