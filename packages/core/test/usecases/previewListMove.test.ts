import { assert, it } from "@effect/vitest"
import { CallLimits } from "@hangtag/core"
import { createPriceList, previewPriceListMove, resolvePrices, updatePriceList } from "@hangtag/core/effect"
import {
  aBrand,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  layerTest,
  seedCatalog,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import { aShop, at } from "../support/shop.ts"

const principal = aPrincipal()
const { organization } = principal

/** `base`, EU below it, DE below EU, AT below DE; A and B in black, C in red. */
const story = aShop({
  lists: ["EU below base", "DE below EU", "AT below DE"],
  variants: [
    aVariantEntry({ variant_key: "A" }),
    aVariantEntry({ variant_key: "B" }),
    aVariantEntry({ variant_key: "C", color: "Red" }),
  ],
  prices: [
    ...["A", "B", "C"].map((key) => `${key} MAP 100 from 2026-01-01`),
    "A MAP@EU 90 from 2026-01-01",
    "B MAP@EU 85 from 2026-12-01",
    "C MAP@EU 95 from 2026-01-01",
    "C MAP@DE 80 from 2026-01-01",
  ],
})

const inList = (price_list: string, variants: number) => [{ price_list, variants }]

const summary = Effect.fnUntraced(function* (
  asked: Omit<Parameters<typeof previewPriceListMove>[1], "price_list">,
) {
  const move = yield* previewPriceListMove(principal, { price_list: "DE", ...asked })
  const range = (of: (typeof move)["items"][number]["before"]) =>
    of === null ? "none" : of.least_amount === of.greatest_amount ? of.least_amount : JSON.stringify(of)
  return [
    `${move.variants} of ${move.compared}, ${move.colorways} colorways`,
    ...move.items.map(
      ({ color, price_type, variants, before, after }) =>
        `${color} ${price_type} ${variants}: ${range(before)} → ${range(after)}`,
    ),
  ]
})

it.effect("a list elsewhere: what it would show another price of, from when on, and nothing is written", () =>
  Effect.gen(function* () {
    yield* story
    const none = "0 of 3, 0 colorways"
    assert.deepStrictEqual(yield* summary({}), [none])
    assert.deepStrictEqual(yield* summary({ parent: "EU" }), [none])
    // of B only from the first of December on
    for (const effective_from of [null, "2026-12-01"])
      assert.deepStrictEqual(yield* summary({ parent: "base", effective_from }), [
        "2 of 3, 1 colorways",
        'Black MAP 2: {"least_amount":"85","greatest_amount":"90"} → 100',
      ])
    assert.deepStrictEqual(
      yield* summary({ parent: "base", effective_from: "2026-12-01", brand_key: "B2" }),
      ["0 of 0, 0 colorways"],
    )
    assert.deepStrictEqual(yield* summary({ archived: true }), ["1 of 3, 1 colorways", "Red MAP 1: 80 → 95"])
    assert.deepStrictEqual(yield* summary({ parent: null }), [
      "2 of 3, 1 colorways",
      'Black MAP 2: {"least_amount":"90","greatest_amount":"100"} → none',
    ])
    const move = yield* previewPriceListMove(principal, { price_list: "DE", parent: null })
    assert.deepStrictEqual([move.list.parent, move.is_whole], [null, true])
    assert.deepStrictEqual([move.shown_in, move.overridden_in], [inList("AT", 2), []])
    const other = yield* previewPriceListMove(principal, { price_list: "DE", parent: null, brand_key: "B2" })
    assert.strictEqual(other.compared, 0)
    const asked = { price_list: "DE", variant_keys: ["A", "B", "C"] }
    const shown = (yield* resolvePrices(principal, asked)).items.map(({ amount }) => amount)
    assert.deepStrictEqual(shown, ["90", "100", "80"])
  }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)

it.effect("a price that is scheduled is seen to be lost, and one that takes over before that is not", () =>
  Effect.gen(function* () {
    yield* story
    const archived = (effective_from: string) =>
      Effect.map(
        previewPriceListMove(principal, {
          price_list: "EU",
          archived: true,
          effective_from,
          brand_key: null,
        }),
        ({ items, shown_in }) => [items.map(({ before, after }) => [before, after]), shown_in],
      )
    const only = (amount: string) => ({ least_amount: amount, greatest_amount: amount })
    // A and B are one colorway
    const black = [{ least_amount: "85", greatest_amount: "90" }, only("100")]
    const red = [only("95"), only("100")]
    const shownIn = [...inList("AT", 2), ...inList("DE", 2)]
    for (const from of ["2026-11-02", "2026-12-02"])
      assert.deepStrictEqual(yield* archived(from), [[black, red], shownIn])
    // in use again before B has a price there
    yield* updatePriceList(principal, { price_list: "EU", archived: true, effective_from: "2026-11-10" })
    yield* updatePriceList(principal, { price_list: "EU", archived: false, effective_from: "2026-11-20" })
    assert.deepStrictEqual(yield* archived("2026-11-02"), [
      [[only("90"), only("100")], red],
      [...inList("AT", 1), ...inList("DE", 1)],
    ])
  }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)

it.effect(
  "lists below: those that show what it does, and those that have a price of their own before it",
  () =>
    Effect.gen(function* () {
      yield* story
      const moved = (asked: Omit<Parameters<typeof previewPriceListMove>[1], "price_list">) =>
        Effect.map(
          previewPriceListMove(principal, { price_list: "EU", effective_from: "2026-12-02", ...asked }),
          ({ variants, shown_in, overridden_in }) => [variants, shown_in, overridden_in],
        )
      // C has a price of DE, which AT shows too
      const above = [...inList("AT", 2), ...inList("DE", 2)]
      const own = [...inList("AT", 1), ...inList("DE", 1)]
      assert.deepStrictEqual(yield* moved({ archived: true }), [3, above, own])
      assert.deepStrictEqual(yield* moved({ parent: null }), [0, [], []])
      yield* updatePriceList(principal, { price_list: "DE", archived: true })
      assert.deepStrictEqual(yield* moved({ archived: true }), [3, inList("AT", 3), []])
      yield* updatePriceList(principal, { price_list: "AT", parent: "base" })
      assert.deepStrictEqual(yield* moved({ archived: true }), [3, [], []])
      yield* updatePriceList(principal, { price_list: "AT", parent: "EU" })
      yield* updatePriceList(principal, { price_list: "EU", archived: true })
      // it has no price of its own then, and stands between those below it and what is above all the same
      assert.deepStrictEqual(yield* moved({ parent: null, archived: true }), [3, inList("AT", 3), []])
    }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)

it.effect("no more variants are compared than a call may, nor ten times as many of lists below", () =>
  Effect.gen(function* () {
    yield* updatePriceList(principal, { price_list: "base", currency: "EUR" })
    yield* createPriceList(principal, { price_list: "EU", name: "EU", currency: "EUR", parent: "base" })
    const products = Array.from({ length: 3 }, (_, index) =>
      aProductEntry({ product_key: `P${index}`, variants: [aVariantEntry({ variant_key: `V${index}` })] }),
    )
    yield* seedCatalog(organization, {
      brands: [aBrand()],
      products,
      prices: products.map((_, index) => aPriceEntry({ variant_key: `V${index}`, amount: "100" })),
    })
    const few = (move_variants: number) =>
      Effect.gen(function* () {
        const limits = { ...(yield* CallLimits), move_variants }
        const move = previewPriceListMove(principal, { price_list: "EU", parent: null })
        const { compared, variants, is_whole } = yield* Effect.provideService(move, CallLimits, limits)
        return [compared, variants, is_whole]
      })
    assert.deepStrictEqual(yield* few(3), [3, 3, true])
    assert.deepStrictEqual(yield* few(2), [2, 2, false])
    for (let index = 0; index < 25; index++)
      yield* createPriceList(principal, {
        price_list: `L${index}`,
        name: "Below",
        currency: "EUR",
        parent: "EU",
      })
    assert.deepStrictEqual(yield* few(2), [1, 1, false])
  }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)

it.effect("it is what the list shows once it was moved", () =>
  Effect.gen(function* () {
    yield* story
    const place = { price_list: "DE", parent: "base", effective_from: "2026-12-01" }
    const { items } = yield* previewPriceListMove(principal, place)
    const asked = { price_list: "DE", variant_keys: ["A", "B"], at: "2026-12-01T00:00:00Z" }
    const amounts = Effect.map(resolvePrices(principal, asked), (found) =>
      found.items.map(({ amount }) => amount),
    )
    assert.deepStrictEqual(yield* amounts, ["90", "85"])
    yield* updatePriceList(principal, place)
    assert.deepStrictEqual(yield* amounts, ["100", "100"])
    assert.deepStrictEqual(items[0]!.after, { least_amount: "100", greatest_amount: "100" })
  }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)

it.effect("what would be refused is refused", () =>
  Effect.gen(function* () {
    yield* story
    const refused = (asked: Parameters<typeof previewPriceListMove>[1]) =>
      Effect.map(Effect.flip(previewPriceListMove(principal, asked)), (error) =>
        error._tag === "PriceListRefused" ? error.refusal.reason : error._tag,
      )
    assert.strictEqual(yield* refused({ price_list: "EU", parent: "DE" }), "cycle")
    assert.strictEqual(yield* refused({ price_list: "base", parent: "DE" }), "base")
    assert.strictEqual(yield* refused({ price_list: "EU", parent: "XX" }), "NotFound")
    assert.strictEqual(yield* refused({ price_list: "XX" }), "NotFound")
    assert.strictEqual(yield* refused({ price_list: "EU", brand_key: "XX" }), "NotFound")
    assert.strictEqual(
      yield* refused({ price_list: "EU", archived: true, effective_from: "2026-01-01" }),
      "InvalidRequest",
    )
  }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)
