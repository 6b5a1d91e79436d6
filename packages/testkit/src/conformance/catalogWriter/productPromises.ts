import { CatalogRepository, CatalogWriter, decimalNumber } from "@hangtag/core"
import { assert } from "chai"
import { aBrand, aPriceEntry, aProductEntry, aVariantEntry } from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { at, brands, counts, later, pricesFound, promises, variantsFound, versionsFound } from "./steps.ts"

export const productPromises = promises({
  *"inserts, updates and leaves brands as they are"({ mine }) {
    const { saveBrands } = yield* CatalogWriter
    const other = aBrand({ brand_key: "B2" })
    assert.deepStrictEqual(counts(yield* saveBrands(mine, [...brands, other])), [2, 0, 0])
    assert.deepStrictEqual(counts(yield* saveBrands(mine, [...brands, { ...other, name: "New" }])), [0, 1, 1])
    const { findColorway } = yield* CatalogRepository
    const { brand } = yield* findColorway(mine, { brand_key: "B2", product_key: "", color: "" })
    assert.strictEqual(brand?.name, "New")
  },
  *"inserts, updates and leaves product versions as they are"({ mine }) {
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
  },
  *"tells numbers of other digits apart"({ mine }) {
    const { saveBrands, saveProducts } = yield* CatalogWriter
    yield* saveBrands(mine, brands)
    const weighing = (weight: string) => [aProductEntry({ attributes: { weight: decimalNumber(weight)! } })]
    assert.deepStrictEqual(counts(yield* saveProducts(mine, weighing("6.1"), at)), [1, 0, 0])
    assert.deepStrictEqual(counts(yield* saveProducts(mine, weighing("6.10"), at)), [0, 1, 0])
    assert.deepStrictEqual(counts(yield* saveProducts(mine, weighing("6.10"), at)), [0, 0, 1])
  },
  *"updates a product version whose variants changed"({ mine }) {
    const { saveBrands, saveProducts } = yield* CatalogWriter
    yield* saveBrands(mine, brands)
    const listing = (size: string) => [aProductEntry({ variants: [aVariantEntry({ size })] })]
    yield* saveProducts(mine, listing("9"), at)
    assert.deepStrictEqual(counts(yield* saveProducts(mine, listing("10"), at)), [0, 1, 0])
    assert.deepStrictEqual(
      (yield* variantsFound(mine)).map((each) => each.size),
      ["10"],
    )
  },
  *"rejects a product of an unknown brand, or of another brand, and stores the rest"({ mine }) {
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
  *"rejects a product with a variant of another product, as a whole"({ mine }) {
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
  },
  *"keeps a variant as the greatest version lists it, whichever comes first"({ mine }) {
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
  },
  *"keeps a variant that newer versions no longer list"({ mine }) {
    yield* seedCatalog(mine, {
      brands,
      products: [aProductEntry(), aProductEntry({ version: 2, variants: [] })],
    })
    assert.strictEqual((yield* variantsFound(mine)).length, 1)
  },
  *"rejects prices of unknown variants and batches, and what is no price, and stores the rest"({ mine }) {
    yield* seedCatalog(mine, { brands, products: [aProductEntry()] })
    const { savePrices } = yield* CatalogWriter
    const result = yield* savePrices(mine, [
      aPriceEntry({ variant_key: "unknown" }),
      aPriceEntry({ batch_key: "nothing" }),
      aPriceEntry({ effective_from: "2026-02-30" }),
      aPriceEntry({ effective_from: "9999-12-31T23:59:59-14:00" }),
      aPriceEntry({ amount: "-1" }),
      aPriceEntry({ amount: "1e3" }),
      aPriceEntry({ amount: "" }),
      aPriceEntry({ amount: "2" }),
    ])
    assert.deepStrictEqual(counts(result), [
      1,
      0,
      0,
      ...[0, 1, 2, 3, 4, 5, 6].map((rejected) => ({ rejected })),
    ])
    for (const [index, text] of [
      "unknown",
      "nothing",
      "2026-02-30",
      "years 0001 to 9999",
      "-1",
      "1e3",
    ].entries())
      assert.include(result.rejected[index]?.reason, text)
    assert.deepStrictEqual(
      (yield* pricesFound(mine)).map((each) => each.amount),
      ["2"],
    )
  },
})
