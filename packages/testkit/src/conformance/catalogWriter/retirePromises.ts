import {
  BatchRepository,
  type BrandedInstant,
  CatalogRepository,
  CatalogWriter,
  ExportRepository,
  type FillSnapshot,
  instantFromMicros,
  PriceRepository,
} from "@hangtag/core"
import { fillBatch } from "@hangtag/core/adapter"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import {
  aBatchEntry,
  aBrand,
  aFillRequest,
  anExportSelection,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  instantOf,
} from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { betweenWrites } from "../suite/betweenWrites.ts"
import { at, brands, counts, later, pricesFound, promises, variantsFound } from "./steps.ts"

const nothing = { products: [], variants: [], prices: [] }
const pair = { variant_key: "P1-BLK-9", price_type: "MAP" }

/** Two products, the first with two variants, each with a price since the first moment. */
const catalog = {
  brands,
  products: [
    aProductEntry({ variants: [aVariantEntry(), aVariantEntry({ variant_key: "P1-BLK-10" })] }),
    aProductEntry({
      product_key: "P2",
      attributes: { sole: "x" },
      variants: [aVariantEntry({ variant_key: "P2-1" })],
    }),
  ],
  prices: ["P1-BLK-9", "P1-BLK-10", "P2-1"].map((variant_key) => aPriceEntry({ variant_key })),
  batches: [aBatchEntry()],
}

const exported = Effect.fnUntraced(function* (organization: string, product_keys: ReadonlyArray<string>) {
  const { products } = yield* ExportRepository
  const wanted = { variants: true, attributes: true, price_types: ["MAP", "MSRP"], at: later }
  const read = products(organization, anExportSelection({ product_keys }), wanted)
  return (yield* Stream.runCollect(read)).flat()
})

const exportedKeys = (organization: string, product_keys: ReadonlyArray<string> = []) =>
  Effect.map(exported(organization, product_keys), (all) =>
    all.map(({ product, variants }) => [
      product.product_key,
      ...variants.map(({ variant_key }) => variant_key).sort(),
    ]),
  )

/** By both ways that an export may be read: whole, and of a few products. */
const exportedPrices = (organization: string) =>
  Effect.forEach([[], ["P1"]], (keys) =>
    Effect.map(exported(organization, keys), ([first]) =>
      first?.prices
        .filter(({ variant_key }) => variant_key === pair.variant_key)
        .map(({ price_type, amount }) => `${price_type} ${amount}`),
    ),
  )

/** Which variants everything that is asked of a catalog tells of. */
const offered = Effect.fnUntraced(function* (organization: string) {
  const { findColorway, attributeUses } = yield* CatalogRepository
  const exports = yield* ExportRepository
  const colorways = yield* Effect.forEach(["P1", "P2"], (product_key) =>
    findColorway(organization, { brand_key: "B1", product_key, color: "Black" }),
  )
  const known: Array<string> = []
  const { fill } = yield* BatchRepository
  yield* fill(
    organization,
    "REPUB-1",
    aFillRequest({ variant_keys: ["P1-BLK-9", "P1-BLK-10", "P2-1"], price_types: ["NONE"] }),
    later,
    (part, snapshot: FillSnapshot) => {
      known.push(...snapshot.knownVariants)
      return fillBatch(part, snapshot)
    },
  )
  const all = anExportSelection({ latest_only: true })
  return {
    found: [yield* variantsFound(organization, "P1"), yield* variantsFound(organization, "P2")].map((list) =>
      list.map(({ variant_key }) => variant_key),
    ),
    products: colorways.map(({ productFound }) => productFound),
    colorways: colorways.map(({ variant_keys }) => variant_keys),
    exported: yield* exportedKeys(organization),
    few: yield* exportedKeys(organization, ["P1", "P2"]),
    counted: yield* exports.count(organization, all),
    older: (yield* exports.count(organization, anExportSelection())).total,
    named: yield* exports.count(organization, anExportSelection({ product_keys: ["P1", "P2"] })),
    variants: yield* exports.countVariants(organization, all),
    soles: (yield* attributeUses(organization)).map(({ products }) => products),
    known: known.sort(),
  }
})

const skipped = { unknown_product: 0, filtered_out: 0, unknown_keys: [] }
const everything = {
  found: [["P1-BLK-10", "P1-BLK-9"], ["P2-1"]],
  products: [true, true],
  colorways: [["P1-BLK-10", "P1-BLK-9"], ["P2-1"]],
  exported: [
    ["P1", "P1-BLK-10", "P1-BLK-9"],
    ["P2", "P2-1"],
  ],
  few: [
    ["P1", "P1-BLK-10", "P1-BLK-9"],
    ["P2", "P2-1"],
  ],
  counted: { total: 2, skipped },
  older: 2,
  named: { total: 2, skipped },
  variants: 3,
  soles: [1],
  known: ["P1-BLK-10", "P1-BLK-9", "P2-1"],
}

