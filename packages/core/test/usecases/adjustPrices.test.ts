import { assert, describe, it } from "@effect/vitest"
import type { PriceAdjustmentPage } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
  anAdjustmentAsked,
  aPriceAdjustment,
  aPriceBatchQuery,
  aPriceEntry,
  aPricePolicy,
  aPrincipal,
  aProductEntry,
  aRounding,
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
      variants: colors.map((color) => aVariantEntry({ variant_key: `V-${color}`, color })),
    }),
  ],
  prices: colors.map((color, index) =>
    aPriceEntry({
      variant_key: `V-${color}`,
      amount: String(100 + (index % 3)),
      effective_from: "2026-01-01",
    }),
  ),
}
const ofOneColor = {
  ...seed,
  products: [
    aProductEntry({ variants: colors.map((color) => aVariantEntry({ variant_key: `V-${color}` })) }),
  ],
  prices: seed.prices.map((price) => ({ ...price, amount: "100" })),
}
const seeded = Effect.provide(layerTest({ seed }))

/** All pages of a request, as they follow one another. */
const pages = Effect.fnUntraced(function* (preview: boolean) {
  const { adjustPrices } = yield* Hangtag
  const request = aPriceAdjustment({ adjust: { set: "100" }, dry_run: preview })
  const found: Array<PriceAdjustmentPage> = [
    yield* adjustPrices(principal, { brand_key: "B1", ...request, ...anAdjustmentAsked() }),
  ]
  for (let page = found[0]!; page.next !== null; found.push(page)) {
    const asked = anAdjustmentAsked({ written: page.batch_key, after: page.next })
    page = yield* adjustPrices(principal, { brand_key: "B1", ...request, ...asked })
  }
  return found
})

describe("an adjustment of more colorways than a page", () => {
  for (const preview of [true, false])
    it.effect(`is answered page by page, ${preview ? "looked at" : "written"}`, () =>
      Effect.gen(function* () {
        const found = yield* pages(preview)
        assert.deepStrictEqual(
          found.map(({ colorways }) => colorways.length),
          [100, 30],
        )
        const all = found.flatMap(({ colorways }) => colorways)
        assert.deepStrictEqual(
          all.map(({ color }) => color),
          colors,
        )
        for (const { total_colorways, variants, created, skipped_unchanged, no_price, batch_key } of found) {
          assert.deepStrictEqual([total_colorways, variants, no_price], [130, 130, 0])
          assert.deepStrictEqual([created, skipped_unchanged], [86, 44])
          assert.strictEqual(batch_key === null, preview)
        }
        assert.strictEqual(
          all.reduce((sum, each) => sum + each.created, 0),
          86,
        )
        assert.deepStrictEqual(all[1]!.lines, [
          { price_type: "MAP", previous: "101", amount: "100", variants: 1 },
        ])
        const { listPriceBatches } = yield* Hangtag
        const { items } = yield* listPriceBatches(principal, aPriceBatchQuery())
        assert.deepStrictEqual(
          items.map(({ counts }) => counts.records),
          preview ? [] : [86],
        )
      }).pipe(seeded),
    )
  it.effect("goes on where the page before ended, whatever is left out meanwhile", () =>
    Effect.gen(function* () {
      const { adjustPrices } = yield* Hangtag
      const asked = { brand_key: "B1", ...aPriceAdjustment({ dry_run: true }) }
      const first = yield* adjustPrices(principal, { ...asked, ...anAdjustmentAsked() })
      const second = yield* adjustPrices(principal, {
        ...asked,
        leave_out: first.colorways.slice(98).map(({ product_key, color }) => ({ product_key, color })),
        ...anAdjustmentAsked({ after: first.next }),
      })
      assert.deepStrictEqual(
        [...first.colorways, ...second.colorways].map(({ color }) => color),
        colors,
      )
      assert.deepStrictEqual([second.left_out, second.next], [2, null])
    }).pipe(seeded),
  )
  it.effect("writes on the first page only", () =>
    Effect.gen(function* () {
      const { adjustPrices } = yield* Hangtag
      const call = adjustPrices(principal, {
        brand_key: "B1",
        ...aPriceAdjustment(),
        ...anAdjustmentAsked({ after: { product_key: "P1", color: "Red" } }),
      })
      const error = yield* Effect.flip(call)
      assert.strictEqual(error._tag, "InvalidRequest")
    }).pipe(seeded),
  )
})

