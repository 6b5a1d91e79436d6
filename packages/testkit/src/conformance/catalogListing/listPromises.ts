import { type BrandQuery, CatalogWriter, compareText, type ProductQuery, wordOrder } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import { aBrand, aProductEntry, aVariantEntry, instantOf } from "../../builders/index.ts"
import { seedCatalog, seededAt } from "../../seed/seedCatalog.ts"
import { looksAtEachMember } from "../suite/eachMember.ts"
import { brands, keys, paged, products, promises } from "./steps.ts"

const texts = [
  "a",
  "A",
  "b",
  "Ä",
  "ä",
  "é",
  "a/b",
  "50%",
  "%",
  "\u{1f600}",
  "\ue000",
  "日本",
  "",
  "b c",
  "B%2F",
]
const named = (...product_keys: ReadonlyArray<string>) =>
  product_keys.map((product_key) => aProductEntry({ product_key, name: "", variants: [] }))

const retireProducts = Effect.fnUntraced(function* (
  organization: string,
  retired: { products?: ReadonlyArray<string>; variants?: ReadonlyArray<string> },
) {
  const writer = yield* CatalogWriter
  yield* writer.retire(organization, { products: [], variants: [], prices: [], ...retired }, seededAt, "shop")
})

/** What a `CatalogListing` promises of its lists. */
export const listPromises = promises({
  *"looks at each member of a question for brands or products"({ mine }) {
    const products = [
      aProductEntry({ product_key: "P1", labels: ["sale"], variants: [] }),
      aProductEntry({ product_key: "P2", source: "scraper", variants: [] }),
      aProductEntry({ product_key: "P3", brand_key: "B2", variants: [] }),
    ]
    yield* seedCatalog(mine, { brands: [aBrand(), aBrand({ brand_key: "B2" })], products })
    yield* looksAtEachMember<BrandQuery>()(
      (query) => Effect.map(brands(mine, query), ({ items }) => items.map(({ brand_key }) => brand_key)),
      { search: ["b2", ["B2"]], limit: [1, ["B1"]], after: ["B1", ["B2"]] },
    )
    yield* looksAtEachMember<ProductQuery>()((query) => keys(mine, query), {
      search: ["p2", ["P2"]],
      brand_key: ["B2", ["P3"]],
      label: ["sale", ["P1"]],
      source: ["scraper", ["P2"]],
      limit: [2, ["P1", "P2"]],
      after: ["P1", ["P2", "P3"]],
    })
  },
  *"lists brands by key, by code point, each once whatever the page"({ mine }) {
    const all = texts.map((brand_key) => aBrand({ brand_key, time_zone: "Europe/Paris" }))
    yield* seedCatalog(mine, { brands: all })
    const inOrder = all.toSorted((a, b) => compareText(a.brand_key, b.brand_key))
    assert.deepStrictEqual((yield* brands(mine)).items, inOrder)
    for (const limit of [1, 2, 7, texts.length, 200]) {
      const seen = yield* paged(
        (after: string | null) => brands(mine, { limit, after }),
        ({ brand_key }) => brand_key,
      )
      assert.deepStrictEqual(seen, { items: inOrder, totals: [texts.length] })
    }
  },
  *"finds brands by parts of key or name, without accents or case"({ mine }) {
    const all = [
      aBrand({ brand_key: "NT", name: "North Trail" }),
      aBrand({ brand_key: "NORTH", name: "x" }),
      aBrand({ brand_key: "Z", name: "Ärger 50%" }),
    ]
    yield* seedCatalog(mine, { brands: all })
    for (const [search, found] of [
      ["north", ["NORTH", "NT"]],
      ["TRAIL", ["NT"]],
      ["arger", ["Z"]],
      ["50% ÄRG", ["Z"]],
      ["%", ["Z"]],
      ["t\u0000", []],
    ] as const) {
      const { items, total } = yield* brands(mine, { search })
      assert.deepStrictEqual(
        [items.map(({ brand_key }) => brand_key), total],
        [[...found], found.length],
        search,
      )
    }
  },
  *"lists products by key, each with its latest version, its brand's name and its counts"({ mine }) {
    const variants = ["A", "B", "C"].map((variant_key) =>
      aVariantEntry({ variant_key, color: variant_key === "C" ? "Red" : "Black" }),
    )
    const version = (number: number, with_ = {}) =>
      aProductEntry({ product_key: "P1", version: number, variants: [], ...with_ })
    yield* seedCatalog(mine, {
      brands: [aBrand({ name: "before" })],
      products: [
        version(2, { name: "new", source: "scraper", labels: ["b", "a"], variants }),
        ...named("P0"),
      ],
    })
    yield* seedCatalog(mine, { brands: [aBrand()], products: [version(1, { name: "old", labels: ["c"] })] })
    const { items, total, isEnd } = yield* products(mine)
    assert.deepStrictEqual(items[1], {
      product_key: "P1",
      brand_key: "B1",
      brand_name: "North Trail",
      version: 2,
      name: "new",
      source: "scraper",
      labels: ["b", "a"],
      updated_at: "2026-01-01T00:00:00.000Z",
      variant_count: 3,
      colorway_count: 2,
    })
    assert.deepInclude(items[0], { product_key: "P0", variant_count: 0, colorway_count: 0 })
    assert.deepStrictEqual([total, isEnd], [2, true])
    const writer = yield* CatalogWriter
    const at = instantOf("2026-03-01T00:00:00Z")
    yield* writer.saveProducts(mine, [version(3, { name: "newest", source: "x" })], at)
    const [, now] = (yield* products(mine)).items
    assert.deepInclude(now, {
      version: 3,
      name: "newest",
      labels: [],
      updated_at: "2026-03-01T00:00:00.000Z",
    })
    assert.deepInclude(now, { variant_count: 3, colorway_count: 2 })
  },
  *"finds products by a part of key or of the latest version's name, the nearest keys first"({ mine }) {
    const version = (product_key: string, number: number, name: string) =>
      aProductEntry({ product_key, version: number, name, variants: [] })
    yield* seedCatalog(mine, {
      brands: [aBrand()],
      products: [
        ...named("z10", "10", "0-10", "10-B", "100", "10-a", "É10"),
        version("by-name", 1, "Size 10"),
        version("no-more", 2, "new"),
        version("no-more", 1, "10"),
      ],
    })
    assert.deepStrictEqual(yield* keys(mine, { search: "10" }), [
      ...["10", "10-B", "10-a", "100"],
      ...["0-10", "by-name", "z10", "É10"],
    ])
    assert.deepStrictEqual(yield* keys(mine, { search: "10-A" }), ["10-a"])
    assert.deepStrictEqual(yield* keys(mine, { search: "é10" }), ["É10"])
    assert.deepStrictEqual(yield* keys(mine, { search: "SIZE" }), ["by-name"])
    assert.deepStrictEqual(yield* keys(mine, { search: "nothing" }), [])
  },
  *"takes %, _ and \\ as plain characters of a search for products"({ mine }) {
    yield* seedCatalog(mine, { brands: [aBrand()], products: named("50%", "50_", "50\\", "500", "'") })
    for (const [search, key] of [
      ["%", "50%"],
      ["_", "50_"],
      ["\\", "50\\"],
      ["'", "'"],
    ])
      assert.deepStrictEqual(yield* keys(mine, { search: search! }), [key])
  },
  *"narrows products to a brand, and to a label and a source of their latest version"({ mine }) {
    const entry = (product_key: string, with_ = {}) => aProductEntry({ product_key, variants: [], ...with_ })
    yield* seedCatalog(mine, {
      brands: [aBrand(), aBrand({ brand_key: "B2" })],
      products: [
        entry("A", { labels: ["fall", "new"], source: "scraper" }),
        entry("B", { brand_key: "B2", labels: ["fall"] }),
        entry("C", { version: 1, labels: ["fall"], source: "scraper" }),
        entry("C", { version: 2, labels: ["Fall"] }),
      ],
    })
    for (const [query, found] of [
      [{ brand_key: "B2" }, ["B"]],
      [{ brand_key: "b2" }, []],
      [{ label: "fall" }, ["A", "B"]],
      [{ label: "fall", brand_key: "B1" }, ["A"]],
      [{ label: "all" }, []],
      [{ source: "scraper" }, ["A"]],
      [{ source: "merchant_input", search: "c" }, ["C"]],
      [{ label: "\u0000" }, []],
    ] as const) {
      const { items, total } = yield* products(mine, query)
      const seen = [items.map(({ product_key }) => product_key), total]
      assert.deepStrictEqual(seen, [[...found], found.length], JSON.stringify(query))
    }
  },
  *"gives every product once in its order, whatever the page"({ mine }) {
    yield* seedCatalog(mine, {
      brands: [aBrand(), aBrand({ brand_key: "B2" })],
      products: texts.map((product_key, nth) =>
        aProductEntry({ product_key, brand_key: nth % 2 === 0 ? "B1" : "B2", name: "A", variants: [] }),
      ),
    })
    for (const query of [{}, { search: "a" }, { search: "" }, { brand_key: "B2" }]) {
      const meant = texts.filter((_, nth) => !("brand_key" in query) || nth % 2 === 1)
      const inOrder = meant.toSorted(wordOrder("search" in query ? query.search! : null))
      for (const limit of [1, 3, meant.length, 200]) {
        const { items, totals } = yield* paged(
          (after: string | null) => products(mine, { ...query, limit, after }),
          ({ product_key }) => product_key,
        )
        assert.deepStrictEqual(
          [items.map(({ product_key }) => product_key), totals],
          [inOrder, [meant.length]],
          `${JSON.stringify(query)} by ${limit}`,
        )
      }
    }
  },
  *"leaves out what is retired, until it comes back"({ mine }) {
    const entry = aProductEntry({
      product_key: "P1",
      variants: ["A", "B"].map((variant_key) => aVariantEntry({ variant_key, color: variant_key })),
    })
    yield* seedCatalog(mine, { brands: [aBrand()], products: [entry, ...named("P2")] })
    yield* retireProducts(mine, { variants: ["B"], products: ["P2"] })
    const page = yield* products(mine)
    assert.strictEqual(page.total, 1)
    assert.deepInclude(page.items[0], { product_key: "P1", variant_count: 1, colorway_count: 1 })
    yield* retireProducts(mine, { products: ["P1"] })
    assert.deepStrictEqual(yield* products(mine), { items: [], total: 0, isEnd: true })
    yield* seedCatalog(mine, { products: [entry] })
    assert.deepInclude((yield* products(mine)).items[0], { variant_count: 2, colorway_count: 2 })
  },
  *"counts the variants of both where one comes to another product"({ mine }) {
    const entry = (product_key: string, ...variant_keys: ReadonlyArray<string>) =>
      aProductEntry({
        product_key,
        variants: variant_keys.map((variant_key) => aVariantEntry({ variant_key, color: variant_key })),
      })
    const writer = yield* CatalogWriter
    yield* seedCatalog(mine, { brands: [aBrand()], products: [entry("P1", "A", "B"), entry("P2", "C")] })
    yield* writer.saveShopProducts(mine, [entry("P2", "C", "A")], seededAt)
    const counts = (yield* products(mine)).items.map(({ variant_count, colorway_count }) => [
      variant_count,
      colorway_count,
    ])
    assert.deepStrictEqual(counts, [
      [1, 1],
      [2, 2],
    ])
  },
  *"lists nothing of another organization"({ mine, theirs }) {
    yield* seedCatalog(theirs, { brands: [aBrand({ name: "theirs" })], products: named("P1", "P2") })
    assert.deepStrictEqual(yield* brands(mine), { items: [], total: 0, isEnd: true })
    assert.deepStrictEqual(yield* products(mine, { search: "p" }), { items: [], total: 0, isEnd: true })
    yield* seedCatalog(mine, { brands: [aBrand()], products: [aProductEntry({ product_key: "P2" })] })
    const { items, total } = yield* products(mine)
    assert.deepStrictEqual([items.length, total], [1, 1])
    assert.deepInclude(items[0], { product_key: "P2", brand_name: "North Trail", variant_count: 1 })
  },
})
