import {
  BatchRepository,
  CatalogRepository,
  CatalogWriter,
  CrawlDiscoveryRepository,
  instantFromMicros,
  type WriteResult,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  aBatchEntry,
  aBrand,
  aCrawlDiscoveryEntry,
  aFillRequest,
  anAttributeEntry,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
} from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { at, brands, counts, later, pricesFound, promises, variantsFound, versionsFound } from "./steps.ts"

export const entryPromises = promises({
  *"lets a later entry of the same key win"({ mine }) {
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
  },
  *"rejects a brand in a time zone that is none"({ mine }) {
    const { saveBrands } = yield* CatalogWriter
    const result = yield* saveBrands(mine, [
      aBrand({ time_zone: "Mars/Olympus" }),
      aBrand({ brand_key: "B2" }),
    ])
    assert.deepStrictEqual(counts(result), [1, 0, 0, { rejected: 0 }])
    assert.include(result.rejected[0]?.reason, "Mars/Olympus")
  },
  *"rejects keys with control characters, and stores the rest"({ mine }) {
    const writer = yield* CatalogWriter
    const { product_key, brand_key } = aProductEntry()
    const odd = { variants: [aVariantEntry({ variant_key: "V\u0085" })] }
    const results = [
      yield* writer.saveBrands(mine, [aBrand({ brand_key: "B\n" }), aBrand({ brand_key })]),
      yield* writer.saveProducts(mine, [aProductEntry({ product_key: "P\t" }), aProductEntry()], at),
      yield* writer.saveShopProducts(mine, [aProductEntry({ ...odd, product_key }), aProductEntry()], at),
      yield* writer.savePrices(mine, [aPriceEntry({ price_type: "MAP\r" }), aPriceEntry()]),
      yield* writer.saveBatches(mine, [aBatchEntry({ key: "\u007f" }), aBatchEntry()]),
    ]
    assert.deepStrictEqual(
      results.map(({ rejected }) =>
        rejected.map(({ index, reason }) => [index, /U\+00../.exec(reason)?.[0]]),
      ),
      ["0A", "09", "85", "0D", "7F"].map((code) => [[0, `U+00${code}`]]),
    )
  },
  *"lets an open batch become published, and never the reverse"({ mine }) {
    const { saveBatches } = yield* CatalogWriter
    const published = aBatchEntry({ status: "published" })
    assert.deepStrictEqual(counts(yield* saveBatches(mine, [aBatchEntry()])), [1, 0, 0])
    assert.deepStrictEqual(counts(yield* saveBatches(mine, [aBatchEntry(), published])), [0, 1, 1])
    assert.deepStrictEqual(counts(yield* saveBatches(mine, [published])), [0, 0, 1])
    const reopened = yield* saveBatches(mine, [aBatchEntry()])
    assert.deepStrictEqual(counts(reopened), [0, 0, 0, { rejected: 0 }])
    assert.include(reopened.rejected[0]?.reason, "REPUB-1")
    const { fill } = yield* BatchRepository
    const plan = { requested: 0, added: [], updated: [], unchanged: 0, missing: [] }
    const error = yield* Effect.flip(fill(mine, "REPUB-1", aFillRequest(), at, () => plan))
    assert.strictEqual(error._tag, "BatchPublished")
  },
  *"rejects a new batch that no URL could name, and stores the rest"({ mine }) {
    const { saveBatches } = yield* CatalogWriter
    const entries = ["a/b", ".", "A%2F.. é", "..", "", "/"].map((key) => aBatchEntry({ key }))
    const { inserted, rejected } = yield* saveBatches(mine, entries)
    assert.strictEqual(inserted, 1)
    assert.deepStrictEqual(
      rejected.map(({ index }) => index),
      [0, 1, 3, 4, 5],
    )
    for (const { reason } of rejected) assert.include(reason, "slash")
  },
  *"keeps what was selected of a discovery that comes again"({ mine }) {
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
    assert.deepStrictEqual(
      Option.getOrThrow(yield* select(mine, key, true, instantFromMicros(later + 60_000_000))),
      {
        ...entry,
        title: null,
        selected: true,
        updated_at: "2026-02-01T00:00:00.000Z",
      },
    )
  },
  *"keeps and changes the labels of attributes"({ mine }) {
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
  },
  *"rejects texts that no database keeps, and stores the rest"({ mine }) {
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
  },
  *"keeps any other text as it is"({ mine }) {
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
      aVariantEntry({
        variant_key: `V${text.replaceAll(/\p{Cc}/gu, "_")}`,
        name: text,
        attributes: { [text]: [text] },
      }),
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
  },
  *"writes thousands of entries in one call, repeatably"({ mine }) {
    const writer = yield* CatalogWriter
    yield* writer.saveBrands(mine, brands)
    const keys = Array.from({ length: 2_000 }, (_, index) => `P${index}`)
    const products = keys.map((product_key) => aProductEntry({ product_key }))
    const prices = keys.map((key) => aPriceEntry({ variant_key: `${key}-BLK-9` }))
    assert.deepStrictEqual(counts(yield* writer.saveProducts(mine, products, at)), [2_000, 0, 0])
    assert.deepStrictEqual(counts(yield* writer.savePrices(mine, prices)), [2_000, 0, 0])
    assert.deepStrictEqual(counts(yield* writer.saveProducts(mine, products, at)), [0, 0, 2_000])
    assert.deepStrictEqual(counts(yield* writer.savePrices(mine, prices)), [0, 0, 2_000])
  },
  *"takes calls without entries"({ mine }) {
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
  },
  *"shows a call's entries all at once"({ mine }) {
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
  },
})
