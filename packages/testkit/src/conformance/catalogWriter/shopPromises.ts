import {
  CatalogRepository,
  CatalogWriter,
  instantFromMicros,
  PriceRepository,
  type ShopPriceEntry,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import { aBrand, aPriceEntry, aProductEntry, aVariantEntry, instantOf } from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { at, brands, counts, later, pricesFound, promises, variantsFound, versionsFound } from "./steps.ts"

const aShopPrice = (with_: Partial<ShopPriceEntry> = {}): ShopPriceEntry => ({
  product_key: "P1",
  variant_key: "P1-BLK-9",
  price_type: "PRICE",
  amount: "100",
  effective_from: null,
  ...with_,
})

const inForce = Effect.fnUntraced(function* (organization: string, moment: number, key = "P1-BLK-9") {
  const { pricesAround } = yield* PriceRepository
  const found = yield* pricesAround(organization, [key], instantFromMicros(moment))
  return found.inForce.map(({ amount }) => amount)
})

const tokyo = aBrand({ brand_key: "B2", time_zone: "Asia/Tokyo" })

export const shopPromises = promises({
  *"writes a shop's products as it writes others, and leaves them as they are"({ mine }) {
    const { saveBrands, saveShopProducts } = yield* CatalogWriter
    yield* saveBrands(mine, brands)
    const entries = [aProductEntry(), aProductEntry({ product_key: "P2", brand_key: "unknown" })]
    const first = yield* saveShopProducts(mine, entries, at)
    assert.deepStrictEqual(counts(first), [1, 0, 0, { rejected: 1 }])
    assert.include(first.rejected[0]?.reason, "unknown")
    const again = yield* saveShopProducts(mine, entries, later)
    assert.deepStrictEqual([counts(again), again.moved], [[0, 0, 1, { rejected: 1 }], []])
    assert.deepStrictEqual(
      (yield* versionsFound(mine)).map(({ product_key, updated_at }) => [product_key, updated_at]),
      [["P1", "2026-01-01T00:00:00.000Z"]],
    )
    assert.deepStrictEqual(
      (yield* variantsFound(mine)).map((each) => each.variant_key),
      ["P1-BLK-9"],
    )
  },
  *"moves a shop's product to another brand with its prices, and says so"({ mine }) {
    const prices = [aPriceEntry({ effective_from: "2026-07-01" })]
    yield* seedCatalog(mine, { brands: [...brands, tokyo], products: [aProductEntry()], prices })
    const { saveBrands, saveShopProducts } = yield* CatalogWriter
    const result = yield* saveShopProducts(mine, [aProductEntry({ brand_key: "B2" })], later)
    assert.deepStrictEqual(counts(result), [0, 1, 0])
    const to_come = [{ brand_key: "B2", records: 1, batch_keys: [] }]
    assert.deepStrictEqual(result.to_come, to_come)
    assert.deepStrictEqual(
      result.moved.map(({ index }) => index),
      [0],
    )
    assert.include(result.moved[0]?.what, "B1")
    const { findColorway } = yield* CatalogRepository
    const found = (brand_key: string) =>
      Effect.map(findColorway(mine, { brand_key, product_key: "P1", color: "Black" }), (colorway) => [
        colorway.productFound,
        colorway.variant_keys.length,
      ])
    assert.deepStrictEqual(
      [yield* found("B1"), yield* found("B2")],
      [
        [false, 0],
        [true, 1],
      ],
    )
    const instants = Effect.map(pricesFound(mine), (all) => all.map(({ effective_at }) => effective_at))
    assert.deepStrictEqual(yield* instants, [instantOf("2026-07-01")])
    assert.deepStrictEqual((yield* saveBrands(mine, [tokyo], { at: later })).to_come, [])
    const asked = yield* saveBrands(mine, [tokyo], { at: later, movesToCome: true })
    assert.deepStrictEqual([asked.unchanged, asked.to_come], [1, to_come])
    assert.deepStrictEqual(yield* instants, [instantOf("2026-07-01", "Asia/Tokyo")])
    assert.deepStrictEqual(
      (yield* versionsFound(mine)).map(({ brand_key }) => brand_key),
      ["B2"],
    )
  },
  *"finds what is left in a brand that became another, until the shop has that brand again"({
    mine,
    theirs,
  }) {
    const brand_keys = ["B1", "B2", "B3", "B4"]
    const all = brand_keys.map((brand_key) => aBrand({ brand_key }))
    const keys = ["P1", "P2", "P3", "P4"]
    const products = keys.map((product_key) => aProductEntry({ product_key, variants: [] }))
    const other = aProductEntry({ product_key: "OTHER", brand_key: "B4", variants: [] })
    for (const organization of [mine, theirs]) {
      yield* seedCatalog(organization, { brands: all, products: [...products, other] })
    }
    const { contents, saveShopProducts } = yield* CatalogWriter
    const shows = (product_key: string, brand_key: string) =>
      saveShopProducts(mine, [aProductEntry({ product_key, brand_key, variants: [] })], later)
    const query = { price_types: [], at: later, after: null, limit: 9 }
    const found = (brand_key: string, organization = mine) =>
      Effect.map(contents(organization, { ...query, brand_keys: [brand_key] }), (page) =>
        page.map(({ product_key }) => product_key),
      )
    yield* shows("P2", "B2")
    assert.deepStrictEqual([yield* found("B2"), yield* found("B1")], [keys, ["P1", "P3", "P4"]])
    yield* shows("P2", "B3")
    assert.deepStrictEqual([yield* found("B3"), yield* found("B2")], [keys, ["P1", "P3", "P4"]])
    assert.deepStrictEqual([yield* found("B3", theirs), yield* found("B4")], [[], ["OTHER"]])
    yield* shows("P4", "B1")
    assert.deepStrictEqual([yield* found("B3"), yield* found("B1")], [["P2"], ["P1", "P3", "P4"]])
    yield* shows("P2", "B2")
    assert.deepStrictEqual([yield* found("B3"), yield* found("B2")], [[], ["P2"]])
  },
  *"moves a variant to the product that a shop lists it for, with its prices, and says so"({ mine }) {
    const prices = [aPriceEntry({ effective_from: "2026-07-01" })]
    const old = aProductEntry({ version: 3 })
    yield* seedCatalog(mine, { brands: [...brands, tokyo], products: [old], prices })
    const { saveShopProducts } = yield* CatalogWriter
    const entry = aProductEntry({
      product_key: "P2",
      brand_key: "B2",
      variants: [aVariantEntry({ size: "12" })],
    })
    const result = yield* saveShopProducts(mine, [entry], later, true)
    assert.deepStrictEqual([counts(result), result.moved.length], [[1, 0, 0], 1])
    assert.include(result.moved[0]?.what, "P1")
    assert.deepStrictEqual(yield* variantsFound(mine, "P1"), [])
    assert.deepStrictEqual(
      (yield* variantsFound(mine, "P2")).map(({ product_key, size }) => [product_key, size]),
      [["P2", "12"]],
    )
    assert.deepStrictEqual(
      (yield* pricesFound(mine)).map(({ effective_at }) => effective_at),
      [instantOf("2026-07-01", "Asia/Tokyo")],
    )
  },
  *"leaves what a shop's product does not speak of, and says which values it empties"({ mine }) {
    const product = { labels: ["fall"], attributes: { care: "wax", sole: "rubber" } }
    const variant = aVariantEntry({ color: "Black", size: "9", attributes: { grams: 1, code: "x" } })
    yield* seedCatalog(mine, {
      brands: [...brands, aBrand({ brand_key: "B2" })],
      products: [aProductEntry({ ...product, variants: [variant] })],
    })
    const { saveShopProducts } = yield* CatalogWriter
    const { product_key, version, source, brand_key } = aProductEntry()
    const { variant_key } = variant
    const bare = { product_key, version, source, brand_key, name: "New", attributes: {}, variants: [] }
    const silent = yield* saveShopProducts(mine, [{ ...bare, brand_key: "B2", keeps_brand: true }], later)
    assert.deepStrictEqual([counts(silent), silent.moved, silent.emptied], [[0, 1, 0], [], []])
    const full = (yield* versionsFound(mine))[0]!
    assert.deepStrictEqual(
      [full.name, full.brand_key, full.labels, full.attributes],
      ["New", "B1", product.labels, product.attributes],
    )
    const given = { variant_key, size: "10", attributes: { grams: 2 }, emptied: ["code"] }
    const loud = yield* saveShopProducts(
      mine,
      [{ ...bare, labels: [], attributes: { sole: "cork" }, emptied: ["care"], variants: [given] }],
      later,
    )
    assert.deepStrictEqual(counts(loud), [0, 1, 0])
    assert.deepStrictEqual(
      loud.emptied,
      ["labels of P1", "care of P1", `code of ${variant_key}`].map((what) => ({ index: 0, what })),
    )
    const emptied = (yield* versionsFound(mine))[0]!
    assert.deepStrictEqual([emptied.labels, emptied.attributes], [[], { sole: "cork" }])
    assert.deepStrictEqual(
      (yield* variantsFound(mine)).map(({ name, color, size, attributes }) => [
        name,
        color,
        size,
        attributes,
      ]),
      [[variant.name, "Black", "10", { grams: 2 }]],
    )
  },
  *"rejects a shop's product whose variants are none of those that it has, where the file does not name them"({
    mine,
  }) {
    yield* seedCatalog(mine, { brands, products: [aProductEntry()] })
    const { saveShopProducts } = yield* CatalogWriter
    const made = (product_key: string, ...made_keys: ReadonlyArray<string>) => ({
      ...aProductEntry({
        product_key,
        variants: made_keys.map((variant_key) => aVariantEntry({ variant_key })),
      }),
      made_keys,
    })
    const entries = [
      made("P1", "p1-black"),
      made("P1", "P1-BLK-9"),
      made("P1", "P1-BLK-9", "p1-tan"),
      made("P2", "p2-black"),
    ]
    const result = yield* saveShopProducts(mine, entries, later)
    assert.deepStrictEqual(counts(result), [1, 0, 1, { rejected: 0 }, { rejected: 2 }])
    assert.include(result.rejected[0]?.reason, "Variant SKU")
  },
  *"says which of a shop's products wait for a brand only"({ mine }) {
    yield* seedCatalog(mine, { brands, products: [aProductEntry()] })
    const { saveShopProducts } = yield* CatalogWriter
    const brandless = { brand_key: "unknown", keeps_brand: true, variants: [] }
    const result = yield* saveShopProducts(
      mine,
      [
        { ...aProductEntry(), ...brandless },
        { ...aProductEntry({ product_key: "P2" }), ...brandless },
      ],
      later,
    )
    assert.deepStrictEqual([counts(result), result.brandless], [[0, 0, 1, { rejected: 1 }], [1]])
  },
  *"appends a shop's price where another, or none, is in force"({ mine }) {
    yield* seedCatalog(mine, { brands, products: [aProductEntry()] })
    const { saveShopPrices } = yield* CatalogWriter
    const shows = (amount: string, moment: number) =>
      Effect.map(saveShopPrices(mine, [aShopPrice({ amount })], instantFromMicros(moment)), counts)
    assert.deepStrictEqual(yield* shows("100", at), [1, 0, 0])
    assert.deepStrictEqual(yield* shows("100.0", later), [0, 0, 1])
    assert.deepStrictEqual(yield* shows("80", later), [1, 0, 0])
    assert.deepStrictEqual(yield* shows("100", later + 1), [1, 0, 0])
    assert.deepStrictEqual(
      [
        yield* inForce(mine, at - 1),
        yield* inForce(mine, at),
        yield* inForce(mine, later),
        yield* inForce(mine, later + 1),
      ],
      [[], ["100"], ["80"], ["100"]],
    )
    const [record] = yield* pricesFound(mine)
    assert.deepStrictEqual(
      [record?.effective_from, record?.status, record?.batch_key],
      ["2026-01-01T00:00:00.000Z", "active", null],
    )
  },
  *"appends a shop's price from a day on, but from now on where it would never be in force"({ mine }) {
    yield* seedCatalog(mine, { brands, products: [aProductEntry()] })
    const { saveShopPrices } = yield* CatalogWriter
    const shows = (amount: string, effective_from: string, moment: number) =>
      Effect.map(
        saveShopPrices(mine, [aShopPrice({ amount, effective_from })], instantFromMicros(moment)),
        counts,
      )
    const day = "2025-12-01"
    assert.deepStrictEqual(yield* shows("1", day, at), [1, 0, 0])
    assert.deepStrictEqual(yield* shows("2", day, at), [1, 0, 0])
    assert.deepStrictEqual(yield* inForce(mine, instantOf(day)), ["2"])
    assert.deepStrictEqual(yield* shows("3", "2025-11-01", later), [1, 0, 0])
    assert.deepStrictEqual(
      [yield* inForce(mine, instantOf("2025-11-01")), yield* inForce(mine, later)],
      [[], ["3"]],
    )
    assert.deepStrictEqual(yield* shows("4", "2027-01-01", later), [1, 0, 0])
    assert.deepStrictEqual(yield* shows("4", "2027-01-01", later), [0, 0, 1])
    assert.deepStrictEqual(
      [yield* inForce(mine, later), yield* inForce(mine, instantOf("2027-01-01"))],
      [["3"], ["4"]],
    )
  },
  *"leaves a history's price that a shop's file has brought, also where the brand's time zone is another by now"({
    mine,
  }) {
    yield* seedCatalog(mine, { brands, products: [aProductEntry()] })
    const { saveBrands, savePrices, saveShopPrices } = yield* CatalogWriter
    const price_type = "MAP"
    const shown = [aShopPrice(), aShopPrice({ price_type, amount: "80.0", effective_from: "2025-12-01" })]
    assert.deepStrictEqual(counts(yield* saveShopPrices(mine, shown, at)), [2, 0, 0])
    const history = [
      aPriceEntry({ price_type: "PRICE", amount: "100.00", effective_from: "2026-01-01T00:00:00.000Z" }),
      aPriceEntry({ price_type, amount: "80", effective_from: "2025-12-01" }),
    ]
    const others = [history[0]!, ...history].map((price, index) => ({
      ...price,
      ...[{ amount: "100.01" }, { effective_from: "2026-01-01" }, { status: "draft" as const }][index],
    }))
    assert.deepStrictEqual(counts(yield* savePrices(mine, history)), [0, 0, 2])
    yield* saveBrands(mine, [aBrand({ time_zone: "Pacific/Kiritimati" })], { at: later })
    assert.deepStrictEqual(counts(yield* savePrices(mine, history)), [0, 0, 2])
    assert.deepStrictEqual(counts(yield* savePrices(mine, others)), [3, 0, 0])
  },
  *"compares a shop's prices of one call with each other"({ mine }) {
    yield* seedCatalog(mine, { brands, products: [aProductEntry()] })
    const { saveShopPrices } = yield* CatalogWriter
    const entries = ["1", "1.0", "2", "1"].map((amount) => aShopPrice({ amount }))
    assert.deepStrictEqual(counts(yield* saveShopPrices(mine, entries, at)), [3, 0, 1])
    assert.deepStrictEqual(yield* inForce(mine, at), ["1"])
  },
  *"rejects a shop's price of another product's variant, and what is no price, and stores the rest"({
    mine,
  }) {
    const other = { product_key: "P2", variants: [aVariantEntry({ variant_key: "OTHER" })] }
    yield* seedCatalog(mine, { brands, products: [aProductEntry(), aProductEntry(other)] })
    const { saveShopPrices } = yield* CatalogWriter
    const result = yield* saveShopPrices(
      mine,
      [
        aShopPrice({ product_key: "P2" }),
        aShopPrice({ variant_key: "unknown" }),
        aShopPrice({ amount: "-1" }),
        aShopPrice({ effective_from: "2026-02-30" }),
        aShopPrice({ effective_from: "9999-12-31T23:59:59-14:00" }),
        aShopPrice({ price_type: "P\0" }),
        aShopPrice({ product_key: "P2", variant_key: "OTHER" }),
      ],
      at,
    )
    assert.deepStrictEqual(counts(result), [1, 0, 0, ...[0, 1, 2, 3, 4, 5].map((rejected) => ({ rejected }))])
    for (const [index, text] of ["P1", "unknown", "-1", "2026-02-30", "years 0001 to 9999"].entries())
      assert.include(result.rejected[index]?.reason, text)
    assert.deepStrictEqual([yield* inForce(mine, at), yield* inForce(mine, at, "OTHER")], [[], ["100"]])
  },
})
