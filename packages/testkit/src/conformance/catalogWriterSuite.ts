import {
  BatchRepository,
  CatalogRepository,
  CatalogWriter,
  CrawlDiscoveryRepository,
  ExportRepository,
  PriceRepository,
  type WriteResult,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { assert } from "vitest"
import {
  aBatchEntry,
  aBrand,
  aCrawlDiscoveryEntry,
  aFillRequest,
  anAttributeEntry,
  anExportSelection,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  instantOf,
} from "../builders/index.ts"
import { seedCatalog } from "../seed/seedCatalog.ts"
import { type PromiseTest, portSuite, type SuiteOptions } from "./portSuite.ts"

type Ports =
  | BatchRepository
  | CatalogRepository
  | CatalogWriter
  | CrawlDiscoveryRepository
  | ExportRepository
  | PriceRepository

const [at, later] = [instantOf("2026-01-01"), instantOf("2026-02-01")]
const brands = [aBrand()]

const counts = ({ inserted, updated, unchanged, rejected }: WriteResult) => [
  inserted,
  updated,
  unchanged,
  ...rejected.map(({ index }) => ({ rejected: index })),
]

const variantsFound = Effect.fnUntraced(function* (organization: string, productKey = "P1") {
  const catalog = yield* CatalogRepository
  const found = yield* catalog.searchVariants(organization, productKey, { text: "", limit: 1_000 })
  return Option.match(found, { onNone: () => [], onSome: ({ items }) => items })
})

const versionsFound = Effect.fnUntraced(function* (organization: string) {
  const exports = yield* ExportRepository
  const wanted = { variants: false, price_types: [], at }
  const batches = yield* Stream.runCollect(exports.products(organization, anExportSelection(), wanted))
  return batches.flat().map(({ product }) => product)
})

const pricesFound = Effect.fnUntraced(function* (organization: string, key = "P1-BLK-9") {
  const { pricesAround } = yield* PriceRepository
  return (yield* pricesAround(organization, [key], Number.MIN_SAFE_INTEGER)).future
})

const promises = {
  "inserts, updates and leaves brands as they are": Effect.fnUntraced(function* ({ mine }) {
    const { saveBrands } = yield* CatalogWriter
    const other = aBrand({ brand_key: "B2" })
    assert.deepStrictEqual(counts(yield* saveBrands(mine, [...brands, other])), [2, 0, 0])
    assert.deepStrictEqual(counts(yield* saveBrands(mine, [...brands, { ...other, name: "New" }])), [0, 1, 1])
    const { findColorway } = yield* CatalogRepository
    const { brand } = yield* findColorway(mine, { brand_key: "B2", product_key: "", color: "" })
    assert.strictEqual(brand?.name, "New")
  }),
  "inserts, updates and leaves product versions as they are": Effect.fnUntraced(function* ({ mine }) {
    const { saveBrands, saveProducts } = yield* CatalogWriter
    yield* saveBrands(mine, brands)
    const entries = [
      aProductEntry(),
      aProductEntry({ version: 2, labels: ["fall"], attributes: { a: [1, "x"] } }),
    ]
    assert.deepStrictEqual(counts(yield* saveProducts(mine, entries, at)), [2, 0, 0])
    const before = yield* versionsFound(mine)
    assert.deepStrictEqual(counts(yield* saveProducts(mine, entries, later)), [0, 0, 2])
    assert.deepStrictEqual(yield* versionsFound(mine), before)
    const renamed = [entries[0]!, { ...entries[1]!, name: "New" }]
    assert.deepStrictEqual(counts(yield* saveProducts(mine, renamed, later)), [0, 1, 1])
    assert.deepStrictEqual(
      (yield* versionsFound(mine)).map(({ name, updated_at }) => [name, updated_at.slice(0, 10)]),
      [
        ["Ridge Boot", "2026-01-01"],
        ["New", "2026-02-01"],
      ],
    )
  }),
  "updates a product version whose variants changed": Effect.fnUntraced(function* ({ mine }) {
    const { saveBrands, saveProducts } = yield* CatalogWriter
    yield* saveBrands(mine, brands)
    const listing = (size: string) => [aProductEntry({ variants: [aVariantEntry({ size })] })]
    yield* saveProducts(mine, listing("9"), at)
    assert.deepStrictEqual(counts(yield* saveProducts(mine, listing("10"), at)), [0, 1, 0])
    assert.deepStrictEqual(
      (yield* variantsFound(mine)).map((each) => each.size),
      ["10"],
    )
  }),
  "rejects a product of an unknown brand, or of another brand, and stores the rest": Effect.fnUntraced(
    function* ({ mine }) {
      const { saveBrands, saveProducts } = yield* CatalogWriter
      yield* saveBrands(mine, [...brands, aBrand({ brand_key: "B2" })])
      const result = yield* saveProducts(
        mine,
        [
          aProductEntry({ brand_key: "nope" }),
          aProductEntry({ product_key: "P1" }),
          aProductEntry({ product_key: "P1", version: 2, brand_key: "B2", variants: [] }),
          aProductEntry({ product_key: "P2" }),
        ],
        at,
      )
      assert.deepStrictEqual(counts(result), [2, 0, 0, { rejected: 0 }, { rejected: 2 }])
      assert.include(result.rejected[0]?.reason, "nope")
      assert.include(result.rejected[1]?.reason, "B1")
      assert.deepStrictEqual(
        (yield* versionsFound(mine)).map((each) => [each.product_key, each.version, each.brand_key]),
        [
          ["P1", 1, "B1"],
          ["P2", 1, "B1"],
        ],
      )
    },
  ),
  "rejects a product with a variant of another product, as a whole": Effect.fnUntraced(function* ({ mine }) {
    const { saveBrands, saveProducts } = yield* CatalogWriter
    yield* saveBrands(mine, brands)
    const variants = [aVariantEntry({ variant_key: "NEW" }), aVariantEntry({ variant_key: "P1-BLK-9" })]
    const entries = [aProductEntry(), aProductEntry({ product_key: "P2", variants })]
    const result = yield* saveProducts(mine, entries, at)
    assert.deepStrictEqual(counts(result), [1, 0, 0, { rejected: 1 }])
    assert.include(result.rejected[0]?.reason, "P1-BLK-9")
    assert.deepStrictEqual(
      (yield* versionsFound(mine)).map((each) => each.product_key),
      ["P1"],
    )
    assert.deepStrictEqual(yield* variantsFound(mine, "P2"), [])
    assert.deepStrictEqual(yield* pricesFound(mine, "NEW"), [])
  }),
  "keeps a variant as the greatest version lists it, whichever comes first": Effect.fnUntraced(function* ({
    mine,
  }) {
    const { saveBrands, saveProducts } = yield* CatalogWriter
    yield* saveBrands(mine, brands)
    const version = (version: number, size: string) =>
      aProductEntry({ version, variants: [aVariantEntry({ size })] })
    yield* saveProducts(mine, [version(10, "ten"), version(9, "nine")], at)
    assert.deepStrictEqual(
      (yield* variantsFound(mine)).map((each) => each.size),
      ["ten"],
    )
    yield* saveProducts(mine, [version(2, "two")], at)
    assert.deepStrictEqual(
      (yield* variantsFound(mine)).map((each) => each.size),
      ["ten"],
    )
    yield* saveProducts(mine, [version(11, "eleven"), version(11, "eleven again")], at)
    assert.deepStrictEqual(
      (yield* variantsFound(mine)).map((each) => each.size),
      ["eleven again"],
    )
  }),
  "keeps a variant that newer versions no longer list": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, {
      brands,
      products: [aProductEntry(), aProductEntry({ version: 2, variants: [] })],
    })
    assert.strictEqual((yield* variantsFound(mine)).length, 1)
  }),
  "lets a later entry of the same key win": Effect.fnUntraced(function* ({ mine }) {
    const writer = yield* CatalogWriter
    yield* writer.saveBrands(mine, [aBrand({ name: "one" }), aBrand({ name: "two" })])
    yield* writer.saveProducts(mine, [aProductEntry({ name: "one" }), aProductEntry({ name: "two" })], at)
    yield* writer.saveAttributes(mine, [
      anAttributeEntry({ label: "one" }),
      anAttributeEntry({ label: "two" }),
    ])
    yield* writer.saveProducts(mine, [aProductEntry({ name: "two", attributes: { material: "x" } })], at)
    yield* writer.saveCrawlDiscoveries(
      mine,
      [aCrawlDiscoveryEntry({ title: "one" }), aCrawlDiscoveryEntry({ title: "two" })],
      at,
    )
    const { findColorway, attributeDefinitions } = yield* CatalogRepository
    const { brand } = yield* findColorway(mine, { brand_key: "B1", product_key: "", color: "" })
    assert.strictEqual(brand?.name, "two")
    assert.deepStrictEqual(
      (yield* versionsFound(mine)).map((each) => each.name),
      ["two"],
    )
    assert.deepStrictEqual(yield* attributeDefinitions(mine), [{ attribute_key: "material", label: "two" }])
    const { select } = yield* CrawlDiscoveryRepository
    const found = yield* select(mine, { job_id: "CRAWL-1", discovery_id: "D1" }, false, at)
    assert.strictEqual(Option.getOrThrow(found).title, "two")
  }),
  "appends prices, and leaves one that is there in every field": Effect.fnUntraced(function* ({ mine }) {
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
  }),
  "rejects prices of unknown variants and batches, and what is no price, and stores the rest":
    Effect.fnUntraced(function* ({ mine }) {
      yield* seedCatalog(mine, { brands, products: [aProductEntry()] })
      const { savePrices } = yield* CatalogWriter
      const result = yield* savePrices(mine, [
        aPriceEntry({ variant_key: "nobody" }),
        aPriceEntry({ batch_key: "nothing" }),
        aPriceEntry({ effective_from: "2026-02-30" }),
        aPriceEntry({ amount: "-1" }),
        aPriceEntry({ amount: "1e3" }),
        aPriceEntry({ amount: "" }),
        aPriceEntry({ amount: "2" }),
      ])
      assert.deepStrictEqual(counts(result), [
        1,
        0,
        0,
        ...[0, 1, 2, 3, 4, 5].map((rejected) => ({ rejected })),
      ])
      for (const [index, text] of ["nobody", "nothing", "2026-02-30", "-1", "1e3"].entries())
        assert.include(result.rejected[index]?.reason, text)
      assert.deepStrictEqual(
        (yield* pricesFound(mine)).map((each) => each.amount),
        ["2"],
      )
    }),
  "moves the instants that depend on a brand's time zone when that changes": Effect.fnUntraced(function* ({
    mine,
  }) {
    const prices = ["2026-07-01", "2026-07-02T09:00", "2026-07-03T09:00+02:00", "2026-07-04T09:00Z"].map(
      (effective_from) => aPriceEntry({ effective_from }),
    )
    const other = { product_key: "P2", brand_key: "B2", variants: [aVariantEntry({ variant_key: "OTHER" })] }
    yield* seedCatalog(mine, {
      brands: [...brands, aBrand({ brand_key: "B2" })],
      products: [aProductEntry(), aProductEntry(other)],
      prices: [...prices, aPriceEntry({ variant_key: "OTHER", effective_from: "2026-07-01" })],
    })
    const { saveBrands } = yield* CatalogWriter
    const instants = Effect.map(pricesFound(mine), (found) => found.map((each) => each.effective_at))
    const inZone = (zone: string) => prices.map(({ effective_from }) => instantOf(effective_from, zone))
    assert.deepStrictEqual(yield* instants, inZone("UTC"))
    for (const time_zone of ["America/New_York", "Asia/Kolkata", "UTC"]) {
      yield* saveBrands(mine, [aBrand({ time_zone })])
      assert.deepStrictEqual(yield* instants, inZone(time_zone))
    }
    yield* saveBrands(mine, [aBrand({ time_zone: "Asia/Tokyo" }), aBrand({ time_zone: "Europe/Paris" })])
    assert.deepStrictEqual(yield* instants, inZone("Europe/Paris"))
    assert.deepStrictEqual(
      (yield* pricesFound(mine, "OTHER")).map((each) => each.effective_at),
      [instantOf("2026-07-01")],
    )
  }),
  "rejects a brand in a time zone that is none": Effect.fnUntraced(function* ({ mine }) {
    const { saveBrands } = yield* CatalogWriter
    const result = yield* saveBrands(mine, [
      aBrand({ time_zone: "Mars/Olympus" }),
      aBrand({ brand_key: "B2" }),
    ])
    assert.deepStrictEqual(counts(result), [1, 0, 0, { rejected: 0 }])
    assert.include(result.rejected[0]?.reason, "Mars/Olympus")
  }),
  "lets an open batch become published, and never the reverse": Effect.fnUntraced(function* ({ mine }) {
    const { saveBatches } = yield* CatalogWriter
    const published = aBatchEntry({ status: "published" })
    assert.deepStrictEqual(counts(yield* saveBatches(mine, [aBatchEntry()])), [1, 0, 0])
    assert.deepStrictEqual(counts(yield* saveBatches(mine, [aBatchEntry(), published])), [0, 1, 1])
    assert.deepStrictEqual(counts(yield* saveBatches(mine, [published])), [0, 0, 1])
    yield* saveBatches(mine, [aBatchEntry()])
    const { fill } = yield* BatchRepository
    const plan = { requested: 0, added: [], updated: [], unchanged: 0, missing: [] }
    const error = yield* Effect.flip(fill(mine, "REPUB-1", aFillRequest(), at, () => plan))
    assert.strictEqual(error._tag, "BatchPublished")
  }),
  "keeps what somebody selected of a discovery that comes again": Effect.fnUntraced(function* ({ mine }) {
    const { saveCrawlDiscoveries } = yield* CatalogWriter
    const { select } = yield* CrawlDiscoveryRepository
    const key = { job_id: "CRAWL-1", discovery_id: "D1" }
    const entry = aCrawlDiscoveryEntry()
    assert.deepStrictEqual(counts(yield* saveCrawlDiscoveries(mine, [entry], at)), [1, 0, 0])
    yield* select(mine, key, true, at)
    assert.deepStrictEqual(counts(yield* saveCrawlDiscoveries(mine, [entry], later)), [0, 0, 1])
    assert.deepStrictEqual(
      counts(yield* saveCrawlDiscoveries(mine, [{ ...entry, title: null }], later)),
      [0, 1, 0],
    )
    assert.deepStrictEqual(Option.getOrThrow(yield* select(mine, key, true, later + 1)), {
      ...entry,
      title: null,
      selected: true,
      updated_at: "2026-02-01T00:00:00.000Z",
    })
  }),
  "keeps and changes the labels of attributes": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, { brands, products: [aProductEntry({ attributes: { material: "x" } })] })
    const { saveAttributes } = yield* CatalogWriter
    const { attributeDefinitions } = yield* CatalogRepository
    for (const [label, expected] of [
      ["Material", [1, 0, 0]],
      ["Material", [0, 0, 1]],
      ["Stoff", [0, 1, 0]],
      [null, [0, 1, 0]],
    ] as const) {
      assert.deepStrictEqual(counts(yield* saveAttributes(mine, [anAttributeEntry({ label })])), [
        ...expected,
      ])
      assert.deepStrictEqual(yield* attributeDefinitions(mine), [{ attribute_key: "material", label }])
    }
  }),
  "rejects texts that no database keeps, and stores the rest": Effect.fnUntraced(function* ({ mine }) {
    const writer = yield* CatalogWriter
    const rejects = (result: WriteResult) =>
      assert.deepStrictEqual(counts(result), [1, 0, 0, { rejected: 0 }])
    for (const [index, bad] of ["\0", "x\ud800", "\udc00"].entries()) {
      const key = `K${index}`
      rejects(yield* writer.saveBrands(mine, [aBrand({ name: bad }), aBrand({ brand_key: key })]))
      const product = aProductEntry({ product_key: key, brand_key: key })
      const attributes = { deep: { [`a${bad}`]: [1, bad] } }
      rejects(yield* writer.saveProducts(mine, [{ ...product, attributes }, product], at))
      const price = aPriceEntry({ variant_key: `${key}-BLK-9` })
      rejects(yield* writer.savePrices(mine, [{ ...price, price_type: bad }, price]))
      rejects(yield* writer.saveBatches(mine, [aBatchEntry({ key: bad }), aBatchEntry({ key })]))
      const discovery = aCrawlDiscoveryEntry({ discovery_id: key })
      rejects(yield* writer.saveCrawlDiscoveries(mine, [{ ...discovery, url: bad }, discovery], at))
      const attribute = anAttributeEntry({ attribute_key: key })
      rejects(yield* writer.saveAttributes(mine, [{ ...attribute, label: bad }, attribute]))
    }
  }),
  "keeps any other text as it is": Effect.fnUntraced(function* ({ mine }) {
    const texts = [
      "",
      " ",
      "'",
      '"',
      "\\",
      "%_",
      "\u0001\u001f",
      "\u{1f600}",
      "e\u0301",
      "\ufffe\uffff",
      "a\r\nb\t",
      "{}",
      "NULL",
    ]
    const variants = texts.map((text) =>
      aVariantEntry({ variant_key: `V${text}`, name: text, attributes: { [text]: [text] } }),
    )
    yield* seedCatalog(mine, {
      brands,
      products: [aProductEntry({ labels: texts, source: texts[4]!, variants })],
    })
    const kept = new Map((yield* variantsFound(mine)).map((variant) => [variant.variant_key, variant]))
    assert.strictEqual(kept.size, texts.length)
    for (const variant of variants)
      assert.deepStrictEqual(kept.get(variant.variant_key), { ...variant, product_key: "P1" })
    assert.deepStrictEqual(
      (yield* versionsFound(mine)).map((each) => each.labels),
      [texts],
    )
  }),
  "writes thousands of entries in one call, repeatably": Effect.fnUntraced(function* ({ mine }) {
    const writer = yield* CatalogWriter
    yield* writer.saveBrands(mine, brands)
    const keys = Array.from({ length: 2_000 }, (_, index) => `P${index}`)
    const products = keys.map((product_key) => aProductEntry({ product_key }))
    const prices = keys.map((key) => aPriceEntry({ variant_key: `${key}-BLK-9` }))
    assert.deepStrictEqual(counts(yield* writer.saveProducts(mine, products, at)), [2_000, 0, 0])
    assert.deepStrictEqual(counts(yield* writer.savePrices(mine, prices)), [2_000, 0, 0])
    assert.deepStrictEqual(counts(yield* writer.saveProducts(mine, products, at)), [0, 0, 2_000])
    assert.deepStrictEqual(counts(yield* writer.savePrices(mine, prices)), [0, 0, 2_000])
  }),
  "takes calls without entries": Effect.fnUntraced(function* ({ mine }) {
    const writer = yield* CatalogWriter
    for (const result of [
      yield* writer.saveBrands(mine, []),
      yield* writer.saveProducts(mine, [], at),
      yield* writer.savePrices(mine, []),
      yield* writer.saveBatches(mine, []),
      yield* writer.saveCrawlDiscoveries(mine, [], at),
      yield* writer.saveAttributes(mine, []),
    ]) {
      assert.deepStrictEqual(counts(result), [0, 0, 0])
    }
  }),
  "shows a call's entries all at once": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, { brands, products: [aProductEntry()] })
    const { savePrices } = yield* CatalogWriter
    const many = Array.from({ length: 100 }, (_, index) => aPriceEntry({ amount: String(index) }))
    const [, ...seen] = yield* Effect.all(
      [
        savePrices(mine, many),
        ...Array.from({ length: 8 }, () => Effect.andThen(Effect.yieldNow, pricesFound(mine))),
      ],
      { concurrency: "unbounded" },
    )
    for (const found of seen) assert.include([0, 100], found.length)
    assert.strictEqual((yield* pricesFound(mine)).length, 100)
  }),
  "neither sees nor changes the same keys of another organization": Effect.fnUntraced(function* ({
    mine,
    theirs,
  }) {
    const everything = {
      brands,
      products: [aProductEntry({ attributes: { material: "x" } })],
      prices: [aPriceEntry()],
      batches: [aBatchEntry()],
      discoveries: [aCrawlDiscoveryEntry()],
      attributes: [anAttributeEntry()],
    }
    yield* seedCatalog(theirs, everything)
    const writer = yield* CatalogWriter
    const stranger = yield* writer.saveProducts(mine, everything.products, at)
    assert.deepStrictEqual(counts(stranger), [0, 0, 0, { rejected: 0 }])
    assert.deepStrictEqual(counts(yield* writer.savePrices(mine, [aPriceEntry()])), [
      0,
      0,
      0,
      { rejected: 0 },
    ])
    const before = [yield* versionsFound(theirs), yield* variantsFound(theirs), yield* pricesFound(theirs)]

    assert.deepStrictEqual(
      counts(yield* writer.saveBrands(mine, [aBrand({ time_zone: "Asia/Tokyo" })])),
      [1, 0, 0],
    )
    const product = aProductEntry({ name: "mine", variants: [aVariantEntry({ name: "mine" })] })
    assert.deepStrictEqual(counts(yield* writer.saveProducts(mine, [product], later)), [1, 0, 0])
    assert.deepStrictEqual(counts(yield* writer.savePrices(mine, [aPriceEntry()])), [1, 0, 0])
    assert.deepStrictEqual(
      counts(yield* writer.saveBatches(mine, [aBatchEntry({ status: "published" })])),
      [1, 0, 0],
    )
    assert.deepStrictEqual(
      counts(yield* writer.saveCrawlDiscoveries(mine, [aCrawlDiscoveryEntry({ selected: true })], later)),
      [1, 0, 0],
    )
    assert.deepStrictEqual(
      counts(yield* writer.saveAttributes(mine, [anAttributeEntry({ label: "mine" })])),
      [1, 0, 0],
    )

    assert.deepStrictEqual(
      [yield* versionsFound(theirs), yield* variantsFound(theirs), yield* pricesFound(theirs)],
      before,
    )
    for (const result of [
      yield* writer.saveBrands(theirs, everything.brands),
      yield* writer.saveProducts(theirs, everything.products, later),
      yield* writer.savePrices(theirs, everything.prices),
      yield* writer.saveBatches(theirs, everything.batches),
      yield* writer.saveCrawlDiscoveries(theirs, everything.discoveries, later),
      yield* writer.saveAttributes(theirs, everything.attributes),
    ]) {
      assert.deepStrictEqual(counts(result), [0, 0, 1])
    }
  }),
} satisfies Record<string, PromiseTest<Ports>>

/** Puts a `CatalogWriter` through the promises of its port; the repositories read what it wrote. */
export const catalogWriterSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof promises> = {},
): void => portSuite(name, layer, promises, options)
