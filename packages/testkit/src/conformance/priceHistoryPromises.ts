import { basePriceList, CatalogWriter, type HistoryOf, PriceHistory, type PriceRecords } from "@hangtag/core"
import { assert } from "chai"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aBrand, aPriceEntry, aProductEntry, aVariantEntry, instantOf } from "../builders/index.ts"
import { seedCatalog, seededAt } from "../seed/seedCatalog.ts"
import { promisesOf } from "./suite/promisesOf.ts"

const read = Effect.fnUntraced(function* (
  organization: string,
  of: HistoryOf,
  query: Partial<Parameters<PriceHistory["Service"]["records"]>[2]> = {},
) {
  const { records } = yield* PriceHistory
  return Option.getOrNull(yield* records(organization, of, { price_type: null, limit: 100, ...query }))
})

const product = (...colors: ReadonlyArray<readonly [key: string, color: string]>) => [
  aProductEntry({ variants: colors.map(([variant_key, color]) => aVariantEntry({ variant_key, color })) }),
]
const seed = {
  brands: [aBrand({ time_zone: "America/New_York" })],
  products: product(["B", "Black"], ["A", "Black"], ["C", "black"]),
}
const price = (variant_key: string, amount: string, more: Parameters<typeof aPriceEntry>[0] = {}) =>
  aPriceEntry({ variant_key, amount, ...more })