describe("an adjustment of which few colorways collide", () => {
  const collidingColors = ["C007", "C110"]
  const colliding = Effect.provide(
    layerTest({
      seed: {
        ...seed,
        prices: [
          ...seed.prices,
          ...collidingColors.map((color) =>
            aPriceEntry({ variant_key: `V-${color}`, amount: "150", effective_from: "2026-12-01" }),
          ),
        ],
      },
    }),
  )
  const collides = collidingColors.map((color) => ({ product_key: "P1", color, reason: "collides" as const }))

  it.effect("names them, and is written without them", () =>
    Effect.gen(function* () {
      const { adjustPrices, getPriceBatch } = yield* Hangtag
      const adjust = (with_: Parameters<typeof aPriceAdjustment>[0]) =>
        adjustPrices(principal, { brand_key: "B1", ...aPriceAdjustment(with_), ...anAdjustmentAsked() })
      const looked = yield* adjust({ dry_run: true })
      assert.deepStrictEqual(looked.refused_colorways, collides)
      assert.deepStrictEqual([looked.total_refused, looked.batch_key], [2, null])
      assert.include(looked.problem, "on_collision rejects")
      const refused = yield* Effect.flip(adjust({}))
      assert(refused._tag === "PriceChangeRefused" && refused.refusal.reason === "collides")
      assert.deepStrictEqual(refused.refusal.colorways, collides)
      const leave_out = collidingColors.map((color) => ({ product_key: "P1", color }))
      const { batch_key, left_out, variants, problem } = yield* adjust({ leave_out })
      assert.deepStrictEqual([left_out, variants, problem], [2, 128, null])
      assert.strictEqual((yield* getPriceBatch(principal, { batch_key: batch_key! })).counts.records, 128)
      assert.strictEqual((yield* adjust({ dry_run: true, batch_key })).batch_key, batch_key)
    }).pipe(colliding),
  )
  it.effect("refuses to leave out what it does not select", () =>
    Effect.gen(function* () {
      const { adjustPrices } = yield* Hangtag
      const leave_out = [
        { product_key: "P1", color: "C001" },
        { product_key: "P1", color: "c007" },
      ]
      const request = aPriceAdjustment({ leave_out })
      const error = yield* Effect.flip(
        adjustPrices(principal, { brand_key: "B1", ...request, ...anAdjustmentAsked() }),
      )
      assert.deepStrictEqual(
        error._tag === "InvalidRequest" && error.fields.map(({ loc, input }) => [loc, input]),
        [[["leave_out", 1], leave_out[1]]],
      )
    }).pipe(colliding),
  )
})

describe("a preview of an adjustment", () => {
  it.effect("tells what the policy would refuse", () =>
    Effect.gen(function* () {
      const { adjustPrices, savePricePolicy } = yield* Hangtag
      const policy = aPricePolicy({ endings: ["0.10"], enforcement: "block" })
      yield* savePricePolicy(principal, { brand_key: "B1", ...policy })
      const request = aPriceAdjustment({ dry_run: true })
      const { problem, warnings } = yield* adjustPrices(principal, {
        brand_key: "B1",
        ...request,
        ...anAdjustmentAsked(),
      })
      assert.include(problem, "blocks")
      assert.strictEqual(warnings, 130)
      const call = adjustPrices(principal, { brand_key: "B1", ...aPriceAdjustment(), ...anAdjustmentAsked() })
      assert.strictEqual((yield* Effect.flip(call))._tag, "PriceChangeRefused")
    }).pipe(seeded),
  )
  it.effect("names a hundred variants of a warning, and counts all", () =>
    Effect.gen(function* () {
      const { adjustPrices } = yield* Hangtag
      const request = aPriceAdjustment({ adjust: { set: "0" }, dry_run: true })
      const { colorways } = yield* adjustPrices(principal, {
        brand_key: "B1",
        ...request,
        ...anAdjustmentAsked(),
      })
      const [{ lines, warnings, created } = assert.fail()] = colorways
      assert.deepStrictEqual([created, lines[0]!.variants], [130, 130])
      assert.deepStrictEqual(
        warnings.map(({ kind, variant_keys }) => [kind, variant_keys.length]),
        [["unlikely_amount", 100]],
      )
    }).pipe(Effect.provide(layerTest({ seed: ofOneColor }))),
  )
})

describe("an adjustment that cannot be had", () => {
  for (const [why, asked, loc, msg] of [
    [
      "where no amount ends so",
      { adjust: { percent: "-99.5" }, round: aRounding({ ending: "0.95", mode: "down" }) },
      "adjust",
      "the MAP of variant V-C000, 100, would be less than 0.95, the least that ends so",
    ],
    [
      "below zero",
      { adjust: { amount: "-100.01" } },
      "adjust",
      "the MAP of variant V-C000, 100, would be below zero",
    ],
    [
      "from after the year 9999 on, in UTC",
      { effective_from: "9999-12-31T23:59:59-05:00" },
      "effective_from",
      "should be within the years 0001 to 9999 in UTC",
    ],
    [
      "until after the year 9999, in UTC",
      { effective_until: "9999-12-31T23:59:59-05:00" },
      "effective_until",
      "should be within the years 0001 to 9999 in UTC",
    ],
  ] as const)
    it.effect(`is refused ${why}`, () =>
      Effect.gen(function* () {
        const { adjustPrices } = yield* Hangtag
        const adjustment = aPriceAdjustment({ effective_from: "2099-12-01", ...asked })
        const refused = yield* Effect.flip(
          adjustPrices(principal, { brand_key: "B1", ...adjustment, ...anAdjustmentAsked() }),
        )
        if (refused._tag !== "InvalidRequest") return assert.fail(refused._tag)
        assert.deepStrictEqual(
          refused.fields.map((field) => [field.loc.join("."), field.msg]),
          [[loc, `Value error, ${msg}`]],
        )
      }).pipe(seeded),
    )
})
