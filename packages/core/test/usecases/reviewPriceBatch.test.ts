import { assert, describe, it } from "@effect/vitest"
import type { BatchReviewPage, BatchReviewPlace } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
  aChangeLine,
  aColorwayChange,
  aNewPriceBatch,
  anAdjustmentAsked,
  aPriceAdjustment,
  aPriceChangeRequest,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  layerTest,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"

const principal = aPrincipal()
const colors = Array.from({ length: 130 }, (_, index) => `C${String(index).padStart(3, "0")}`)
const seed = {
  brands: [aBrand()],
  products: [
    aProductEntry({
      variants: colors.flatMap((color) => [
        aVariantEntry({ variant_key: `A-${color}`, color }),
        aVariantEntry({ variant_key: `B-${color}`, color }),
      ]),
    }),
  ],
  prices: colors.flatMap((color, index) =>
    ["A", "B"].map((size) =>
      aPriceEntry({
        variant_key: `${size}-${color}`,
        amount: index === 0 && size === "B" ? "110" : "100",
        effective_from: "2026-01-01",
      }),
    ),
  ),
}
const sale = aPriceAdjustment({
  selection: { all: true, product_keys: null, label_keys: null, source: null, colors: null },
  adjust: { percent: "-20" },
  effective_from: "2099-12-01",
  effective_until: "2099-12-10",
})

const ofTwoBrands = {
  ...seed,
  brands: [aBrand({ brand_key: "B0" }), ...seed.brands],
  products: [
    ...seed.products,
    aProductEntry({
      brand_key: "B0",
      product_key: "P2",
      variants: colors.map((color) => aVariantEntry({ variant_key: `C-${color}`, color })),
    }),
  ],
}

