import { assert, it } from "@effect/vitest"
import { BatchLimits } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
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
const brand_key = "B1"
const asItIs = { on_moved: "accept", allow_backdated: true } as const

const tagOf = <A, E extends { readonly _tag: string }, R>(call: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(call), ({ _tag }) => _tag)

const generate = Effect.fnUntraced(function* (batch_key: string | null, replaces: string | null = null) {
  const { generatePriceChange } = yield* Hangtag
  return yield* generatePriceChange(principal, {
    brand_key,
    ...aPriceChangeRequest({ batch_key }),
    replaces,
  })
})

/** What would change a batch, each by itself. */
const changing = Effect.fnUntraced(function* (batch_key: string) {
  const { adjustPrices, removeBatchChanges } = yield* Hangtag
  return [
    yield* tagOf(generate(batch_key)),
    yield* tagOf(generate(null, batch_key)),
    yield* tagOf(
      adjustPrices(principal, { brand_key, ...aPriceAdjustment({ batch_key }), ...anAdjustmentAsked() }),
    ),
    yield* tagOf(
      removeBatchChanges(principal, {
        batch_key,
        colorways: [{ product_key: "P1", color: "Black" }],
        lines: null,
        pairs: null,
      }),
    ),
  ]
})

it.effect("changes no batch that is not open", () =>
  Effect.gen(function* () {
    const { discardPriceBatch, getPriceBatch, publishPriceBatch } = yield* Hangtag
    const published = (yield* generate(null)).batch_key!
    yield* publishPriceBatch(principal, { batch_key: published, ...asItIs })
    const before = yield* getPriceBatch(principal, { batch_key: published })
    assert.deepStrictEqual(yield* changing(published), Array(4).fill("BatchPublished"))
    assert.strictEqual(yield* tagOf(discardPriceBatch(principal, { batch_key: published })), "BatchPublished")
    assert.deepStrictEqual(yield* getPriceBatch(principal, { batch_key: published }), before)
  }).pipe(Effect.provide(layerTest({ seed }))),
)

it.effect("writes notes on batches of any status, and none on one that is not there", () =>
  Effect.gen(function* () {
    const { notePriceBatch, publishPriceBatch } = yield* Hangtag
    const batch_key = (yield* generate(null)).batch_key!
    yield* publishPriceBatch(principal, { batch_key, ...asItIs })
    const noted = yield* notePriceBatch(principal, { batch_key, note: "Sent to dealers" })
    assert.deepInclude(noted, { status: "published", note: "Sent to dealers", noted_by: principal.subject })
    assert.isNull((yield* notePriceBatch(principal, { batch_key, note: " " })).note)
    assert.strictEqual(yield* tagOf(notePriceBatch(principal, { batch_key: "no", note: "" })), "NotFound")
  }).pipe(Effect.provide(layerTest({ seed }))),
)

it.effect("changes and publishes no batch that is discarded, and discards it once", () =>
  Effect.gen(function* () {
    const { discardPriceBatch, publishPriceBatch } = yield* Hangtag
    const batch_key = (yield* generate(null)).batch_key!
    const discarded = yield* discardPriceBatch(principal, { batch_key })
    assert.strictEqual(discarded.status, "discarded")
    assert.deepStrictEqual(yield* discardPriceBatch(principal, { batch_key }), discarded)
    assert.deepStrictEqual(yield* changing(batch_key), Array(4).fill("BatchUnsuitable"))
    assert.strictEqual(
      yield* tagOf(publishPriceBatch(principal, { batch_key, ...asItIs })),
      "BatchUnsuitable",
    )
  }).pipe(Effect.provide(layerTest({ seed }))),
)

it.effect("publishes a batch once, however often and at once it is asked for", () =>
  Effect.gen(function* () {
    const { listPublications, publishPriceBatch } = yield* Hangtag
    const batch_key = (yield* generate(null)).batch_key!
    const publish = publishPriceBatch(principal, { batch_key, ...asItIs })
    const publications = yield* Effect.all([publish, publish, publish], { concurrency: 3 })
    assert.deepStrictEqual(publications, Array(3).fill(publications[0]))
    const { items } = yield* listPublications(principal)
    assert.deepStrictEqual(items, [publications[0]])
  }).pipe(Effect.provide(layerTest({ seed }))),
)

it.effect("makes no batch beyond the limit; one that is replaced leaves its place, and no more", () =>
  Effect.gen(function* () {
    const { getPriceBatch } = yield* Hangtag
    const batch_key = (yield* generate(null)).batch_key!
    assert.strictEqual(yield* tagOf(generate(null)), "TooManyOpen")
    const next = (yield* generate(null, batch_key)).batch_key!
    assert.strictEqual((yield* getPriceBatch(principal, { batch_key })).status, "discarded")
    assert.strictEqual(yield* tagOf(generate(null)), "TooManyOpen")
    assert.strictEqual((yield* getPriceBatch(principal, { batch_key: next })).status, "open")
  }).pipe(Effect.provide(Layer.provide(layerTest({ seed }), Layer.succeed(BatchLimits, { openBatches: 1 })))),
)
