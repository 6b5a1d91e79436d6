import { assert, it } from "@effect/vitest"
import { Hangtag } from "@hangtag/core/effect"
import { aBrand, aPriceEntry, aPrincipal, aProductEntry, aVariantEntry, layerTest } from "@hangtag/testkit"
import * as Effect from "effect/Effect"

const variants = [
  ["A", "Red", "10"],
  ["B", "Red", "9"],
  ["C", "Black", "XL"],
  ["D", "Black", "S"],
  ["E", "Red", "9.5"],
].map(([variant_key, color, size]) =>
  aVariantEntry({ variant_key: variant_key!, color: color!, size: size! }),
)

it.effect("sizes come in their order where products and their timelines are listed", () =>
  Effect.gen(function* () {
    const { getProduct, productTimeline } = yield* Hangtag
    const asked = { color: null, limit: 50, after: null }
    const { colorways } = yield* getProduct(aPrincipal(), { product_key: "P1", ...asked })
    const listed = colorways.map((each) => [each.color, ...each.variants.map(({ size }) => size)].join(" "))
    assert.deepStrictEqual(listed, ["Black S XL", "Red 9 9.5 10"])
    const query = { price_type: null, from: null, until: null }
    const timeline = yield* productTimeline(aPrincipal(), { product_key: "P1", color: null, ...query })
    assert.deepStrictEqual(timeline.variant_keys, ["D", "C", "B", "E", "A"])
    assert.deepStrictEqual(
      timeline.pairs.map(({ variant_key, price_type }) => `${variant_key} ${price_type}`),
      ["D MAP", "B MAP", "B MSRP", "A MAP"],
    )
  }).pipe(
    Effect.provide(
      layerTest({
        seed: {
          brands: [aBrand()],
          products: [aProductEntry({ variants })],
          prices: [
            ["A", "MAP"],
            ["B", "MSRP"],
            ["B", "MAP"],
            ["D", "MAP"],
          ].map(([variant_key, price_type]) =>
            aPriceEntry({ variant_key: variant_key!, price_type: price_type! }),
          ),
        },
      }),
    ),
  ),
)
