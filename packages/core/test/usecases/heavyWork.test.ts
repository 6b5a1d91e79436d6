import { assert, it } from "@effect/vitest"
import { HeavyWork } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { aBrand, aPrincipal, aProductEntry, aVariantEntry, layerTest } from "@hangtag/testkit"
import * as Effect from "effect/Effect"

const product = (product_key: string, variants: number) =>
  aProductEntry({
    product_key,
    variants: Array.from({ length: variants }, (_, index) =>
      aVariantEntry({ variant_key: `${product_key}-${String(index).padStart(4, "0")}` }),
    ),
  })
const seed = { brands: [aBrand()], products: [product("SMALL", 199), product("LARGE", 1_200)] }

it.effect(
  "a product of many variants waits for a place among heavy calls, and is given whole all the same",
  () =>
    Effect.gen(function* () {
      const { getProduct } = yield* Hangtag
      let begun = 0
      const variantsOf = (key: string) =>
        getProduct(aPrincipal(), key, { color: null, after: null, limit: 200 }).pipe(
          Effect.provideService(HeavyWork, { begin: Effect.sync(() => void begun++) }),
          Effect.map(({ colorways }) => colorways.flatMap(({ variants }) => variants).length),
        )
      assert.deepStrictEqual([yield* variantsOf("SMALL"), begun], [199, 0])
      assert.deepStrictEqual([yield* variantsOf("LARGE"), begun], [1_000, 1])
    }).pipe(Effect.provide(layerTest({ seed }))),
)
