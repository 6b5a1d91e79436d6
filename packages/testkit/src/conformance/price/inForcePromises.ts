import { assert } from "chai"
import * as Effect from "effect/Effect"
import { aBrand, aPriceEntry, instantOf } from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import type { PromiseTest } from "../suite/promiseTests.ts"
import { around, brands, now, type Ports, variants } from "./steps.ts"

export const inForcePromises = {
  "gives the active record that began last at or before the moment": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, {
      brands,
      products: variants("V"),
      prices: [
        aPriceEntry({ variant_key: "V", amount: "2", effective_from: "2026-02-01" }),
        aPriceEntry({ variant_key: "V", amount: "1", effective_from: "2026-01-01" }),
        aPriceEntry({ variant_key: "V", amount: "3", effective_from: "2026-07-01" }),
      ],
    })
    const { inForce } = yield* around(mine, ["V"])
    assert.deepStrictEqual(
      inForce.map((record) => record.amount),
      ["2"],
    )
  }),
  "puts a price in force at its own microsecond and not one before": Effect.fnUntraced(function* ({ mine }) {
    const effective_from = "2026-06-01T00:00:00.000001Z"
    yield* seedCatalog(mine, {
      brands,
      products: variants("V"),
      prices: [aPriceEntry({ variant_key: "V", effective_from })],
    })
    const before = yield* around(mine, ["V"], now)
    assert.strictEqual(before.inForce.length, 0)
    assert.deepStrictEqual(
      before.future.map((record) => record.effective_at),
      [now + 1],
    )
    const then = yield* around(mine, ["V"], now + 1)
    assert.deepStrictEqual(
      then.inForce.map((record) => record.effective_at),
      [now + 1],
    )
    assert.strictEqual(then.future.length, 0)
  }),
  "settles a tie of instants by the record written last": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, {
      brands,
      products: variants("V"),
      prices: [
        aPriceEntry({ variant_key: "V", amount: "1" }),
        aPriceEntry({ variant_key: "V", amount: "3", effective_from: "2026-01-01T00:00:00Z" }),
        aPriceEntry({ variant_key: "V", amount: "2" }),
      ],
    })
    const { inForce } = yield* around(mine, ["V"])
    assert.deepStrictEqual(
      inForce.map((record) => record.amount),
      ["2"],
    )
  }),
  "keeps drafts out of force and lists those to come": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, {
      brands,
      products: variants("V"),
      prices: [
        aPriceEntry({ variant_key: "V", amount: "1" }),
        aPriceEntry({ variant_key: "V", amount: "2", effective_from: "2026-02-01", status: "draft" }),
        aPriceEntry({ variant_key: "V", amount: "3", effective_from: "2026-07-01", status: "draft" }),
      ],
    })
    const { inForce, future } = yield* around(mine, ["V"])
    assert.deepStrictEqual(
      inForce.map((record) => record.amount),
      ["1"],
    )
    assert.deepStrictEqual(
      future.map(({ amount, status }) => [amount, status]),
      [["3", "draft"]],
    )
  }),
  "begins a date at midnight in the brand's time zone, and a date-time at its offset": Effect.fnUntraced(
    function* ({ mine }) {
      yield* seedCatalog(mine, {
        brands: [aBrand({ time_zone: "America/New_York" })],
        products: variants("V"),
        prices: [
          aPriceEntry({ variant_key: "V", price_type: "A", effective_from: "2026-07-01" }),
          aPriceEntry({ variant_key: "V", price_type: "B", effective_from: "2026-07-01T00:00:00" }),
          aPriceEntry({ variant_key: "V", price_type: "C", effective_from: "2026-07-01T00:00:00+02:00" }),
        ],
      })
      const { future } = yield* around(mine, ["V"])
      assert.deepStrictEqual(
        future.map((record) => record.effective_at),
        ["2026-07-01T04:00Z", "2026-07-01T04:00Z", "2026-06-30T22:00Z"].map((text) => instantOf(text)),
      )
    },
  ),
} satisfies Record<string, PromiseTest<Ports>>
