import { basePriceList, CatalogWriter } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import { aBatchEntry, aPriceEntry, instantOf } from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { around, brands, now, promises, variants } from "./steps.ts"

export const readingPromises = promises({
  *"orders what is in force by variant key and price type, by code point"({ mine }) {
    const keys = ["b", "a", "Z", "é", "\u{1f600}", "\ue000", "a-1"]
    yield* seedCatalog(mine, {
      brands,
      products: variants(...keys),
      prices: keys.flatMap((variant_key) =>
        ["map", "MSRP", "MAP"].map((price_type) => aPriceEntry({ variant_key, price_type })),
      ),
    })
    const { inForce } = yield* around(mine, keys)
    assert.deepStrictEqual(
      inForce.map(({ variant_key, price_type }) => [variant_key, price_type]),
      ["Z", "a", "a-1", "b", "é", "\ue000", "\u{1f600}"].flatMap((key) =>
        ["MAP", "MSRP", "map"].map((type) => [key, type]),
      ),
    )
  },
  *"orders what is to come by variant key, price type, instant and sequence"({ mine }) {
    const entry = (variant_key: string, price_type: string, effective_from: string, amount: string) =>
      aPriceEntry({ variant_key, price_type, effective_from, amount })
    yield* seedCatalog(mine, {
      brands,
      products: variants("V", "U"),
      prices: [
        entry("V", "MSRP", "2026-07-01", "1"),
        entry("V", "MAP", "2026-08-01", "2"),
        entry("V", "MAP", "2026-07-01", "4"),
        entry("V", "MAP", "2026-07-01T00:00:00Z", "3"),
        entry("U", "MSRP", "2026-09-01", "5"),
      ],
    })
    const { future } = yield* around(mine, ["V", "U"])
    assert.deepStrictEqual(
      future.map((record) => record.amount),
      ["5", "4", "3", "2", "1"],
    )
  },
  *"reads one record more than is taken, and no further"({ mine }) {
    yield* seedCatalog(mine, {
      brands,
      products: variants("V", "U"),
      prices: ["V", "U"].flatMap((variant_key) =>
        ["2026-01-01", "2026-07-01", "2026-08-01"].map((effective_from) =>
          aPriceEntry({ variant_key, effective_from }),
        ),
      ),
    })
    for (const most of [0, 1, 3, 5, 6, 7]) {
      const { inForce, future } = yield* around(mine, ["V", "U"], now, most)
      assert.strictEqual(inForce.length + future.length, Math.min(6, most + 1), `most ${most}`)
    }
  },
  *"gives amounts and effective_from back as they were given"({ mine }) {
    const given = [
      ["149.90", "2026-01-01"],
      ["0.10", "2026-01-01T09:00:00-05:00"],
      ["0", "2026-01-01T09:00Z"],
      ["123456789012345678901234567890.123456789000", "2026-01-01T00:00:00.000100"],
    ] as const
    yield* seedCatalog(mine, {
      brands,
      products: variants("V"),
      prices: given.map(([amount, effective_from], index) =>
        aPriceEntry({ variant_key: "V", price_type: `T${index}`, amount, effective_from }),
      ),
    })
    const { inForce } = yield* around(mine, ["V"])
    assert.deepStrictEqual(
      inForce.map(({ amount, effective_from }) => [amount, effective_from]),
      given.map((each) => [...each]),
    )
  },
  *"gives every field of a record"({ mine }) {
    const entry = aPriceEntry({
      variant_key: "V",
      status: "draft",
      effective_from: "2026-07-01",
      batch_key: "B",
    })
    yield* seedCatalog(mine, {
      brands,
      products: variants("V"),
      batches: [aBatchEntry({ key: "B" })],
      prices: [entry],
    })
    const { future } = yield* around(mine, ["V"])
    assert.strictEqual(future.length, 1)
    const { record_key, sequence, ...rest } = future[0]!
    assert.deepStrictEqual(rest, {
      ...entry,
      price_list: basePriceList,
      effective_at: instantOf("2026-07-01"),
    })
    assert.isNotEmpty(record_key)
    assert.isTrue(Number.isSafeInteger(sequence))
  },
  *"gives every record a key of its own and a sequence that grows"({ mine }) {
    const prices = ["1", "2", "3"].map((amount) =>
      aPriceEntry({ variant_key: "V", amount, effective_from: "2026-07-01" }),
    )
    yield* seedCatalog(mine, { brands, products: variants("V"), prices })
    yield* seedCatalog(mine, {
      prices: [aPriceEntry({ variant_key: "V", amount: "4", effective_from: "2026-07-01" })],
    })
    const { future } = yield* around(mine, ["V"])
    assert.deepStrictEqual(
      future.map((record) => record.amount),
      ["1", "2", "3", "4"],
    )
    assert.strictEqual(new Set(future.map((record) => record.record_key)).size, 4)
    for (const [index, record] of future.slice(1).entries())
      assert.isAbove(record.sequence, future[index]!.sequence)
  },
  *"passes over unknown variant keys, and over repeated ones"({ mine }) {
    yield* seedCatalog(mine, {
      brands,
      products: variants("V"),
      prices: [
        aPriceEntry({ variant_key: "V" }),
        aPriceEntry({ variant_key: "V", effective_from: "2026-07-01" }),
      ],
    })
    const odd = ["", "v", "V ", "V'", '"', "%", "_", "\\", "{V}", "V,V", "null", "V\0", "\ud800"]
    const once = yield* around(mine, ["V"])
    assert.strictEqual(once.inForce.length + once.future.length, 2)
    assert.deepStrictEqual(yield* around(mine, ["V", ...odd, "V"]), once)
    assert.deepStrictEqual(yield* around(mine, odd), { inForce: [], future: [] })
    assert.deepStrictEqual(yield* around(mine, []), { inForce: [], future: [] })
  },
  *"answers for thousands of variants at once"({ mine }) {
    const keys = Array.from({ length: 2_000 }, (_, index) => `V${String(index).padStart(4, "0")}`)
    yield* seedCatalog(mine, {
      brands,
      products: variants(...keys),
      prices: keys.map((variant_key) => aPriceEntry({ variant_key })),
    })
    const { inForce } = yield* around(mine, keys.toReversed())
    assert.deepStrictEqual(
      inForce.map((record) => record.variant_key),
      keys,
    )
  },
  *"gives the prices of every type, of few and of many types"({ mine }) {
    yield* seedCatalog(mine, { brands, products: variants("V", "W") })
    for (const [first, last] of [
      [0, 3],
      [3, 40],
    ] as const) {
      const types = Array.from(
        { length: last - first },
        (_, index) => `T${String(first + index).padStart(2, "0")}`,
      )
      yield* seedCatalog(mine, {
        prices: types
          .map((price_type) => aPriceEntry({ variant_key: "V", price_type }))
          .concat(aPriceEntry({ variant_key: "W", price_type: "W" })),
      })
      const { inForce } = yield* around(mine, ["V", "W"])
      assert.deepStrictEqual(
        inForce.map(({ variant_key, price_type }) => `${variant_key} ${price_type}`),
        [...Array.from({ length: last }, (_, index) => `V T${String(index).padStart(2, "0")}`), "W W"],
      )
    }
  },
  *"reads both lists at one moment"({ mine }) {
    yield* seedCatalog(mine, { brands, products: variants("V") })
    const writer = yield* CatalogWriter
    const pair = (amount: string) => [
      aPriceEntry({ variant_key: "V", amount }),
      aPriceEntry({ variant_key: "V", amount, effective_from: "2026-07-01" }),
    ]
    const write = Effect.forEach(
      Array.from({ length: 25 }, (_, index) => String(index + 1)),
      (amount) => Effect.andThen(writer.savePrices(mine, pair(amount)), Effect.yieldNow),
    )
    const read = Effect.forEach(Array.from({ length: 25 }), () =>
      Effect.tap(around(mine, ["V"]), Effect.yieldNow),
    )
    const [, seen] = yield* Effect.all([write, read], { concurrency: "unbounded" })
    for (const { inForce, future } of seen) {
      assert.strictEqual(inForce.at(-1)?.amount, future.at(-1)?.amount)
    }
  },
  *"sees nothing of another organization"({ mine, theirs }) {
    const seed = (amount: string) => ({
      brands,
      products: variants("V"),
      prices: [
        aPriceEntry({ variant_key: "V", amount }),
        aPriceEntry({ variant_key: "V", amount, effective_from: "2026-07-01" }),
      ],
    })
    yield* seedCatalog(mine, seed("1"))
    yield* seedCatalog(theirs, seed("2"))
    const { inForce, future } = yield* around(mine, ["V"])
    assert.deepStrictEqual(
      [...inForce, ...future].map((record) => record.amount),
      ["1", "1"],
    )
    assert.deepStrictEqual(yield* around(`${mine}-unknown`, ["V"]), { inForce: [], future: [] })
  },
})
