import { CatalogWriter, PriceRepository } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import {
  aBatchEntry,
  aBrand,
  aPriceEntry,
  aPriceList,
  aProductEntry,
  aVariantEntry,
  instantOf,
} from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { brands, counts, pricesFound, promises } from "./steps.ts"

export const pricePromises = promises({
  *"appends prices, and leaves one that is there in every field"({ mine }) {
    yield* seedCatalog(mine, { brands, products: [aProductEntry()], batches: [aBatchEntry()] })
    const { savePrices } = yield* CatalogWriter
    const entries = [
      aPriceEntry(),
      aPriceEntry({ amount: "1" }),
      aPriceEntry({ effective_from: "2026-01-02" }),
      aPriceEntry({ price_type: "MSRP" }),
      aPriceEntry({ status: "draft" }),
      aPriceEntry({ batch_key: "REPUB-1" }),
    ]
    assert.deepStrictEqual(counts(yield* savePrices(mine, entries)), [6, 0, 0])
    const before = yield* pricesFound(mine)
    assert.deepStrictEqual(counts(yield* savePrices(mine, entries)), [0, 0, 6])
    assert.deepStrictEqual(yield* pricesFound(mine), before)
    assert.strictEqual(before.length, 6)
    const twice = [aPriceEntry({ amount: "7" }), aPriceEntry({ amount: "7" })]
    assert.deepStrictEqual(counts(yield* savePrices(mine, twice)), [1, 0, 1])
  },
  *"keeps what has begun where a brand's time zone changes, and moves what is to come where that is asked for"({
    mine,
  }) {
    const prices = ["2026-07-01", "2026-07-02T09:00", "2026-07-03T09:00+02:00", "2026-07-04T09:00Z"].map(
      (effective_from) => aPriceEntry({ effective_from }),
    )
    const other = {
      product_key: "P2",
      brand_key: "B2",
      variants: [aVariantEntry({ variant_key: "OTHER" })],
    }
    yield* seedCatalog(mine, {
      brands: [...brands, aBrand({ brand_key: "B2" })],
      products: [aProductEntry(), aProductEntry(other)],
      prices: [...prices, aPriceEntry({ variant_key: "OTHER", effective_from: "2026-07-01" })],
    })
    const { saveBrands } = yield* CatalogWriter
    const instants = Effect.map(pricesFound(mine), (found) => found.map((each) => each.effective_at))
    const inZone = (zone: string) => prices.map(({ effective_from }) => instantOf(effective_from, zone))
    assert.deepStrictEqual(yield* instants, inZone("UTC"))
    const [before, between] = [instantOf("2026-06-01"), instantOf("2026-07-01T12:00Z")]
    for (const time_zone of ["America/New_York", "Asia/Kolkata", "UTC"]) {
      const zones = { at: before, movesToCome: true }
      const { to_come } = yield* saveBrands(mine, [aBrand({ time_zone })], zones)
      assert.deepStrictEqual(to_come, [{ brand_key: "B1", records: 2, batch_keys: [] }])
      assert.deepStrictEqual(yield* instants, inZone(time_zone))
    }
    const twice = [aBrand({ time_zone: "Asia/Tokyo" }), aBrand({ time_zone: "Europe/Paris" })]
    const left = yield* saveBrands(mine, twice, { at: between })
    assert.deepStrictEqual(left.to_come, [{ brand_key: "B1", records: 1, batch_keys: [] }])
    assert.deepStrictEqual(yield* instants, inZone("UTC"))
    yield* saveBrands(mine, [aBrand({ time_zone: "Asia/Tokyo" })], { at: between, movesToCome: true })
    const [begun, ...others] = inZone("Asia/Tokyo")
    assert.deepStrictEqual(yield* instants, [inZone("UTC")[0], ...others])
    assert.notStrictEqual(begun, inZone("UTC")[0])
    assert.deepStrictEqual((yield* saveBrands(mine, [aBrand({ time_zone: "Asia/Tokyo" })])).to_come, [])
    assert.deepStrictEqual(
      (yield* pricesFound(mine, "OTHER")).map((each) => each.effective_at),
      [instantOf("2026-07-01")],
    )
  },
  *"rejects prices that hold from beyond the years 0001 to 9999 in UTC on, and stores the rest"({ mine }) {
    const there = { brands: [aBrand({ time_zone: "Asia/Tokyo" })], products: [aProductEntry()] }
    yield* seedCatalog(mine, there)
    const { savePrices, saveShopPrices } = yield* CatalogWriter
    const days = [
      ...["0001-01-01", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59.9999Z", "0001-01-01T00:00Z"],
      ...["9999-12-31T23:00-01:00", "0001-01-02", "9999-12-31"],
    ]
    const results = [
      yield* savePrices(
        mine,
        days.map((effective_from) => aPriceEntry({ effective_from })),
      ),
      yield* saveShopPrices(
        mine,
        days.slice(0, 2).map((effective_from) => ({
          ...{ product_key: "P1", variant_key: "P1-BLK-9", price_type: "PRICE", amount: "1", effective_from },
        })),
        instantOf("2026-06-01"),
      ),
    ]
    const rejected = [0, 2, 4].map((index) => ({ rejected: index }))
    assert.deepStrictEqual(results.map(counts), [
      [4, 0, 0, ...rejected],
      [1, 0, 0, { rejected: 0 }],
    ])
    for (const { rejected } of results) assert.include(rejected[0]?.reason, "0001-01-01")
  },
  *"keeps prices of lists apart: the same in another list is another, and a shop's prices are of base"({
    mine,
  }) {
    const inOthers = ["EU", "UK"].map((price_list) => aPriceList({ price_list }))
    yield* seedCatalog(mine, { brands, products: [aProductEntry()], price_lists: inOthers })
    const { savePrices, saveShopPrices, retire } = yield* CatalogWriter
    const { pricesAround } = yield* PriceRepository
    const entries = [aPriceEntry(), aPriceEntry({ price_list: "EU" }), aPriceEntry({ price_list: "UK" })]
    assert.deepStrictEqual(counts(yield* savePrices(mine, entries)), [3, 0, 0])
    assert.deepStrictEqual(counts(yield* savePrices(mine, entries)), [0, 0, 3])
    assert.deepStrictEqual(counts(yield* savePrices(mine, [aPriceEntry({ price_list: "base" })])), [0, 0, 1])
    const shown = { product_key: "P1", variant_key: "P1-BLK-9", price_type: "MAP", effective_from: null }
    const seen = Effect.fnUntraced(function* () {
      const lists = ["base", "EU", "UK"]
      const { inForce } = yield* pricesAround(mine, ["P1-BLK-9"], instantOf("2026-07-01"), undefined, lists)
      return inForce.map(({ amount, price_list }) => `${price_list} ${amount}`)
    })
    const [june, july] = [instantOf("2026-06-01"), instantOf("2026-06-15")]
    const same = yield* saveShopPrices(mine, [{ ...shown, amount: "149.95" }], june)
    assert.deepStrictEqual(counts(same), [0, 0, 1])
    yield* saveShopPrices(mine, [{ ...shown, amount: "99" }], june)
    assert.deepStrictEqual(yield* seen(), ["EU 149.95", "UK 149.95", "base 99"])
    const pair = { variant_key: "P1-BLK-9", price_type: "MAP" }
    yield* retire(mine, { products: [], variants: [], prices: [pair] }, july, "the shop")
    assert.deepStrictEqual(yield* seen(), ["EU 149.95", "UK 149.95"])
  },
  *"rejects prices of a list that there is not, by name, and stores the rest"({ mine, theirs }) {
    const there = { brands, products: [aProductEntry()] }
    yield* seedCatalog(theirs, { ...there, price_lists: [aPriceList({ price_list: "EU" })] })
    yield* seedCatalog(mine, { ...there, price_lists: [aPriceList({ price_list: "eu", archived: true })] })
    const { savePrices } = yield* CatalogWriter
    const entries = ["EU", "eu", "base", "nowhere", "\0"].map((price_list) => aPriceEntry({ price_list }))
    const result = yield* savePrices(mine, entries)
    assert.deepStrictEqual(counts(result), [2, 0, 0, ...[0, 3, 4].map((rejected) => ({ rejected }))])
    for (const [index, key] of ['"EU"', '"nowhere"'].entries())
      assert.include(result.rejected[index]?.reason, key)
    assert.deepStrictEqual(counts(yield* savePrices(theirs, [aPriceEntry({ price_list: "EU" })])), [1, 0, 0])
  },
  *"appends a shop's prices of a list, finds them and withdraws them, and leaves those of other lists"({
    mine,
  }) {
    const price_lists = ["EU", "UK"].map((price_list) => aPriceList({ price_list }))
    const prices = ["base", "EU", "UK"].map((price_list) => aPriceEntry({ price_list }))
    yield* seedCatalog(mine, { brands, products: [aProductEntry()], price_lists, prices })
    const { saveShopPrices, contents, retire } = yield* CatalogWriter
    const { pricesAround } = yield* PriceRepository
    const [june, july] = [instantOf("2026-06-01"), instantOf("2026-06-15")]
    const pair = { variant_key: "P1-BLK-9", price_type: "MAP" }
    const shown = { ...pair, product_key: "P1", effective_from: null, price_list: "EU" }
    const entries = [
      { ...shown, amount: "149.950" },
      { ...shown, amount: "99" },
      { ...shown, price_type: "MSRP", amount: "200" },
      { ...shown, price_list: "nowhere", amount: "1" },
      { ...shown, price_list: "UK", amount: "149.95" },
    ]
    const result = yield* saveShopPrices(mine, entries, june)
    assert.deepStrictEqual(counts(result), [2, 0, 2, { rejected: 3 }])
    assert.include(result.rejected[0]?.reason, "nowhere")
    const seen = Effect.fnUntraced(function* () {
      const { inForce } = yield* pricesAround(mine, ["P1-BLK-9"], july, undefined, ["base", "EU", "UK"])
      return inForce.map(({ amount, price_type, price_list }) => `${price_type} ${price_list} ${amount}`)
    })
    const others = ["MAP UK 149.95", "MAP base 149.95"]
    assert.deepStrictEqual(yield* seen(), ["MAP EU 99", ...others, "MSRP EU 200"])
    const query = { brand_keys: ["B1"], price_types: ["MSRP", "MAP"], at: june, after: null, limit: 10 }
    const inEurope = { price_type: "MSRP", price_list: "EU" }
    const cheapest = { price_type: "MAP", price_list: "EU" }
    const list_prices = [inEurope, { ...inEurope, price_list: "UK" }, cheapest]
    const [found] = yield* contents(mine, { ...query, list_prices })
    assert.deepStrictEqual(found?.variants, [
      { variant_key: "P1-BLK-9", price_types: ["MAP"], list_prices: [cheapest, inEurope] },
    ])
    const gone = [pair, { ...pair, price_list: "UK" }, { ...pair, price_type: "MSRP", price_list: "UK" }]
    const retired = yield* retire(mine, { products: [], variants: [], prices: gone }, july, "the shop")
    assert.deepStrictEqual(retired, { products: 0, variants: 0, prices: 2 })
    assert.deepStrictEqual(yield* seen(), ["MAP EU 99", "MSRP EU 200"])
  },
})
