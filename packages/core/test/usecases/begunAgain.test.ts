import { assert, it } from "@effect/vitest"
import { Transaction } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
  aPriceAdjustment,
  aPriceChangeRequest,
  aPrincipal,
  aProductEntry,
  memoryPorts,
  seedCatalog,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Runs each effect twice, the first time for nothing: so does a database that gives a transaction up. */
const twice = Layer.effect(
  Transaction,
  Effect.map(Transaction, ({ atomically }) =>
    Transaction.of({
      atomically: (effect) =>
        Effect.andThen(
          Effect.ignore(atomically(Effect.andThen(effect, Effect.fail("given up")))),
          atomically(effect),
        ),
    }),
  ),
)

it.effect("what is counted of a change is counted anew where it is begun again", () =>
  Effect.gen(function* () {
    const { generatePriceChange, publishPriceBatch, revertPriceBatch, adjustPrices } = yield* Hangtag
    const principal = aPrincipal()
    yield* seedCatalog(principal.organization, { brands: [aBrand()], products: [aProductEntry()] })
    const { batch_key, created, colorways } = yield* generatePriceChange(principal, {
      brand_key: "B1",
      ...aPriceChangeRequest(),
    })
    assert.deepStrictEqual([created, colorways.length], [1, 1])
    yield* publishPriceBatch(principal, { batch_key: batch_key!, on_moved: "accept", allow_backdated: true })
    assert.strictEqual((yield* revertPriceBatch(principal, { batch_key: batch_key! })).records, 1)
    const asked = { written: null, after: null }
    const adjusted = yield* adjustPrices(principal, {
      brand_key: "B1",
      ...aPriceAdjustment({ dry_run: true }),
      ...asked,
    })
    assert.deepStrictEqual([adjusted.variants, adjusted.total_colorways], [1, 1])
  }).pipe(Effect.provide(Layer.provideMerge(Hangtag.layer, Layer.provideMerge(twice, memoryPorts)))),
)
