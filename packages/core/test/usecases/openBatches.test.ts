import { assert, it } from "@effect/vitest"
import { BatchLimits, TooManyOpen } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
  aNewPriceBatch,
  anAdjustmentAsked,
  aPriceAdjustment,
  aPriceChangeRequest,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  layerTest,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const principal = aPrincipal()
const seed = { brands: [aBrand()], products: [aProductEntry()], prices: [aPriceEntry()] }
const oneOpen = Effect.provide(
  Layer.provide(layerTest({ seed }), Layer.succeed(BatchLimits, { openBatches: 1 })),
)

const refused = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(call), (error) => {
    assert.instanceOf(error, TooManyOpen)
    assert.strictEqual(
      (error as TooManyOpen).message,
      "The organization has 1 open batches and may have 1 at once; publish or discard one",
    )
  })

it.effect("an organization has at most N open batches, whichever call makes them", () =>
  Effect.gen(function* () {
    const { adjustPrices, createPriceBatch, generatePriceChange, publishPriceBatch, revertPriceBatch } =
      yield* Hangtag
    const generate = (batch_key: string | null, dry_run = false) =>
      generatePriceChange(principal, { brand_key: "B1", ...aPriceChangeRequest({ batch_key, dry_run }) })
    const { batch_key } = yield* generate(null)
    yield* refused(generate(null))
    yield* refused(createPriceBatch(principal, aNewPriceBatch()))
    yield* refused(
      adjustPrices(principal, { brand_key: "B1", ...aPriceAdjustment(), ...anAdjustmentAsked() }),
    )
    yield* generate(batch_key)
    yield* generate(null, true)
    yield* adjustPrices(principal, {
      brand_key: "B1",
      ...aPriceAdjustment({ dry_run: true }),
      ...anAdjustmentAsked(),
    })
    yield* publishPriceBatch(principal, { batch_key: batch_key!, on_moved: "refuse", allow_backdated: false })
    yield* createPriceBatch(principal, aNewPriceBatch())
    yield* refused(revertPriceBatch(principal, { batch_key: batch_key! }))
  }).pipe(oneOpen),
)
