import type { Case } from "../../kernel/rules/decisionTable.cases.ts"

/** Products by key and name, each of one version, and what is asked of them. */
export interface ProductsGiven {
  readonly products: ReadonlyArray<{
    readonly product_key: string
    readonly name?: string
    readonly labels?: ReadonlyArray<string>
    readonly source?: string
    /** Keys of variants; none unless given. */
    readonly skus?: ReadonlyArray<string>
  }>
  readonly search?: string
  readonly label?: string
  readonly source?: string
  /** The key of the last product of the page before. */
  readonly after?: string
  /** 50 unless given. */
  readonly limit?: number
}

interface Expect {
  readonly keys: ReadonlyArray<string>
  readonly total: number
}

const keyed = (...keys: ReadonlyArray<string>) => keys.map((product_key) => ({ product_key }))
const found = (...keys: ReadonlyArray<string>): Expect => ({ keys, total: keys.length })
const tens = keyed("z10", "10", "0-10", "10-B", "100", "10-A")

export const productSearchCases: ReadonlyArray<Case<ProductsGiven, Expect>> = [
  {
    name: "no search",
    given: { products: keyed("b", "B", "a", "\u{1f600}", "\ue000") },
    expect: found("B", "a", "b", "\ue000", "\u{1f600}"),
    why: "By key, by code point: one order in memory and in SQL.",
  },
  {
    name: "key or name",
    given: {
      products: [
        { product_key: "RED-1" },
        { product_key: "2", name: "Tired boot" },
        { product_key: "3", name: "re d" },
      ],
      search: "rEd",
    },
    expect: found("RED-1", "2"),
    why: "A part of key or name, whatever the case.",
  },
  {
    name: "words in any order",
    given: {
      products: [
        { product_key: "1", name: "Winter boot, red" },
        { product_key: "2", name: "Red shoe" },
      ],
      search: "red winter",
    },
    expect: found("1"),
    why: "Each word is found, wherever; people type what they remember.",
  },
  {
    name: "without accents",
    given: {
      products: [
        { product_key: "1", name: "Föhn" },
        { product_key: "2", name: "İSTANBUL fohn" },
        { product_key: "3", name: "Fön" },
      ],
      search: "FOHN",
    },
    expect: found("1", "2"),
    why: "Keyboards of other countries have no umlauts; case is no language's.",
  },
  {
    name: "a SKU",
    given: {
      products: [
        { product_key: "1", name: "Boot", skus: ["4006381-39", "4006381-40"] },
        { product_key: "2", name: "Boot", skus: ["4006382-40", "É-7"] },
        { product_key: "4006381" },
      ],
      search: "4006381",
    },
    expect: found("4006381", "1"),
    why: "A product is found by a part of a variant's key too; a product's own key is nearer.",
  },
  {
    name: "a SKU and a word of the name",
    given: {
      products: [
        { product_key: "1", name: "Boot", skus: ["A-40", "É-7"] },
        { product_key: "2", name: "Shoe", skus: ["A-40B"] },
      ],
      search: "e-7 boot",
    },
    expect: found("1"),
    why: "Each word has a field of its own; SKUs are folded as names are.",
  },
  {
    name: "not across two SKUs",
    given: { products: [{ product_key: "1", skus: ["A", "B"] }], search: "AB" },
    expect: found(),
    why: "A word is within one key.",
  },
  {
    name: "the nearest first",
    given: { products: tens, search: "10" },
    expect: found("10", "10-A", "10-B", "100", "0-10", "z10"),
    why: "The exact key, keys that begin so, the rest; each by key.",
  },
  {
    name: "a second page",
    given: { products: tens, search: "10", after: "10-B", limit: 2 },
    expect: { keys: ["100", "0-10"], total: 6 },
    why: "A page begins behind the last key of the one before, in the order of the search; the total is of all pages.",
  },
  {
    name: "behind a product that is gone",
    given: { products: keyed("a", "c"), after: "b" },
    expect: { keys: ["c"], total: 2 },
    why: "A place is a key, whether a product has it or not.",
  },
  {
    name: "an empty search",
    given: { products: keyed("b", "a"), search: "" },
    expect: found("a", "b"),
    why: "It stands in every key, and all begin so.",
  },
  {
    name: "a label and a source",
    given: {
      products: [
        { product_key: "1", labels: ["fall", "new"], source: "scraper" },
        { product_key: "2", labels: ["Fall"], source: "scraper" },
        { product_key: "3", labels: ["fall"] },
      ],
      label: "fall",
      source: "scraper",
    },
    expect: found("1"),
    why: "Both are compared exactly.",
  },
  {
    name: "characters that patterns use",
    given: { products: keyed("50%", "50_", "50\\", "500"), search: "0%" },
    expect: found("50%"),
    why: "%, _ and \\ are plain characters.",
  },
]
