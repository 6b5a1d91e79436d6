import { assert, it } from "@effect/vitest"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
  aChangeLine,
  aColorwayChange,
  aPriceChangeRequest,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  layerTest,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

const at = (day: string) => TestClock.setTime(Date.parse(`${day}T12:00:00Z`))

it.effect("a preview of the past lists what was to come then", () =>
  Effect.gen(function* () {
    const { generatePriceChange, discardPriceBatch, previewColorway } = yield* Hangtag
    yield* at("2026-11-10")
    const colorways = [
      aColorwayChange({ lines: [aChangeLine({ amount: "90", effective_from: "2026-12-01" })] }),
    ]
    const { batch_key } = yield* generatePriceChange(aPrincipal(), {
      brand_key: "B1",
      ...aPriceChangeRequest({ colorways }),
    })
    yield* at("2026-11-12")
    yield* discardPriceBatch(aPrincipal(), { batch_key: batch_key! })
    yield* at("2026-11-20")
    const asOf = (as_of?: string) =>
      Effect.map(
        previewColorway(aPrincipal(), {
          brand_key: "B1",
          product_key: "P1",
          color: "Black",
          lines: [],
          as_of,
        }),
        ({ future_records }) =>
          future_records.map(
            ({ amount, status, withdrawn_at }) =>
              `${amount} ${status}${withdrawn_at ? ` until ${withdrawn_at}` : ""}`,
          ),
      )
    const imported = "120 active"
    assert.deepStrictEqual(
      yield* asOf("2026-11-09T00:00:00Z"),
      [imported],
      "no draft that did not exist then",
    )
    assert.deepStrictEqual(
      yield* asOf("2026-11-11T00:00:00Z"),
      ["90 draft until 2026-11-12T12:00:00.000Z", imported],
      "what was withdrawn since counts as it was then, and says so",
    )
    assert.deepStrictEqual(
      yield* asOf("2026-11-13T00:00:00Z"),
      [imported],
      "what was withdrawn before does not",
    )
    assert.deepStrictEqual(yield* asOf(), [imported])
  }).pipe(
    Effect.provide(
      layerTest({
        seed: {
          brands: [aBrand()],
          products: [aProductEntry({ variants: [aVariantEntry({ variant_key: "V1", color: "Black" })] })],
          prices: [
            aPriceEntry({ variant_key: "V1", amount: "100", effective_from: "2026-01-01" }),
            aPriceEntry({ variant_key: "V1", amount: "120", effective_from: "2026-12-15" }),
          ],
        },
      }),
    ),
  ),
)
