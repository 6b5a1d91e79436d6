import { assert, it } from "@effect/vitest"
import { CatalogWriter } from "@hangtag/core"
import { listUpcomingPrices, publishPriceBatch, variantTimeline } from "@hangtag/core/effect"
import { aChangeLine, anUpcomingQuery, aPriceEntry, aPrincipal, layerTest } from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import { aShop, at, generated } from "../support/shop.ts"

const principal = aPrincipal()
const { organization } = principal

/** EU below `base`, which has a price of 100; a sale in EU from 1 December until the 10th. */
const story = Effect.gen(function* () {
  yield* aShop({ lists: ["EU below base"], prices: ["A MAP 100 from 2026-01-01"] })
  const line = aChangeLine({
    price_type: "MAP",
    price_list: "EU",
    amount: "80",
    effective_from: "2026-12-01",
    effective_until: "2026-12-10",
  })
  const { batch_key } = yield* generated([line])
  yield* publishPriceBatch(principal, { batch_key: batch_key! })
})

const answerOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest()))

it.effect("what goes live next in a list is compared with what it falls back to", () =>
  answerOf(
    Effect.gen(function* () {
      yield* story
      const { items } = yield* listUpcomingPrices(principal, anUpcomingQuery({ price_list: "EU" }))
      assert.deepStrictEqual(
        items.map(({ at, counts, amounts }) => [
          at.slice(0, 10),
          counts,
          amounts.map(({ before, after }) => [before?.least_amount, after?.least_amount]),
        ]),
        [
          ["2026-12-01", { new: 0, increase: 0, decrease: 1, withdrawn: 0 }, [["100", "80"]]],
          ["2026-12-10", { new: 0, increase: 1, decrease: 0, withdrawn: 0 }, [["80", "100"]]],
        ],
      )
    }),
  ),
)

it.effect(
  "a caller that is bound to a list sees its parent's price in its timeline, and nothing else of that",
  () =>
    answerOf(
      Effect.gen(function* () {
        yield* story
        const bound = { ...principal, priceLists: new Set(["EU"]) }
        const ask = { variant_key: "A", price_type: "MAP", price_list: "EU" }
        const shown = (who: typeof principal) =>
          Effect.map(variantTimeline(who, ask), ({ pairs }) =>
            pairs.flatMap(({ segments }) => segments.map(({ amount, from_list }) => [amount, from_list])),
          )
        const amounts = ["100", "80", "100"] as const
        assert.deepStrictEqual(yield* shown(principal), [
          [amounts[0], "base"],
          [amounts[1], "EU"],
          [amounts[2], "base"],
        ])
        assert.deepStrictEqual(yield* shown(bound), [
          [amounts[0], null],
          [amounts[1], "EU"],
          [amounts[2], null],
        ])
      }),
    ),
)

it.effect("an imported record has an amount, or is an ending", () =>
  answerOf(
    Effect.gen(function* () {
      yield* story
      const { savePrices } = yield* CatalogWriter
      const entry = aPriceEntry({ variant_key: "A", effective_from: "2027-01-01" })
      const { inserted, rejected } = yield* savePrices(organization, [
        { ...entry, amount: null },
        { ...entry, amount: "1", ending: "fall_back" },
        { ...entry, amount: null, ending: "fall_back" },
        { ...entry, amount: null, ending: "not_offered" },
      ])
      assert.deepStrictEqual([inserted, rejected.map(({ index }) => index)], [2, [0, 1]])
    }),
  ),
)
