import { assert, it } from "@effect/vitest"
import { CallLimits, type PriceAdjustmentPage, PriceChangeRepository } from "@hangtag/core"
import {
  adjustPrices,
  createPriceList,
  previewColorway,
  publishPriceBatch,
  reviewPriceBatch,
  savePricePolicy,
  updatePriceList,
} from "@hangtag/core/effect"
import {
  aChangeLine,
  aColorwayPrefillRequest,
  anAdjustmentAsked,
  aPriceAdjustment,
  aPriceEntry,
  aPricePolicy,
  aPrincipal,
  aSelection,
  layerTest,
  seedCatalog,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import { isSameBasis } from "../../src/prices/rules/basisToken.ts"
import { aShop, at, generated } from "../support/shop.ts"

const principal = aPrincipal()

/** EU below `base`, which has a MAP of 100 and an MSRP of 150 that EU falls back to. */
const story = aShop({
  lists: ["EU below base"],
  prices: ["A MAP 100 from 2026-01-01", "A MSRP 150 from 2026-01-01"],
  policy: { map_at_most_msrp: true },
})

const line = (price_list: string, amount: string, effective_from = "2026-12-01") =>
  aChangeLine({ price_list, amount, effective_from })

it.effect(
  "a preview compares a MAP with the MSRP that its list falls back to, and lists no other prices",
  () =>
    Effect.gen(function* () {
      yield* story
      const preview = (caller: typeof principal, amount: string) =>
        previewColorway(caller, {
          brand_key: "B1",
          ...aColorwayPrefillRequest({ lines: [line("EU", amount)] }),
        })
      const above = yield* preview(principal, "160")
      assert.deepStrictEqual(
        above.warnings.map((warning) => [warning.kind, "msrp" in warning && warning.msrp]),
        [["above_msrp", "150"]],
      )
      assert.deepStrictEqual([above.incumbents, above.future_records], [[], []])
      assert.deepStrictEqual((yield* preview(principal, "150")).warnings, [])
      // a parent's price is seen through the list
      const bound = { ...principal, priceLists: new Set(["EU"]) }
      assert.deepStrictEqual((yield* preview(bound, "160")).warnings, above.warnings)
    }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)

it.effect("a review says what a list shows where it has no price of its own, before and after", () =>
  Effect.gen(function* () {
    yield* story
    const said = (batch_key: string | null) =>
      Effect.map(reviewPriceBatch(principal, { batch_key: batch_key!, after: null }), ({ colorways }) =>
        colorways[0]!.lines.map(({ price_list, change, previous, shown }) => [
          ...[price_list, change, previous],
          shown && `${shown.amount} of ${shown.price_list}`,
        ]),
      )
    const first = yield* generated([line("base", "110"), line("EU", "90")])
    assert.deepStrictEqual(yield* said(first.batch_key), [
      ["EU", "new", null, "100 of base"],
      ["base", "increase", "100", null],
    ])
    yield* publishPriceBatch(principal, {
      batch_key: first.batch_key!,
      on_moved: "refuse",
      allow_backdated: false,
    })
    assert.deepStrictEqual(
      (yield* said(first.batch_key)).map(([, , , shown]) => shown),
      [null, null],
    )
    const { batch_key } = yield* generated([
      { ...line("EU", "0", "2027-01-01"), amount: null, ends: "fall_back" },
    ])
    assert.deepStrictEqual(yield* said(batch_key), [["EU", "ended", "90", "110 of base"]])
  }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)

it.effect("a review compares as the preview does", () =>
  Effect.gen(function* () {
    yield* story
    const { batch_key } = yield* generated([line("EU", "160")])
    const { colorways } = yield* reviewPriceBatch(principal, { batch_key: batch_key!, after: null })
    assert.deepStrictEqual(
      colorways.map(({ lines, warnings }) => [lines.length, ...warnings.map(({ kind }) => kind)]),
      [[1, "above_msrp"]],
    )
  }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)

it.effect("a list that is to be archived takes prices that begin before that, and none from then on", () =>
  Effect.gen(function* () {
    yield* story
    yield* updatePriceList(principal, {
      price_list: "EU",
      archived: true,
      effective_from: "2026-12-10",
    })
    const generate = (from: string) => Effect.result(generated([line("EU", "90", from)]))
    assert.strictEqual((yield* generate("2026-12-09"))._tag, "Success")
    const refused = yield* generate("2026-12-10")
    assert.include(JSON.stringify(refused), "this price list is archived then")
    assert.include(JSON.stringify(refused), '["colorways",0,"lines",0,"price_list"]')
  }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)

it.effect("an amount that was made of a parent's price has moved once the list stands elsewhere", () =>
  Effect.gen(function* () {
    yield* story
    yield* createPriceList(principal, { price_list: "FR", name: "FR", currency: "EUR", parent: "EU" })
    const adjustment = aPriceAdjustment({
      selection: aSelection({ all: true, price_list: "FR", where: "resolved" }),
      adjust: { percent: "10" },
      effective_from: "2026-12-01",
    })
    const adjust = (dry_run: boolean) =>
      adjustPrices(principal, { brand_key: "B1", ...adjustment, ...anAdjustmentAsked(), dry_run })
    const basisOf = ({ colorways }: PriceAdjustmentPage) => colorways[0]!.basis
    const dry = yield* adjust(true)
    assert.isTrue(isSameBasis(basisOf(dry), basisOf(yield* adjust(true))))
    yield* seedCatalog(principal.organization, {
      prices: [aPriceEntry({ variant_key: "A", amount: "105", effective_from: "2026-11-01" })],
    })
    const made = yield* adjust(false)
    assert.isFalse(isSameBasis(basisOf(dry), basisOf(made)))
    yield* createPriceList(principal, { price_list: "B2B", name: "B2B", currency: "EUR" })
    yield* updatePriceList(principal, { price_list: "FR", parent: "B2B", effective_from: "2026-12-01" })
    const publishing = { batch_key: made.batch_key!, allow_backdated: false }
    const refused = yield* Effect.flip(publishPriceBatch(principal, { ...publishing, on_moved: "refuse" }))
    assert.deepStrictEqual(
      refused._tag === "PriceChangeRefused" && refused.refusal.reason === "moved"
        ? refused.refusal.moved.map(({ what, was, is }) => [what, was?.amount, is])
        : refused,
      [["above", "105", null]],
    )
    yield* publishPriceBatch(principal, { ...publishing, on_moved: "accept" })
  }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)

it.effect("a caller bound to lists sees those alone in which a line is shown", () =>
  Effect.gen(function* () {
    yield* story
    for (const key of ["DE", "FR"])
      yield* createPriceList(principal, { price_list: key, name: key, currency: "EUR", parent: "EU" })
    yield* seedCatalog(principal.organization, {
      prices: [aPriceEntry({ variant_key: "A", amount: "90", price_list: "FR" })],
    })
    const lists = (caller: typeof principal) =>
      previewColorway(caller, {
        brand_key: "B1",
        show_lists: true,
        ...aColorwayPrefillRequest({ lines: [line("EU", "120")] }),
      }).pipe(Effect.map(({ lines: [first] }) => [first?.shown_in, first?.overridden_in]))
    const [de, fr] = ["DE", "FR"].map((price_list) => [{ price_list, variants: 1 }])
    assert.deepStrictEqual(yield* lists(principal), [de, fr])
    assert.deepStrictEqual(yield* lists({ ...principal, priceLists: new Set(["EU", "FR"]) }), [[], fr])
  }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)

it.effect(
  "a change in a list reads no more of a colorway than its preview may, prices of lists above counted",
  () =>
    Effect.gen(function* () {
      yield* story
      yield* seedCatalog(principal.organization, {
        prices: [aPriceEntry({ variant_key: "A", price_list: "EU", amount: "95" })],
      })
      const lines = [aChangeLine({ price_list: "EU", amount: "90" })]
      const selection = aSelection({ all: true, price_list: "EU" })
      const adjustment = { ...aPriceAdjustment({ dry_run: true, selection }), ...anAdjustmentAsked() }
      const limits = { ...(yield* CallLimits), preview_records: 2 }
      const isRefused = <A, E, R>(call: Effect.Effect<A, E, R>) =>
        Effect.map(Effect.flip(Effect.provideService(call, CallLimits, limits)), (refused) =>
          assert.deepInclude(refused as object, {
            _tag: "LimitExceeded",
            limit: "preview_records",
            asked: 3,
          }),
        )
      const preview = aColorwayPrefillRequest({ lines })
      yield* isRefused(previewColorway(principal, { brand_key: "B1", ...preview }))
      yield* isRefused(generated(lines, { dry_run: true }))
      yield* isRefused(adjustPrices(principal, { brand_key: "B1", ...adjustment }))
    }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)

it.effect("a batch is reviewed and published without its moments, whatever lists are archived", () =>
  Effect.gen(function* () {
    yield* story
    yield* createPriceList(principal, { price_list: "OLD", name: "OLD", currency: "EUR" })
    yield* updatePriceList(principal, { price_list: "OLD", archived: true })
    yield* savePricePolicy(principal, { brand_key: "B1", ...aPricePolicy({ enforcement: "block" }) })
    const { batch_key } = yield* generated([line("EU", "80")])
    const changes = yield* PriceChangeRepository
    const without = Effect.provideService(PriceChangeRepository, {
      ...changes,
      moments: () => Effect.die("all moments of a batch are added up for each page of them"),
    })
    const asked = { batch_key: batch_key! }
    assert.lengthOf((yield* without(reviewPriceBatch(principal, asked))).colorways, 1)
    yield* without(publishPriceBatch(principal, asked))
  }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)
