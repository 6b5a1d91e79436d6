import {
  CatalogWriter,
  type ExportProduct,
  ExportRepository,
  type ExportSelection,
  instantFromMicros,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { anExportSelection, aPriceEntry, aProductEntry, instantOf } from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import type { PromiseTest } from "../suite/promiseTests.ts"
import {
  brands,
  changeEverything,
  everything,
  keyOf,
  names,
  now,
  type Ports,
  roundProduct,
  streamed,
  takes,
  versions,
} from "./steps.ts"

export const momentPromises = {
  "gives the prices in force at the moment, of the types wanted": Effect.fnUntraced(function* ({ mine }) {
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
      ...{ variant_key, price_type: "MAP", amount: "2.00", effective_from: "2026-03-01" },
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
  }),
  "gives thousands of versions, each once and in order": Effect.fnUntraced(function* ({ mine }) {
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
  }),
  "reads at once what it reads in parts": Effect.fnUntraced(function* ({ mine }) {
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
  }),
  "can be stopped early": Effect.fnUntraced(function* ({ mine }) {
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
  }),
  "gives one moment, that at which reading began, though everything is rewritten meanwhile":
    Effect.fnUntraced(function* ({ mine }) {
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
    }),
  "gives each of two readers its own moment": Effect.fnUntraced(function* ({ mine }) {
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
  }),
} satisfies Record<string, PromiseTest<Ports>>
