import { assert, it } from "@effect/vitest"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
  aPriceChangeRequest,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  layerTest,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"

const principal = aPrincipal()
const seed = {
  brands: [aBrand()],
  products: [aProductEntry()],
  prices: [
    aPriceEntry({ amount: "100" }),
    aPriceEntry({ amount: "90", effective_from: "2027-01-01", status: "draft" }),
  ],
}

it.effect("a draft of no batch is withdrawn; what is of a batch, or active, is refused by name", () =>
  Effect.gen(function* () {
    const { generatePriceChange, productTimeline, withdrawDraft } = yield* Hangtag
    const { batch_key } = yield* generatePriceChange(principal, { brand_key: "B1", ...aPriceChangeRequest() })
    const query = { price_type: null, from: null, until: null }
    const timeline = Effect.map(
      productTimeline(principal, { product_key: "P1", color: null, ...query }),
      ({ pairs }) => pairs[0]!,
    )
    const { segments, drafts } = yield* timeline
    const [held, imported] = [batch_key, null].map((of) => drafts.find((each) => each.batch_key === of)!)
    const refused = (key: string) => Effect.flip(withdrawDraft(principal, { record_key: key }))
    const ofBatch = yield* refused(held!.record_key)
    assert.strictEqual(ofBatch._tag === "BatchUnsuitable" && ofBatch.batch_key, batch_key)
    const active = segments.findLast(({ record_key }) => record_key !== null)!
    const ofActive = yield* refused(active.record_key!)
    assert.deepStrictEqual(ofActive._tag === "PriceChangeRefused" && ofActive.refusal, {
      reason: "active",
      record_key: active.record_key!,
    })
    assert.strictEqual((yield* refused("nothing"))._tag, "NotFound")
    const done = yield* withdrawDraft(principal, { record_key: imported!.record_key })
    assert.deepStrictEqual([done.amount, done.withdrawn_by], ["90", principal.subject])
    assert.deepStrictEqual(yield* withdrawDraft(principal, { record_key: imported!.record_key }), done)
    assert.deepStrictEqual(
      (yield* timeline).drafts.map((each) => each.batch_key),
      [batch_key],
    )
  }).pipe(Effect.provide(layerTest({ seed }))),
)