describe("a review of a batch", () => {
  it.effect("adds up each price before and after by colorway, page by page, as publishing would do it", () =>
    Effect.gen(function* () {
      const hangtag = yield* Hangtag
      const { adjustPrices, reviewPriceBatch, publishPriceBatch, revertPriceBatch, discardPriceBatch } =
        hangtag
      const { batch_key } = yield* adjustPrices(principal, {
        brand_key: "B1",
        ...sale,
        ...anAdjustmentAsked(),
      })
      const first = yield* reviewPriceBatch(principal, { batch_key: batch_key!, after: null })
      const second = yield* reviewPriceBatch(principal, { batch_key: batch_key!, after: first.next! })
      assert.deepStrictEqual(
        [first.total_colorways, first.colorways.length, first.next, second.colorways.length, second.next],
        [130, 100, { brand_key: "B1", product_key: "P1", color: "C099" }, 30, null],
      )
      const said = ({ lines }: (typeof first.colorways)[number]) =>
        lines.map(
          ({ change, previous, amount, effective_from, effective_until, next_amount, variants }) =>
            `${change} ${previous} to ${amount} from ${effective_from} until ${effective_until} (${next_amount}) for ${variants}`,
        )
      assert.deepStrictEqual(said(first.colorways[0]!), [
        "decrease 100 to 80 from 2099-12-01 until 2099-12-10 (100) for 1",
        "decrease 110 to 88 from 2099-12-01 until 2099-12-10 (110) for 1",
      ])
      assert.deepStrictEqual(said(second.colorways.at(-1)!), [
        "decrease 100 to 80 from 2099-12-01 until 2099-12-10 (100) for 2",
      ])
      yield* publishPriceBatch(principal, {
        batch_key: batch_key!,
        on_moved: "refuse",
        allow_backdated: false,
      })
      assert.deepStrictEqual(yield* reviewPriceBatch(principal, { batch_key: batch_key!, after: null }), {
        ...first,
        colorways: first.colorways.map((each) => ({ ...each, warnings: [] })),
        warnings: 0,
      })
      const back = yield* revertPriceBatch(principal, { batch_key: batch_key! })
      const undone = yield* reviewPriceBatch(principal, { batch_key: back.batch_key, after: first.next })
      assert.deepStrictEqual([undone.total_colorways, undone.colorways.length, undone.next], [130, 30, null])
      assert.deepStrictEqual(said(undone.colorways.at(-1)!), [
        "withdrawn 80 to null from 2099-12-01 until 2099-12-10 (null) for 2",
      ])
      yield* discardPriceBatch(principal, { batch_key: back.batch_key })
      const { _tag } = yield* Effect.flip(
        reviewPriceBatch(principal, { batch_key: back.batch_key, after: null }),
      )
      assert.strictEqual(_tag, "BatchUnsuitable")
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("goes on where the page before ended, whatever was taken out of the batch meanwhile", () =>
    Effect.gen(function* () {
      const { adjustPrices, reviewPriceBatch, removeBatchChanges } = yield* Hangtag
      const { batch_key } = yield* adjustPrices(principal, {
        brand_key: "B1",
        ...sale,
        ...anAdjustmentAsked(),
      })
      const batch = { batch_key: batch_key! }
      const first = yield* reviewPriceBatch(principal, { ...batch, after: null })
      const taken = ["C001", "C002", "C099"].map((color) => ({ product_key: "P1", color }))
      yield* removeBatchChanges(principal, { ...batch, colorways: taken, lines: null, pairs: null })
      const second = yield* reviewPriceBatch(principal, { ...batch, after: first.next })
      assert.deepStrictEqual(
        [...first.colorways, ...second.colorways].map(({ color }) => color),
        colors,
      )
      assert.deepStrictEqual([second.total_colorways, second.next], [127, null])
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect(
    "goes on with no page of another order: that of several brands is another one once it is published",
    () =>
      Effect.gen(function* () {
        const { createPriceBatch, generatePriceChange, reviewPriceBatch, publishPriceBatch } = yield* Hangtag
        const { key: batch_key } = yield* createPriceBatch(principal, aNewPriceBatch())
        // B0 comes first by brand, P1 by product
        for (const [brand_key, product_key] of [
          ["B0", "P2"],
          ["B1", "P1"],
        ] as const)
          yield* generatePriceChange(principal, {
            brand_key,
            ...aPriceChangeRequest({
              batch_key,
              colorways: colors.map((color) =>
                aColorwayChange({
                  product_key,
                  color,
                  lines: [aChangeLine({ amount: "80", effective_from: "2099-12-01" })],
                }),
              ),
            }),
          })
        const first = yield* reviewPriceBatch(principal, { batch_key, after: null })
        assert.deepStrictEqual(first.next, { brand_key: "B0", product_key: "P2", color: "C099" })
        yield* publishPriceBatch(principal, { batch_key, on_moved: "refuse", allow_backdated: false })
        const { _tag, message } = yield* Effect.flip(
          reviewPriceBatch(principal, { batch_key, after: first.next }),
        )
        assert.deepStrictEqual(
          [_tag, message],
          ["BatchUnsuitable", `Batch ${batch_key} is published: read it from the first page`],
        )
        const read = new Set<string>()
        let after: BatchReviewPlace | null = null
        do {
          const page: BatchReviewPage = yield* reviewPriceBatch(principal, { batch_key, after })
          for (const { product_key, color } of page.colorways) read.add(`${product_key} ${color}`)
          after = page.next
        } while (after !== null)
        assert.strictEqual(read.size, 260)
      }).pipe(Effect.provide(layerTest({ seed: ofTwoBrands }))),
  )

  it.effect("names what of the policy the batch breaks", () =>
    Effect.gen(function* () {
      const { adjustPrices, reviewPriceBatch } = yield* Hangtag
      const halved = { ...sale, adjust: { percent: "-95" } }
      const { batch_key } = yield* adjustPrices(principal, {
        brand_key: "B1",
        ...halved,
        ...anAdjustmentAsked(),
      })
      const { colorways, warnings } = yield* reviewPriceBatch(principal, {
        batch_key: batch_key!,
        after: null,
      })
      assert.strictEqual(colorways[1]!.warnings[0]!.kind, "unlikely_amount")
      assert.isAtLeast(warnings, 130)
    }).pipe(Effect.provide(layerTest({ seed }))),
  )
})
