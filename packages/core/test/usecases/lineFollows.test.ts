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
  layerTest,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"

const prices = [aPriceEntry({ amount: "189.95", effective_from: "2026-01-01" })]
const seed = { brands: [aBrand()], products: [aProductEntry()], prices }
const publishing = { on_moved: "refuse", allow_backdated: false } as const

it.effect("a price change says what a line follows that begins once another one is over", () =>
  Effect.gen(function* () {
    const { generatePriceChange } = yield* Hangtag
    const lines = [
      aChangeLine({ amount: "119.95", effective_from: "2027-02-01", effective_until: "2027-02-15" }),
      aChangeLine({ amount: "159.95", effective_from: "2027-03-01" }),
    ]
    const request = aPriceChangeRequest({ colorways: [aColorwayChange({ lines })], dry_run: true })
    const { colorways } = yield* generatePriceChange(aPrincipal(), { brand_key: "B1", ...request })
    const follows = { status: "changed", variants: 1, variant_keys: [prices[0]!.variant_key] } as const
    assert.deepStrictEqual(colorways[0]!.lines, [
      { line: 0, previous: "189.95", ...follows },
      { line: 1, previous: "189.95", ...follows },
    ])
  }).pipe(Effect.provide(layerTest({ seed }))),
)

it.effect("a price change names the published ends of sales that it moves", () =>
  Effect.gen(function* () {
    const { generatePriceChange, publishPriceBatch } = yield* Hangtag
    const generate = (...lines: ReadonlyArray<ReturnType<typeof aChangeLine>>) =>
      generatePriceChange(aPrincipal(), {
        brand_key: "B1",
        ...aPriceChangeRequest({ colorways: [aColorwayChange({ lines })] }),
      })
    const sale = yield* generate(
      aChangeLine({ amount: "119.95", effective_from: "2027-02-01", effective_until: "2027-02-15" }),
    )
    assert.deepStrictEqual(sale.colorways[0]!.moved_returns, [])
    yield* publishPriceBatch(aPrincipal(), { batch_key: sale.batch_key!, ...publishing })
    const change = yield* generate(aChangeLine({ amount: "159.95", effective_from: "2027-01-15" }))
    assert.deepStrictEqual(
      change.colorways[0]!.moved_returns.map(({ effective_from, was, becomes }) => [
        effective_from,
        was,
        becomes,
      ]),
      [["2027-02-15", "189.95", "159.95"]],
    )
  }).pipe(Effect.provide(layerTest({ seed }))),
)

it.effect("a line of the same amount changes a price that would be over before it is", () =>
  Effect.gen(function* () {
    const { generatePriceChange, publishPriceBatch } = yield* Hangtag
    const generate = (effective_until: string | null, effective_from = "2027-02-05", dry_run = true) => {
      const line = aChangeLine({ amount: "119.95", effective_from, effective_until })
      const change = aPriceChangeRequest({ colorways: [aColorwayChange({ lines: [line] })], dry_run })
      return generatePriceChange(aPrincipal(), { brand_key: "B1", ...change })
    }
    const { batch_key } = yield* generate("2027-02-15", "2027-02-01", false)
    yield* publishPriceBatch(aPrincipal(), { batch_key: batch_key!, ...publishing })
    for (const [until, status, created] of [
      [null, "changed", 1],
      ["2027-02-16", "changed", 1],
      ["2027-02-15", "unchanged", 0],
      ["2027-02-10", "unchanged", 0],
    ] as const) {
      const [colorway] = (yield* generate(until)).colorways
      assert.deepStrictEqual([colorway!.created, colorway!.lines[0]!.status], [created, status])
      assert.strictEqual(colorway!.lines[0]!.previous, "119.95")
      assert.deepStrictEqual(
        colorway!.warnings.filter(({ kind }) => kind === "large_change"),
        [],
      )
    }
  }).pipe(Effect.provide(layerTest({ seed }))),
)