/** What a `PriceHistory` promises, each by the name of its test. */
export const priceHistoryPromises = promisesOf<PriceHistory | CatalogWriter>()({
  *"gives every record, by variant key, price type and priceOrder"({ mine }) {
    yield* seedCatalog(mine, {
      ...seed,
      prices: [
        price("B", "1"),
        price("A", "2", { effective_from: "2026-07-01", status: "draft" }),
        price("A", "3", { effective_from: "2025-07-01" }),
        price("A", "4", { price_type: "\u{1f600}" }),
        price("A", "5", { price_type: "\ue000" }),
        price("A", "6", { effective_from: "2026-07-01T00:00:00-04:00" }),
        price("C", "7.00"),
      ],
    })
    const found = yield* read(mine, { product_key: "P1", color: null })
    assert.deepStrictEqual(
      found?.variants.map(({ variant_key }) => variant_key),
      ["A", "B", "C"],
    )
    assert.deepStrictEqual(
      found?.records.map(({ amount }) => amount),
      ["3", "2", "6", "5", "4", "1", "7.00"],
    )
    assert.strictEqual(found?.time_zone, "America/New_York")
    const { record_key, sequence, known_at: _, ...rest } = found!.records[1]!
    assert.isNotEmpty(record_key)
    assert.isAbove(sequence, 0)
    assert.deepStrictEqual(rest, {
      ...price("A", "2", { effective_from: "2026-07-01", status: "draft" }),
      price_list: basePriceList,
      effective_at: instantOf("2026-07-01T04:00:00Z"),
    })
  },
  *"gives those of a variant, of a color, and of a type, compared exactly"({ mine }) {
    yield* seedCatalog(mine, {
      ...seed,
      prices: [price("A", "1"), price("A", "2", { price_type: "map" }), price("B", "3"), price("C", "4")],
    })
    const amounts = (of: HistoryOf, price_type?: string) =>
      Effect.map(read(mine, of, price_type === undefined ? {} : { price_type }), (found) =>
        found?.records.map(({ amount }) => amount),
      )
    assert.deepStrictEqual(yield* amounts({ variant_key: "A" }), ["1", "2"])
    assert.deepStrictEqual(yield* amounts({ variant_key: "A" }, "map"), ["2"])
    assert.deepStrictEqual(yield* amounts({ product_key: "P1", color: "black" }), ["4"])
    assert.deepStrictEqual(yield* amounts({ product_key: "P1", color: "Black" }, "MAP"), ["1", "3"])
    assert.deepStrictEqual(yield* amounts({ product_key: "P1", color: "none" }), [])
    assert.deepStrictEqual(yield* amounts({ variant_key: "A" }, "\0"), [])
  },
  *"gives none of an unknown variant or product"({ mine }) {
    yield* seedCatalog(mine, seed)
    for (const key of ["", "a", "A ", "A\0", "\ud800", "%", "p1"]) {
      assert.isNull(yield* read(mine, { variant_key: key }))
      assert.isNull(yield* read(mine, { product_key: key, color: null }))
    }
    const none = { time_zone: "America/New_York", count: 0, records: [] }
    assert.deepStrictEqual(yield* read(mine, { variant_key: "A" }), {
      ...none,
      variants: [
        {
          variant_key: "A",
          product_key: "P1",
          color: "Black",
          size: aVariantEntry().size,
          known_at: seededAt,
        },
      ],
    })
  },
  *"tells of withdrawn prices and retired variants"({ mine }) {
    yield* seedCatalog(mine, { ...seed, prices: [price("A", "1")] })
    const { retire } = yield* CatalogWriter
    const at = instantOf("2026-06-01")
    const prices = [{ variant_key: "A", price_type: "MAP" }]
    yield* retire(mine, { products: [], variants: ["A"], prices }, at, "the shop")
    const found = yield* read(mine, { product_key: "P1", color: "Black" })
    assert.deepStrictEqual(
      found?.variants.map(({ variant_key }) => variant_key),
      ["A", "B"],
    )
    assert.deepStrictEqual(
      found?.records.map(({ withdrawn }) => withdrawn),
      [{ at, by: "the shop" }],
    )
  },
  *"gives histories of a thousand prices and more whole"({ mine }) {
    const amounts = Array.from({ length: 1_001 }, (_, place) => String(place + 1))
    const begins = (place: number) => new Date(Date.UTC(2020, 0, 1 + place)).toISOString()
    const prices = amounts.map((amount, place) => price("A", amount, { effective_from: begins(place) }))
    yield* seedCatalog(mine, { ...seed, prices })
    for (const own of [{ variant_key: "A" }, { product_key: "P1", color: null }]) {
      const found = yield* read(mine, own, { limit: 1_001 })
      assert.strictEqual(found?.count, 1_001)
      assert.deepStrictEqual(
        found?.records.map(({ amount }) => amount),
        amounts,
      )
      assert.strictEqual((yield* read(mine, own, { limit: 1_000 }))?.count, 1_001)
    }
  },
  *"counts no further than one more than the limit, and gives all where they are within it"({ mine }) {
    const prices = ["B", "A"].flatMap((key) =>
      Array.from({ length: 5 }, (_, index) => price(key, String(index), { price_type: `T${index}` })),
    )
    yield* seedCatalog(mine, { ...seed, prices })
    const counts = yield* Effect.forEach([6, 9, 10, 5_000], (limit) =>
      Effect.map(read(mine, { product_key: "P1", color: null }, { limit }), (found) => [
        found?.count,
        found!.count > limit ? "more" : found?.records.length,
      ]),
    )
    assert.deepStrictEqual(counts, [
      [7, "more"],
      [10, "more"],
      [10, 10],
      [10, 10],
    ])
    const one = { variant_key: "A" }
    assert.strictEqual((yield* read(mine, one, { limit: 10, price_type: "T1" }))?.count, 1)
  },
  *"keeps when prices and variants came, where these belonged before, and the instants that another zone moved"({
    mine,
  }) {
    const { saveBrands, savePrices, saveProducts } = yield* CatalogWriter
    const later = instantOf("2026-03-02T00:00:00Z")
    yield* seedCatalog(mine, seed)
    const entries = [price("A", "1"), price("A", "2", { effective_from: "2026-07-01", status: "draft" })]
    const since = (yield* Clock.currentTimeMillis) * 1_000
    yield* savePrices(mine, entries)
    yield* saveProducts(mine, product(["A", "Red"], ["N", "Black"]), later)
    const brand = aBrand({ time_zone: "UTC" })
    yield* saveBrands(mine, [brand], { at: later, movesToCome: true })
    const black = { product_key: "P1", color: "Black" }
    const keysOf = (found: PriceRecords | null) => found?.variants.map(({ variant_key }) => variant_key)
    assert.deepStrictEqual(keysOf(yield* read(mine, black)), ["B", "N"])
    const known = yield* read(mine, black, { wasKnown: true })
    const place = { product_key: "P1", size: aVariantEntry().size }
    const came = { ...place, color: "Black", former: [] }
    const was = { ...place, color: "Black", until: later }
    assert.deepStrictEqual(known?.variants, [
      { ...came, variant_key: "A", known_at: seededAt, color: "Red", former: [was] },
      { ...came, variant_key: "B", known_at: seededAt },
      { ...came, variant_key: "N", known_at: later },
    ])
    const noted = known?.records.map(({ amount, known_at, effective_at, rezoned }) => ({
      amount,
      effective_at,
      rezoned,
      isNoted: known_at !== undefined && known_at >= since,
    }))
    const moved = { at: later, effective_at: instantOf("2026-07-01T04:00:00Z"), ends_at: null }
    assert.deepStrictEqual(noted, [
      { amount: "1", effective_at: instantOf("2026-01-01T05:00:00Z"), rezoned: undefined, isNoted: true },
      { amount: "2", effective_at: instantOf("2026-07-01"), rezoned: [moved], isNoted: true },
    ])
  },
  *"sees nothing of another organization"({ mine, theirs }) {
    yield* seedCatalog(theirs, { ...seed, prices: [price("A", "1")] })
    assert.isNull(yield* read(mine, { variant_key: "A" }))
    yield* seedCatalog(mine, { ...seed, prices: [price("A", "2")] })
    const found = yield* read(mine, { product_key: "P1", color: null })
    assert.deepStrictEqual(
      found?.records.map(({ amount }) => amount),
      ["2"],
    )
  },
  *"gives the records of the price lists that are named, of base where none is"({ mine }) {
    const prices = [
      price("A", "1"),
      price("A", "2", { price_list: "EU" }),
      price("B", "3", { price_list: "eu" }),
    ]
    yield* seedCatalog(mine, { ...seed, prices })
    const seen = Effect.fnUntraced(function* (...price_lists: ReadonlyArray<string>) {
      const found = yield* read(
        mine,
        { product_key: "P1", color: null },
        price_lists.length > 0 ? { price_lists } : {},
      )
      assert.strictEqual(found?.count, found?.records.length)
      return found?.records.map((record) => `${record.amount} ${record.price_list}`)
    })
    assert.deepStrictEqual(yield* seen(), ["1 base"])
    assert.deepStrictEqual(yield* seen("EU"), ["2 EU"])
    assert.deepStrictEqual(yield* seen("eu"), ["3 eu"])
    assert.deepStrictEqual(yield* seen("UK"), [])
    assert.deepStrictEqual(yield* seen("EU", "base", "UK"), ["2 EU", "1 base"])
  },
})
