import { describe, expect, it } from "vitest"
import { nearestName } from "../../src/kernel/rules/nearestName.ts"

const members = ["product_keys", "label_keys", "source", "colors", "all"]

describe("the member that a misspelt one means", () => {
  it.each<[string, string | undefined, string]>([
    ["product_key", "product_keys", "A letter is missing."],
    ["ProductKeys", "product_keys", "Case and underscores are how one writes elsewhere."],
    ["label", "label_keys", "It begins the known one."],
    ["colour", "colors", "Two letters differ."],
    ["soruce", "source", "Two letters are swapped."],
    ["prdouct_kyes", "product_keys", "Letters are swapped in two places."],
    ["al", undefined, "Two letters say nothing, though they begin one."],
    ["brand", undefined, "Nothing is near."],
    ["a", undefined, "One letter says nothing."],
    ["__proto__", undefined, "It is a name as any other."],
    ["product_keys".padEnd(65), undefined, "What is long is not compared."],
  ])("%s: %s", (name, expected, why) => {
    expect(nearestName(name, members), why).toBe(expected)
  })
})
