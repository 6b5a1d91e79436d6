import { CatalogWriter } from "@hangtag/core"
import { assert } from "chai"
import {
  aBatchEntry,
  aBrand,
  aCrawlDiscoveryEntry,
  anAttributeEntry,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
} from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { at, brands, counts, later, pricesFound, promises, variantsFound, versionsFound } from "./steps.ts"

export const isolationPromises = promises({
  *"neither sees nor changes the same keys of another organization"({ mine, theirs }) {
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
  },
})
