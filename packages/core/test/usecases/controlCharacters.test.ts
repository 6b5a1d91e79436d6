import { assert, it } from "@effect/vitest"
import { CatalogWriter, instantFromMicros } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBatchEntry,
  aBrand,
  aCrawlDiscoveryEntry,
  aNewPriceBatch,
  aPriceAdjustment,
  aPriceEntry,
  aPricePolicy,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  layerTest,
  seedCatalog,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"

const me = aPrincipal()
const bad = "A\u001b[2J"
const line = { price_type: "MAP", amount: "10", effective_from: "2099-01-01" }
const colorways = [{ product_key: "P1", color: "Black", lines: [line] }]
const change = { brand_key: "B1", colorways }

it.effect("no operation writes a key with a control character", () =>
  Effect.gen(function* () {
    yield* seedCatalog(me.organization, {
      brands: [aBrand()],
      products: [aProductEntry()],
      batches: [aBatchEntry({ key: "DONE", status: "published" })],
    })
    const hangtag = yield* Hangtag
    const { selection, ...adjusting } = aPriceAdjustment()
    const refused = yield* Effect.all({
      createPriceBatch: Effect.flip(hangtag.createPriceBatch(me, aNewPriceBatch({ key: bad }))),
      generatePriceChange: Effect.flip(hangtag.generatePriceChange(me, { ...change, batch_key: bad })),
      "generatePriceChange, a price type": Effect.flip(
        hangtag.generatePriceChange(me, {
          ...change,
          colorways: [{ ...colorways[0]!, lines: [{ ...line, price_type: bad }] }],
        }),
      ),
      adjustPrices: Effect.flip(
        hangtag.adjustPrices(me, { brand_key: "B1", ...adjusting, selection, batch_key: bad }),
      ),
      "adjustPrices, a price type": Effect.flip(
        hangtag.adjustPrices(me, { brand_key: "B1", ...adjusting, selection, price_types: [bad] }),
      ),
      revertPriceBatch: Effect.flip(hangtag.revertPriceBatch(me, { batch_key: "DONE", key: bad } as never)),
      savePricePolicy: Effect.flip(
        hangtag.savePricePolicy(me, { brand_key: "B1", ...aPricePolicy({ price_types: [bad] }) } as never),
      ),
    })
    for (const [name, error] of Object.entries(refused)) {
      // a change adds to a batch that there is
      const tag = name === "generatePriceChange" || name === "adjustPrices" ? "NotFound" : "InvalidRequest"
      assert.strictEqual(error._tag, tag, `${name}: ${error}`)
    }
  }).pipe(Effect.provide(layerTest())),
)

it.effect("nor does an import: the entry is refused alone, by what is wrong with it", () =>
  Effect.gen(function* () {
    const writer = yield* CatalogWriter
    const { organization } = me
    yield* seedCatalog(organization, { brands: [aBrand()], products: [aProductEntry()] })
    const at = instantFromMicros(0)
    const results = yield* Effect.all({
      brands: writer.saveBrands(organization, [aBrand({ brand_key: bad })]),
      products: writer.saveProducts(organization, [aProductEntry({ product_key: bad })], at),
      variants: writer.saveProducts(
        organization,
        [aProductEntry({ product_key: "P2", variants: [aVariantEntry({ variant_key: bad })] })],
        at,
      ),
      shop: writer.saveShopProducts(organization, [aProductEntry({ product_key: bad })], at),
      prices: writer.savePrices(organization, [aPriceEntry({ price_type: bad })]),
      shopPrices: writer.saveShopPrices(
        organization,
        [{ ...aPriceEntry({ price_type: bad }), amount: "1", product_key: "P1" }],
        at,
      ),
      batches: writer.saveBatches(organization, [aBatchEntry({ key: bad })]),
      jobs: writer.saveCrawlDiscoveries(organization, [aCrawlDiscoveryEntry({ job_id: bad })], at),
      discoveries: writer.saveCrawlDiscoveries(
        organization,
        [aCrawlDiscoveryEntry({ discovery_id: bad })],
        at,
      ),
    })
    for (const [name, { rejected }] of Object.entries(results)) {
      assert.lengthOf(rejected, 1, name)
      assert.include(rejected[0]!.reason, "control character U+001B", name)
    }
  }).pipe(Effect.provide(layerTest())),
)
