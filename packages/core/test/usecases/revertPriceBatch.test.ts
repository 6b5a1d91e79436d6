import { assert, it } from "@effect/vitest"
import { Hangtag } from "@hangtag/core/effect"
import { aBrand, aPriceChangeRequest, aPrincipal, aProductEntry, layerTest } from "@hangtag/testkit"
import * as Effect from "effect/Effect"

it.effect("a batch that takes another back is named after it, without half a character at the end", () =>
  Effect.gen(function* () {
    const { generatePriceChange, publishPriceBatch, revertPriceBatch, getPriceBatch } = yield* Hangtag
    const principal = aPrincipal()
    const name = "😀".repeat(100)
    const { batch_key } = yield* generatePriceChange(principal, {
      brand_key: "B1",
      ...aPriceChangeRequest({ name }),
    })
    yield* publishPriceBatch(principal, { batch_key: batch_key!, on_moved: "refuse", allow_backdated: false })
    const reverting = yield* revertPriceBatch(principal, { batch_key: batch_key! })
    const batch = yield* getPriceBatch(principal, { batch_key: reverting.batch_key })
    assert.strictEqual(batch.name, `Takes back ${"😀".repeat(94)}`)
  }).pipe(Effect.provide(layerTest({ seed: { brands: [aBrand()], products: [aProductEntry()] } }))),
)
