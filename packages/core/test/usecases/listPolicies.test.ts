import { assert, it } from "@effect/vitest"
import {
  adjustPrices,
  getPriceListPolicy,
  listPriceListPolicyChanges,
  previewColorway,
  previewPriceSheet,
  publishPriceBatch,
  reviewPriceBatch,
  savePriceListPolicy,
} from "@hangtag/core/effect"
import {
  aChangeLine,
  aColorwayPrefillRequest,
  aPriceAdjustment,
  aPriceSheetRequest,
  aPrincipal,
  aSelection,
  layerTest,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import { sheetOfText } from "../support/sheetOfText.ts"
import { aShop, at, generated } from "../support/shop.ts"

const principal = aPrincipal()
const clock = at("2026-11-01T12:00:00Z")
const line = (price_list: string, amount: string) =>
  aChangeLine({ price_list, amount, effective_from: "2026-12-01" })

/** A brand that warns from 10 percent on; of EU, below `base`, any change is right but what does not end in 0.95 is blocked. */
const story = Effect.gen(function* () {
  yield* aShop({
    lists: ["EU below base", "UK below base"],
    prices: ["base", "EU", "UK"].map((list) => `A MAP@${list} 100 from 2026-01-01`),
    policy: { max_increase_percent: "10" },
  })
  yield* savePriceListPolicy(principal, {
    price_list: "EU",
    max_increase_percent: null,
    endings: ["0.95"],
    enforcement: "block",
  })
})

it.effect("a list's policy goes before its brand's, member by member, and is of no other list", () =>
  Effect.gen(function* () {
    yield* story
    const { warnings } = yield* previewColorway(principal, {
      brand_key: "B1",
      ...aColorwayPrefillRequest({ lines: [line("base", "150"), line("EU", "150"), line("UK", "150")] }),
    })
    assert.deepStrictEqual(
      warnings.map(({ kind, line }) => [kind, line]),
      [
        ["large_change", 0],
        ["ending", 1],
        ["large_change", 2],
      ],
    )
  }).pipe(clock, Effect.provide(layerTest())),
)

it.effect("what it blocks is blocked in its list alone: generated, adjusted, reviewed and published", () =>
  Effect.gen(function* () {
    yield* story
    const done = yield* generated([line("base", "150"), line("EU", "149.95"), line("UK", "150")], {
      dry_run: true,
    })
    assert.strictEqual(done.warnings, 2)
    const refused = yield* Effect.flip(generated([line("base", "160"), line("EU", "160")]))
    assert.strictEqual(refused._tag, "PriceChangeRefused")
    if (refused._tag !== "PriceChangeRefused" || refused.refusal.reason !== "blocked") return assert.fail()
    assert.deepStrictEqual(
      refused.refusal.warnings.map(({ kind, line }) => [kind, line]),
      [["ending", 1]],
    )
    const adjust = (price_list: string) =>
      adjustPrices(principal, {
        brand_key: "B1",
        ...aPriceAdjustment({ selection: aSelection({ all: true, price_list }), dry_run: true }),
      })
    assert.strictEqual((yield* adjust("EU")).problem, "The brand's price policy blocks this change")
    assert.isNull((yield* adjust("UK")).problem ?? null)

    yield* savePriceListPolicy(principal, { price_list: "EU" })
    const { batch_key } = yield* generated([line("base", "170"), line("EU", "170")])
    yield* savePriceListPolicy(principal, { price_list: "EU", endings: ["0.95"], enforcement: "block" })
    const reviewed = yield* reviewPriceBatch(principal, { batch_key: batch_key! })
    const kinds = reviewed.colorways.flatMap(({ warnings }) => warnings.map(({ kind }) => kind))
    assert.include(kinds, "ending")
    const unpublished = yield* Effect.flip(publishPriceBatch(principal, { batch_key: batch_key! }))
    if (unpublished._tag !== "PriceChangeRefused" || unpublished.refusal.reason !== "blocked")
      return assert.fail(unpublished.message)
    assert.deepStrictEqual(
      unpublished.refusal.warnings.map((warning) => [warning.kind, warning.batch_line?.price_list]),
      [
        ["large_change", "EU"],
        ["ending", "EU"],
      ],
    )
    yield* savePriceListPolicy(principal, { price_list: "EU", enforcement: "warn" })
    yield* publishPriceBatch(principal, { batch_key: batch_key! })
  }).pipe(clock, Effect.provide(layerTest())),
)

it.effect("is kept whole with who gave it, once for each change; base has none, and no unknown list", () =>
  Effect.gen(function* () {
    yield* story
    const policy = { notice_days: 3 }
    yield* savePriceListPolicy(principal, { price_list: "EU", ...policy })
    yield* savePriceListPolicy(principal, { price_list: "EU", ...policy })
    assert.deepStrictEqual(yield* getPriceListPolicy(principal, { price_list: "EU" }), policy)
    assert.deepStrictEqual(yield* getPriceListPolicy(principal, { price_list: "UK" }), {})
    const { items, next } = yield* listPriceListPolicyChanges(principal, { price_list: "EU", limit: 1 })
    assert.deepStrictEqual(
      items.map(({ revision, policy }) => ({ revision, policy })),
      [{ revision: 2, policy }],
    )
    assert.strictEqual(next, 2)
    const refusals = yield* Effect.all(
      [
        savePriceListPolicy(principal, { price_list: "base", ...policy }),
        savePriceListPolicy(principal, { price_list: "XX", ...policy }),
        savePriceListPolicy(principal, { price_list: "EU", expected: () => false }),
        savePriceListPolicy(principal, {
          price_list: "EU",
          blackouts: [{ from: "2026-12-02", until: "2026-12-01", reason: "" }],
        }),
      ].map(Effect.flip),
    )
    assert.deepStrictEqual(
      refusals.map(({ _tag }) => _tag),
      ["PriceListRefused", "NotFound", "ChangedMeanwhile", "InvalidRequest"],
    )
    assert.deepStrictEqual(yield* getPriceListPolicy(principal, { price_list: "EU" }), policy)
  }).pipe(clock, Effect.provide(layerTest())),
)

it.effect("rows of a price sheet have the policy of their lists", () =>
  Effect.gen(function* () {
    yield* story
    const sheet = (...rows: ReadonlyArray<readonly [list: string, amount: string]>) =>
      previewPriceSheet(
        principal,
        aPriceSheetRequest({
          brand_key: "B1",
          sheet: sheetOfText(
            [
              ["SKU", "Price type", "Price list", "Amount", "From"],
              ...rows.map(([list, amount]) => ["A", "MAP", list, amount, "2026-12-01"]),
            ],
            (text) => text,
          ),
        }),
      )
    const whole = yield* sheet(["EU", "149.95"], ["UK", "150"])
    assert.deepStrictEqual([whole.reason, whole.created, whole.warnings], [null, 2, 1])
    const blocked = yield* sheet(["EU", "150"], ["UK", "150"])
    assert.deepStrictEqual([blocked.reason, blocked.rows.changed], ["blocked", 2])
    const kinds = blocked.colorways.flatMap(({ warnings }) => warnings.map(({ kind }) => kind))
    assert.sameMembers(kinds, ["ending", "large_change"])
  }).pipe(clock, Effect.provide(layerTest())),
)
