import {
  type CatalogWriter,
  type ExportProduct,
  ExportRepository,
  type ExportSelection,
  instantToText,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { assert } from "vitest"
import {
  aBrand,
  anExportSelection,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  instantOf,
} from "../builders/index.ts"
import type { CatalogSeed } from "../seed/CatalogSeed.ts"
import { seedCatalog, seededAt } from "../seed/seedCatalog.ts"
import { type PromiseTest, portSuite, type SuiteOptions } from "./portSuite.ts"

type Ports = ExportRepository | CatalogWriter

const now = instantOf("2026-06-01")
const brands = [aBrand()]
const noneSkipped = { unknown_product: 0, filtered_out: 0 }

/** P1 and P2 in versions 1 to 3 that differ in label and source, P3 in version 1. */
const versions: CatalogSeed = {
  brands,
  products: [
    aProductEntry({ product_key: "P2", version: 10, labels: ["fall"], source: "scraper" }),
    aProductEntry({ product_key: "P2", version: 2, labels: ["fall", "sale"] }),
    aProductEntry({ product_key: "P1", version: 2, labels: ["sale"], source: "scraper" }),
    aProductEntry({ product_key: "P1", version: 1, labels: ["fall"] }),
    aProductEntry({ product_key: "P3", version: 1 }),
  ],
}

const streamed = Effect.fnUntraced(function* (
  organization: string,
  selection: Partial<ExportSelection> = {},
  wanted: Partial<Parameters<ExportRepository["Service"]["products"]>[2]> = {},
) {
  const exports = yield* ExportRepository
  const batches = yield* Stream.runCollect(
    exports.products(organization, anExportSelection(selection), {
      variants: false,
      price_types: [],
      at: now,
      ...wanted,
    }),
  )
  return batches.flat()
})

const names = (products: ReadonlyArray<ExportProduct>) =>
  products.map(({ product }) => `${product.product_key}@${product.version}`)

/** Checks that count and stream agree on what a selection takes. */
const takes = Effect.fnUntraced(function* (
  organization: string,
  selection: Partial<ExportSelection>,
  expected: ReadonlyArray<string>,
  skipped: { unknown_product: number; filtered_out: number } = noneSkipped,
) {
  const exports = yield* ExportRepository
  assert.deepStrictEqual(names(yield* streamed(organization, selection)), [...expected])
  assert.deepStrictEqual(yield* exports.count(organization, anExportSelection(selection)), {
    total: expected.length,
    skipped,
  })
})

const everything = { variants: true, price_types: ["MAP", "MSRP"] }
const keyOf = (index: number) => `P${String(index).padStart(3, "0")}`

/** A product whose texts, labels, attributes, variants and prices all tell of the round that wrote it. */
const roundProduct = (product_key: string, round: number, version = 1) =>
  aProductEntry({
    product_key,
    version,
    name: `Boot ${round}`,
    labels: round === 0 ? ["fall"] : [],
    source: round === 0 ? "merchant_input" : "scraper",
    attributes: { round },
    variants: [`${product_key}-A`, ...(round === 0 ? [] : [`${product_key}-${round}`])].map((variant_key) =>
      aVariantEntry({ variant_key, name: `Variant ${round}`, attributes: { round } }),
    ),
  })

/** Rewrites what a catalog of these products holds, adds to it before, between and behind, and moves its prices. */
const changeEverything = Effect.fnUntraced(function* (
  organization: string,
  keys: ReadonlyArray<string>,
  round: number,
) {
  const added = keys.map((key) => `${key}~${round}`)
  yield* seedCatalog(organization, {
    brands: [aBrand({ time_zone: round % 2 === 0 ? "UTC" : "Pacific/Kiritimati" })],
    products: [
      ...keys.flatMap((key) => [roundProduct(key, round), roundProduct(key, round, 1 + round)]),
      ...["A", ...added, "Z"].map((key) => roundProduct(key, round)),
    ],
    prices: keys.map((key) => aPriceEntry({ variant_key: `${key}-A`, amount: `${round}.00` })),
  })
})

const promises = {
  "takes every version of every product, in the order of product key and version": Effect.fnUntraced(
    function* ({ mine }) {
      yield* seedCatalog(mine, versions)
      yield* takes(mine, {}, ["P1@1", "P1@2", "P2@2", "P2@10", "P3@1"])
    },
  ),
  "orders product keys by code point": Effect.fnUntraced(function* ({ mine }) {
    const inOrder = ["B", "a", "a-1", "b", "é", "\ue000", "\u{1f600}"]
    yield* seedCatalog(mine, {
      brands,
      products: inOrder.toReversed().map((product_key) => aProductEntry({ product_key })),
    })
    yield* takes(
      mine,
      {},
      inOrder.map((key) => `${key}@1`),
    )
  }),
  "takes the products asked for, each once, and counts what they gave nothing for": Effect.fnUntraced(
    function* ({ mine }) {
      yield* seedCatalog(mine, versions)
      yield* takes(mine, { product_keys: ["P3", "P1", "P3"] }, ["P1@1", "P1@2", "P3@1"])
      yield* takes(mine, { product_keys: ["nope", "P3", "p3", "nope", "P3\0"] }, ["P3@1"], {
        unknown_product: 3,
        filtered_out: 0,
      })
      yield* takes(mine, { product_keys: ["nope", "P3", "P1", "P1"], sources: ["scraper"] }, ["P1@2"], {
        unknown_product: 1,
        filtered_out: 1,
      })
    },
  ),
  "skips nothing when nothing was asked for by key": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, versions)
    yield* takes(mine, { sources: ["nowhere"] }, [])
  }),
  "takes versions with at least one of the labels": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, versions)
    yield* takes(mine, { label_keys: ["sale"] }, ["P1@2", "P2@2"])
    yield* takes(mine, { label_keys: ["sale", "fall", "sale"] }, ["P1@1", "P1@2", "P2@2", "P2@10"])
    yield* takes(mine, { label_keys: ["SALE", "sal", "sale\0"] }, [])
    yield* takes(mine, { label_keys: [] }, [])
  }),
  "takes versions from one of the sources": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, versions)
    yield* takes(mine, { sources: ["scraper"] }, ["P1@2", "P2@10"])
    yield* takes(mine, { sources: ["scraper", "merchant_input"] }, ["P1@1", "P1@2", "P2@2", "P2@10", "P3@1"])
  }),
  "considers the greatest version only, before the other filters": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, versions)
    yield* takes(mine, { latest_only: true }, ["P1@2", "P2@10", "P3@1"])
    yield* takes(mine, { latest_only: true, label_keys: ["fall"] }, ["P2@10"])
    yield* takes(mine, { latest_only: true, label_keys: ["sale"], product_keys: ["P1", "P2"] }, ["P1@2"], {
      unknown_product: 0,
      filtered_out: 1,
    })
  }),
  "gives every field of a version": Effect.fnUntraced(function* ({ mine }) {
    const attributes = {
      material: { key: "l", label: "Leather" },
      height: { value: 6.5, unit: "in" },
      tags: ["a", 1],
    }
    const entry = aProductEntry({
      version: 7,
      labels: ["b", "a"],
      source: "scraper",
      attributes,
      variants: [],
    })
    yield* seedCatalog(mine, { brands, products: [entry] })
    const { variants: _, ...product } = entry
    assert.deepStrictEqual(yield* streamed(mine), [
      { product: { ...product, updated_at: instantToText(seededAt) }, variants: [], prices: [] },
    ])
  }),
  "gives a product's variants with each of its versions, and only when they are wanted": Effect.fnUntraced(
    function* ({ mine }) {
      const listed = (version: number, ...keys: ReadonlyArray<string>) =>
        aProductEntry({
          version,
          variants: keys.map((variant_key) => aVariantEntry({ variant_key, size: String(version) })),
        })
      yield* seedCatalog(mine, {
        brands,
        products: [
          listed(1, "A", "B"),
          listed(2, "A", "C"),
          aProductEntry({ product_key: "P2", variants: [aVariantEntry({ variant_key: "D" })] }),
        ],
      })
      const products = yield* streamed(mine, {}, { variants: true })
      const variants = products.map((each) =>
        each.variants
          .map(({ variant_key, size, product_key }) => `${product_key} ${variant_key} ${size}`)
          .sort(),
      )
      const ofP1 = ["P1 A 2", "P1 B 1", "P1 C 2"]
      assert.deepStrictEqual(variants, [ofP1, ofP1, ["P2 D 9"]])
      assert.deepStrictEqual(
        (yield* streamed(mine)).map((each) => each.variants.length),
        [0, 0, 0],
      )
    },
  ),
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
      ],
    })
    const ofTypes = (price_types: ReadonlyArray<string>, at = now) =>
      Effect.map(streamed(mine, {}, { variants: true, price_types, at }), (products) =>
        products.flatMap(({ prices }) => prices),
      )
    const variant_key = "P1-BLK-9"
    const map = { variant_key, price_type: "MAP", amount: "2.00", effective_from: "2026-03-01" }
    const msrp = {
      variant_key,
      price_type: "MSRP",
      amount: "9.90",
      effective_from: "2026-01-01T00:00:00+01:00",
    }
    assert.deepStrictEqual(yield* ofTypes(["MAP"]), [map])
    assert.sameDeepMembers([...(yield* ofTypes(["MSRP", "MAP", "nope"]))], [map, msrp])
    assert.deepStrictEqual(yield* ofTypes([]), [])
    assert.deepStrictEqual(
      (yield* ofTypes(["MAP"], instantOf("2026-07-01"))).map((each) => each.amount),
      ["4.00"],
    )
    assert.deepStrictEqual(yield* ofTypes(["MAP"], instantOf("2026-01-01") - 1), [])
  }),
  "gives thousands of versions, each once and in order": Effect.fnUntraced(function* ({ mine }) {
    const keys = Array.from({ length: 1_300 }, (_, index) => `P${String(index).padStart(4, "0")}`)
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
  "can be stopped early": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, versions)
    const exports = yield* ExportRepository
    const first = yield* exports
      .products(mine, anExportSelection(), { variants: true, price_types: ["MAP"], at: now })
      .pipe(Stream.flattenIterable, Stream.take(1), Stream.runCollect)
    assert.deepStrictEqual(names(first), ["P1@1"])
    yield* takes(mine, { product_keys: ["P3"] }, ["P3@1"])
  }),
  "gives one moment, that at which reading began, though everything is rewritten meanwhile":
    Effect.fnUntraced(function* ({ mine }) {
      const keys = Array.from({ length: 200 }, (_, index) => keyOf(index))
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
      assert.deepStrictEqual(
        [all.during.length, all.rounds > 1],
        [keys.length, true],
        "the catalog was not read in several batches",
      )
      const asked = yield* readSlowly({
        product_keys: ["A", ...keys, `${keyOf(7)}~1`, "Z~"],
        latest_only: true,
      })
      assert.deepStrictEqual(asked.during, asked.before)
      yield* takes(mine, { label_keys: ["fall"] }, [])
    }),
  "gives each of two readers its own moment": Effect.fnUntraced(function* ({ mine }) {
    const keys = Array.from({ length: 150 }, (_, index) => keyOf(index))
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
  "gives nothing from an empty catalog": Effect.fnUntraced(function* ({ mine }) {
    yield* takes(mine, {}, [])
    yield* takes(mine, { product_keys: ["P1"], latest_only: true }, [], {
      unknown_product: 1,
      filtered_out: 0,
    })
  }),
  "sees nothing of another organization": Effect.fnUntraced(function* ({ mine, theirs }) {
    const seed = (name: string): CatalogSeed => ({
      brands,
      products: [aProductEntry({ name, variants: [aVariantEntry({ variant_key: "V", name })] })],
      prices: [aPriceEntry({ variant_key: "V", amount: String(name.length) })],
    })
    yield* seedCatalog(theirs, seed("theirs"))
    yield* takes(mine, {}, [])
    yield* takes(mine, { product_keys: ["P1"] }, [], { unknown_product: 1, filtered_out: 0 })
    yield* seedCatalog(mine, seed("mine"))
    const [only, ...others] = yield* streamed(mine, {}, { variants: true, price_types: ["MAP"] })
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(
      [only?.product.name, only?.variants.map((each) => each.name), only?.prices.map((each) => each.amount)],
      ["mine", ["mine"], ["4"]],
    )
  }),
} satisfies Record<string, PromiseTest<Ports>>

/** Puts an `ExportRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const exportRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof promises> = {},
): void => portSuite(name, layer, promises, options)
