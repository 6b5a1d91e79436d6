import { assert, it } from "@effect/vitest"
import { PriceChangeRepository } from "@hangtag/core"
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

/** Keeps changes as who runs each twice, the first time for nothing: so does a database that gives a transaction up. */
const twice = Layer.effect(
  PriceChangeRepository,
  Effect.map(PriceChangeRepository, (changes) =>
    PriceChangeRepository.of({
      ...changes,
      change: (organization, target, act, begin) =>
        Effect.andThen(
          changes.change(organization, { ...target, dry: true }, act, begin),
          changes.change(organization, target, act, begin),
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
    const asked = { written: null, after: 0 }
    const adjusted = yield* adjustPrices(principal, {
      brand_key: "B1",
      ...aPriceAdjustment({ dry_run: true }),
      ...asked,
    })
    assert.deepStrictEqual([adjusted.variants, adjusted.total_colorways], [1, 1])
  }).pipe(Effect.provide(Layer.provideMerge(Hangtag.layer, Layer.provideMerge(twice, memoryPorts)))),
)
