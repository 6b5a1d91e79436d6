import {
  type BrandedInstant,
  CatalogWriter,
  type Ending,
  type ExportProduct,
  ExportRepository,
  type ExportSelection,
  type ExportWanted,
  instantFromMicros,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { anExportSelection, aPriceEntry, aProductEntry, instantOf } from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { betweenWrites } from "../suite/betweenWrites.ts"
import {
  brands,
  changeEverything,
  everything,
  keyOf,
  names,
  now,
  promises,
  roundProduct,
  streamed,
  takes,
  versions,
} from "./steps.ts"

export const momentPromises = promises({
  *"gives the prices in force at the moment, of the types wanted"({ mine }) {
    const price = (
      price_type: string,
      amount: string,
      effective_from: string,
      status: "draft" | "active" = "active",
    ) => aPriceEntry({ price_type, amount, effective_from, status })
    yield* seedCatalog(mine, {
      brands,
      products: [aProductEntry()],
      prices: [
        price("MAP", "1.00", "2026-01-01"),
        price("MAP", "2.00", "2026-03-01"),
        price("MAP", "3.00", "2026-05-01", "draft"),
        price("MAP", "4.00", "2026-07-01"),
        price("MSRP", "9.90", "2026-01-01T00:00:00+01:00"),
        price("OUTLET", "5.00", "2026-01-01"),
        aPriceEntry({
          price_type: "OUTLET",
          amount: null,
          ending: "fall_back",
          effective_from: "2026-02-01",
        }),
      ],
    })
    const ofTypes = (price_types: ReadonlyArray<string>, at = now) =>
      Effect.map(streamed(mine, {}, { variants: true, price_types, at }), (products) =>
        products.flatMap(({ prices }) => prices),
      )
    const variant_key = "P1-BLK-9"
    const map = {
      variant_key,
      price_type: "MAP",
      amount: "2.00",
      effective_from: "2026-03-01",
      effective_at: instantOf("2026-03-01"),
    }
    const msrp = {
      variant_key,
      price_type: "MSRP",
      amount: "9.90",
      effective_from: "2026-01-01T00:00:00+01:00",
      effective_at: instantOf("2025-12-31T23:00:00Z"),
    }
    assert.deepStrictEqual(yield* ofTypes(["MAP"]), [map])
    assert.sameDeepMembers([...(yield* ofTypes(["MSRP", "MAP", "nope"]))], [map, msrp])
    assert.deepStrictEqual(yield* ofTypes([]), [])
    // it has ended
    assert.deepStrictEqual(yield* ofTypes(["OUTLET"]), [])
    assert.lengthOf(yield* ofTypes(["OUTLET"], instantOf("2026-01-31")), 1)
    assert.deepStrictEqual(
      (yield* ofTypes(["MAP"], instantOf("2026-07-01"))).map((each) => each.amount),
      ["4.00"],
    )
    assert.deepStrictEqual(yield* ofTypes(["MAP"], instantFromMicros(instantOf("2026-01-01") - 1)), [])
    const { retire } = yield* CatalogWriter
    const prices = [{ variant_key, price_type: "MAP" }]
    yield* retire(mine, { products: [], variants: [], prices }, now, "me")
    assert.deepStrictEqual(yield* ofTypes(["MAP"], instantFromMicros(now - 1)), [map])
    // neither what was in force nor what was to come
    for (const at of [now, instantOf("2026-07-01")])
      assert.deepStrictEqual(yield* ofTypes(["MAP", "MSRP"], at), [msrp])
  },
  *"gives prices of other lists that are wanted, each of its own type and list, beside those of base"({
    mine,
  }) {
    const price = (price_list: string, price_type: string, amount: string) =>
      aPriceEntry({ price_list, price_type, amount })
    const ending = (price_list: string, price_type: string, ends: Ending) =>
      aPriceEntry({ price_list, price_type, amount: null, ending: ends })
    const types = Array.from({ length: 20 }, (_, index) => `T${index}`)
    yield* seedCatalog(mine, {
      brands,
      products: [aProductEntry()],
      prices: [
        price("base", "MAP", "1"),
        price("base", "MSRP", "2"),
        price("EU", "MAP", "3"),
        price("EU", "MSRP", "4"),
        price("DE", "MAP", "5"),
        ending("UK", "MAP", "not_offered"),
        ending("FR", "MAP", "fall_back"),
        ...types.map((type, index) => price("EU", type, String(10 + index))),
      ],
    })
    const seen = Effect.fnUntraced(function* (
      price_types: ReadonlyArray<string>,
      ...list_prices: NonNullable<ExportWanted["list_prices"]>
    ) {
      const wanted = { variants: true, price_types, list_prices, at: now }
      const all = [
        ...(yield* streamed(mine, {}, wanted)),
        ...(yield* streamed(mine, { product_keys: ["P1"] }, wanted)),
      ].map(({ prices }) =>
        prices
          .map(({ price_list = "base", price_type, amount }) => `${price_type} ${price_list} ${amount}`)
          .sort(),
      )
      assert.deepStrictEqual(all[0], all[1])
      return all[0]
    })
    const of = (price_type: string, price_list: string) => ({ price_type, price_list })
    assert.deepStrictEqual(yield* seen(["MAP"]), ["MAP base 1"])
    assert.deepStrictEqual(yield* seen(["MSRP"], of("MAP", "DE"), of("MAP", "EU"), of("MAP", "eu")), [
      "MAP DE 5",
      "MAP EU 3",
      "MSRP base 2",
    ])
    assert.deepStrictEqual(yield* seen([], of("MSRP", "DE"), of("MSRP", "EU")), ["MSRP EU 4"])
    const ended = [of("MAP", "UK"), of("MAP", "FR")]
    assert.deepStrictEqual(yield* seen(["MAP"], ...ended), ["MAP UK null", "MAP base 1"])
    const many = [...ended, ...types.map((type) => of(type, "EU"))]
    const inEurope = types.map((type, index) => `${type} EU ${10 + index}`)
    assert.deepStrictEqual(yield* seen(["MAP", ...types], ...many, of("MAP", "DE")), [
      "MAP DE 5",
      "MAP UK null",
      "MAP base 1",
      ...inEurope.sort(),
    ])
  },
  *"gives prices as they were known at a moment"({ mine }) {
    yield* seedCatalog(mine, { brands, products: [aProductEntry()] })
    const before = yield* betweenWrites
    yield* seedCatalog(mine, { prices: [aPriceEntry({ amount: "1" })] })
    const between = yield* betweenWrites
    yield* seedCatalog(mine, {
      prices: [
        aPriceEntry({ amount: "2", effective_from: "2026-03-01" }),
        aPriceEntry({ amount: "3", price_list: "EU" }),
      ],
    })
    const after = yield* betweenWrites
    const seen = Effect.fnUntraced(function* (known_at: BrandedInstant) {
      const list_prices = [{ price_type: "MAP", price_list: "EU" }]
      const wanted = { variants: true, price_types: ["MAP"], list_prices, at: now, known_at }
      const all = [
        ...(yield* streamed(mine, {}, wanted)),
        ...(yield* streamed(mine, { product_keys: ["P1"] }, wanted)),
      ].map(({ prices }) => prices.map(({ amount }) => amount).sort())
      assert.deepStrictEqual(all[0], all[1])
      return all[0]
    })
    assert.deepStrictEqual(yield* seen(before), [])
    assert.deepStrictEqual(yield* seen(between), ["1"])
    assert.deepStrictEqual(yield* seen(after), ["2", "3"])
  },
  *"gives thousands of versions, each once and in order"({ mine }) {
    const keys = Array.from({ length: 1_000 }, (_, index) => `P${String(index).padStart(4, "0")}`)
    yield* seedCatalog(mine, {
      brands,
      products: keys.flatMap((product_key) =>
        [2, 1].map((version) => aProductEntry({ product_key, version })),
      ),
      prices: keys.map((key) => aPriceEntry({ variant_key: `${key}-BLK-9`, amount: key.slice(1) })),
    })
    const products = yield* streamed(mine, {}, { variants: true, price_types: ["MAP"] })
    assert.deepStrictEqual(
      names(products),
      keys.flatMap((key) => [`${key}@1`, `${key}@2`]),
    )
    for (const { product, variants, prices } of products) {
      assert.deepStrictEqual(
        variants.map((each) => each.product_key),
        [product.product_key],
      )
      assert.deepStrictEqual(
        prices.map((each) => each.amount),
        [product.product_key.slice(1)],
      )
    }
    yield* takes(
      mine,
      { product_keys: keys.toReversed(), latest_only: true },
      keys.map((key) => `${key}@2`),
    )
  },
  *"reads at once what it reads in parts"({ mine }) {
    yield* seedCatalog(mine, {
      brands,
      products: [roundProduct("P1", 0), roundProduct("P1", 1, 2), roundProduct("P2", 1)],
      prices: [aPriceEntry({ variant_key: "P1-A" })],
    })
    const selections: ReadonlyArray<Partial<ExportSelection>> = [
      {},
      { label_keys: ["fall"] },
      { sources: ["scraper"] },
      { latest_only: true },
    ]
    for (const selection of selections)
      for (const product_keys of [["P1"], ["P2", "nope", "P1"], ["nope"]])
        yield* streamed(mine, { ...selection, product_keys }, everything)
    yield* streamed(mine, { product_keys: ["P2"] })
  },
  *"can be stopped early"({ mine }) {
    yield* seedCatalog(mine, versions)
    const exports = yield* ExportRepository
    const first = yield* exports
      .products(mine, anExportSelection(), {
        variants: true,
        attributes: true,
        price_types: ["MAP"],
        at: now,
      })
      .pipe(Stream.flattenIterable, Stream.take(1), Stream.runCollect)
    assert.deepStrictEqual(names(first), ["P1@1"])
    yield* takes(mine, { product_keys: ["P3"] }, ["P3@1"])
  },
  *"gives one moment, that at which reading began, though everything is rewritten meanwhile"({ mine }) {
    const keys = Array.from({ length: 120 }, (_, index) => keyOf(index))
    yield* seedCatalog(mine, {
      brands,
      products: keys.map((key) => roundProduct(key, 0)),
      // the instants of dates move with the brand's time zone
      prices: keys.flatMap((key) =>
        ["2026-01-01", "2026-05-31T20:00:00"].map((effective_from, index) =>
          aPriceEntry({ variant_key: `${key}-A`, amount: `0.${index}`, effective_from }),
        ),
      ),
    })
    let round = 0
    /** Reads a selection while everything is rewritten after each batch. */
    const readSlowly = (selection: Partial<ExportSelection>) =>
      Effect.gen(function* () {
        const exports = yield* ExportRepository
        const before = yield* streamed(mine, selection, everything)
        const batches = yield* exports
          .products(mine, anExportSelection(selection), { ...everything, at: now })
          .pipe(
            Stream.tap(() => Effect.suspend(() => changeEverything(mine, keys, ++round))),
            Stream.runCollect,
          )
        return { before, during: batches.flat(), rounds: round }
      })
    const all = yield* readSlowly({ label_keys: ["fall"] })
    assert.deepStrictEqual(all.during, all.before)
    assert.deepStrictEqual([all.during.length, all.rounds > 0], [keys.length, true])
    const asked = yield* readSlowly({
      product_keys: ["A", ...keys, `${keyOf(7)}~1`, "Z~"],
      latest_only: true,
    })
    assert.deepStrictEqual(asked.during, asked.before)
    yield* takes(mine, { label_keys: ["fall"] }, [])
  },
  *"gives each of two readers its own moment"({ mine }) {
    const keys = Array.from({ length: 120 }, (_, index) => keyOf(index))
    yield* seedCatalog(mine, { brands, products: keys.map((key) => roundProduct(key, 0)) })
    const exports = yield* ExportRepository
    const read = exports.products(mine, anExportSelection(), { ...everything, at: now })
    const [first, second] = [yield* streamed(mine, {}, everything), [] as Array<ExportProduct>]
    const slow = yield* read.pipe(
      Stream.mapEffect((batch) =>
        Effect.gen(function* () {
          yield* changeEverything(mine, keys, 1)
          if (second.length === 0) {
            const before = yield* streamed(mine, {}, everything)
            assert.notDeepEqual(before, first)
            const during = yield* Stream.runCollect(Stream.tap(read, () => changeEverything(mine, keys, 2)))
            second.push(...during.flat())
            assert.deepStrictEqual(second, before)
          }
          return batch
        }),
      ),
      Stream.runCollect,
    )
    assert.deepStrictEqual(slow.flat(), first)
  },
})