export const retirePromises = promises({
  *"shows no retired product or variant to anything that is asked"({ mine }) {
    yield* seedCatalog(mine, catalog)
    const { retire } = yield* CatalogWriter
    assert.deepStrictEqual(yield* offered(mine), everything)
    const gone = yield* retire(mine, { ...nothing, products: ["P2"], variants: ["P1-BLK-9"] }, later, "me")
    assert.deepStrictEqual(gone, { products: 1, variants: 2, prices: 0 })
    const unknown = { unknown_product: 1, filtered_out: 0, unknown_keys: ["P2"] }
    assert.deepStrictEqual(yield* offered(mine), {
      found: [["P1-BLK-10"], []],
      products: [true, false],
      colorways: [["P1-BLK-10"], []],
      exported: [["P1", "P1-BLK-10"]],
      few: [["P1", "P1-BLK-10"]],
      counted: { total: 1, skipped },
      older: 1,
      named: { total: 1, skipped: unknown },
      variants: 1,
      soles: [0],
      known: ["P1-BLK-10"],
    })
    const { searchVariants } = yield* CatalogRepository
    assert.isTrue(Option.isNone(yield* searchVariants(mine, "P2", { text: "", limit: 1 })))
  },
  *"brings back what is saved again, with its prices"({ mine }) {
    yield* seedCatalog(mine, catalog)
    const { retire, saveProducts, saveShopProducts } = yield* CatalogWriter
    for (const save of [saveProducts, saveShopProducts]) {
      yield* retire(mine, { ...nothing, products: ["P1", "P2"] }, later, "me")
      assert.deepStrictEqual((yield* offered(mine)).exported, [])
      assert.deepStrictEqual(counts(yield* save(mine, catalog.products, later)), [0, 2, 0])
      assert.deepStrictEqual(yield* offered(mine), everything)
      assert.deepStrictEqual(counts(yield* save(mine, catalog.products, later)), [0, 0, 2])
    }
    yield* retire(mine, { ...nothing, products: ["P1"] }, later, "me")
    yield* saveProducts(mine, [aProductEntry()], later)
    assert.deepStrictEqual(
      (yield* variantsFound(mine)).map(({ variant_key }) => variant_key),
      ["P1-BLK-9"],
    )
    assert.strictEqual((yield* pricesFound(mine)).length, 1)
  },
  *"withdraws the price in force as of a moment, and lets no other come into force"({ mine }) {
    const prices = [
      aPriceEntry({ amount: "1", effective_from: "2025-01-01" }),
      aPriceEntry({ amount: "2" }),
      aPriceEntry({ amount: "3", effective_from: "2027-01-01" }),
      aPriceEntry({ amount: "4", effective_from: "2027-01-01", status: "draft" }),
      aPriceEntry({ amount: "5", price_type: "MSRP" }),
    ]
    yield* seedCatalog(mine, { ...catalog, prices })
    const { retire } = yield* CatalogWriter
    const { pricesAround } = yield* PriceRepository
    const seen = Effect.fnUntraced(function* (moment: number) {
      const { inForce, future } = yield* pricesAround(mine, [pair.variant_key], instantFromMicros(moment))
      return [inForce.map(({ amount }) => amount), future.map(({ amount }) => amount)]
    })
    const before = yield* seen(later - 1)
    assert.deepStrictEqual(before, [
      ["2", "5"],
      ["3", "4"],
    ])
    const gone = { ...nothing, prices: [pair] }
    assert.strictEqual((yield* retire(mine, gone, later, "me")).prices, 1)
    assert.deepStrictEqual(yield* seen(later - 1), before)
    assert.deepStrictEqual(yield* seen(later), [["5"], ["4"]])
    assert.deepStrictEqual(yield* seen(Number.MAX_SAFE_INTEGER - 1), [["5"], []])
    const history = Object.fromEntries(
      (yield* pricesFound(mine)).map(({ amount, withdrawn }) => [amount, withdrawn]),
    )
    const withdrawn = { at: later, by: "me" }
    assert.deepStrictEqual(history, {
      1: undefined,
      2: withdrawn,
      3: withdrawn,
      4: undefined,
      5: undefined,
    })
    assert.deepStrictEqual(yield* exportedPrices(mine), [["MSRP 5"], ["MSRP 5"]])
  },
  *"appends a price to one that is withdrawn"({ mine }) {
    yield* seedCatalog(mine, catalog)
    const { retire, saveShopPrices } = yield* CatalogWriter
    yield* retire(mine, { ...nothing, prices: [pair] }, at, "me")
    const entry = { ...pair, product_key: "P1", amount: "149.95", effective_from: null }
    assert.deepStrictEqual(counts(yield* saveShopPrices(mine, [entry], later)), [1, 0, 0])
    assert.deepStrictEqual(yield* exportedPrices(mine), [["MAP 149.95"], ["MAP 149.95"]])
  },
  *"retires and withdraws once, and passes over what it does not know"({ mine, theirs }) {
    yield* seedCatalog(mine, catalog)
    yield* seedCatalog(theirs, catalog)
    const { retire } = yield* CatalogWriter
    const gone = {
      products: ["P2", "unknown", "\0"],
      variants: ["P1-BLK-9", "P1-BLK-9", "unknown", "\0"],
      prices: [pair, pair, { ...pair, price_type: "NONE" }, { ...pair, variant_key: "\0" }],
    }
    assert.deepStrictEqual(yield* retire(mine, gone, later, "me"), { products: 1, variants: 2, prices: 1 })
    assert.deepStrictEqual(yield* retire(mine, gone, later, "me"), { products: 0, variants: 0, prices: 0 })
    assert.deepStrictEqual(yield* retire(mine, nothing, later, "me"), { products: 0, variants: 0, prices: 0 })
    assert.deepStrictEqual(yield* offered(theirs), everything)
    assert.deepStrictEqual(yield* exportedPrices(theirs), [["MAP 149.95"], ["MAP 149.95"]])
  },
  *"tells what there is of some brands by key, page by page, without what is retired"({ mine, theirs }) {
    const own = [
      ...catalog.products,
      aProductEntry({ product_key: "P3", variants: [] }),
      aProductEntry({ product_key: "P0", brand_key: "B2", variants: [] }),
      aProductEntry({ product_key: "PX", brand_key: "B3", variants: [] }),
    ]
    const brandsOf = ["B1", "B2", "B3"].map((brand_key) => aBrand({ brand_key }))
    yield* seedCatalog(mine, { ...catalog, brands: brandsOf, products: own })
    yield* seedCatalog(theirs, { brands, products: [aProductEntry({ product_key: "THEIRS" })] })
    const { contents, retire } = yield* CatalogWriter
    const query = { brand_keys: ["B2", "B1"], price_types: ["MAP", "PRICE"], at: later }
    const page = (after: string | null, limit: number) => contents(mine, { ...query, after, limit })
    const variants = ["P1-BLK-10", "P1-BLK-9"].map((variant_key) => ({ variant_key, price_types: ["MAP"] }))
    const first = yield* page(null, 2)
    assert.deepStrictEqual(first, [
      { product_key: "P0", variants: [] },
      { product_key: "P1", variants },
    ])
    const second = yield* page("P1", 2)
    assert.deepStrictEqual(
      second.map(({ product_key }) => product_key),
      ["P2", "P3"],
    )
    assert.deepStrictEqual(yield* page("P3", 2), [])
    const gone = {
      products: ["P2"],
      variants: ["P1-BLK-9"],
      prices: [{ ...pair, variant_key: "P1-BLK-10" }],
    }
    yield* retire(mine, gone, later, "me")
    assert.deepStrictEqual(yield* page("P0", 9), [
      { product_key: "P1", variants: [{ variant_key: "P1-BLK-10", price_types: [] }] },
      { product_key: "P3", variants: [] },
    ])
  },
  *"knows an organization once something was written of it"({ mine, theirs }) {
    const { isKnown, saveAttributes, saveBrands } = yield* CatalogWriter
    assert.isFalse(yield* isKnown(mine))
    yield* saveBrands(mine, brands)
    yield* saveAttributes(theirs, [{ attribute_key: "a", label: null }])
    assert.isTrue(yield* isKnown(mine))
    assert.isTrue(yield* isKnown(theirs))
    assert.isFalse(yield* isKnown(`${mine} `))
    assert.isFalse(yield* isKnown("\0"))
  },
  *"leaves what was known before of a price that is gone"({ mine }) {
    yield* seedCatalog(mine, catalog)
    const { retire } = yield* CatalogWriter
    const { pricesAround } = yield* PriceRepository
    const before = yield* betweenWrites
    const since = yield* betweenWrites
    yield* retire(mine, { ...nothing, prices: [pair] }, since, "the shop")
    const seen = Effect.fnUntraced(function* (knownAt: BrandedInstant | null) {
      const { inForce } = yield* pricesAround(
        mine,
        [pair.variant_key],
        instantOf("2098-01-01"),
        undefined,
        undefined,
        {
          knownAt,
        },
      )
      return inForce.length
    })
    assert.deepStrictEqual(yield* Effect.forEach([null, since, before], seen), [0, 0, 1])
  },
})
