import { assert, describe, it } from "@effect/vitest"
import type { PriceEntry } from "@hangtag/core"
import { createPriceList, listColorwayPrices, updatePriceList } from "@hangtag/core/effect"
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
import { at } from "../support/shop.ts"

const principal = aPrincipal()
const price = (variant_key: string, said: string, effective_from: string, more: Partial<PriceEntry> = {}) => {
  const [price_type = "", amount = ""] = said.split(" ")
  return aPriceEntry({ variant_key, price_type, amount, effective_from, ...more })
}
const now = at("2026-06-01T00:00:00Z")

const sizes = { XL: "S1", S: "S2", M: "S3" }
const seed = {
  brands: [aBrand()],
  products: [
    aProductEntry({
      variants: [
        ...Object.entries(sizes).map(([size, variant_key]) => aVariantEntry({ variant_key, size })),
        aVariantEntry({ variant_key: "RED", color: "Red" }),
      ],
    }),
  ],
  prices: [
    price("S1", "MAP 100.00", "2026-01-01"),
    price("S2", "MAP 90", "2026-01-01"),
    price("S1", "MAP 100", "2026-07-01"),
    price("S1", "MAP 120", "2026-08-01"),
    price("S2", "MAP 110.50", "2026-08-01"),
    price("S3", "MAP 80", "2026-09-01"),
    price("S1", "MAP 1", "2026-07-01", { status: "draft" }),
    price("S1", "MSRP 130", "2026-01-01"),
  ],
}

const inEuros = Effect.gen(function* () {
  yield* updatePriceList(principal, { price_list: "base", currency: "EUR" })
  yield* createPriceList(principal, { price_list: "EU", name: "Europe", currency: "EUR", parent: "base" })
  const own = price("S2", "MAP 95", "2026-01-01", { price_list: "EU" })
  yield* seedCatalog(principal.organization, { prices: [own] })
})

describe("the prices of colorways", () => {
  it.effect("are the lowest and highest of each type, with the first change and what is missing", () =>
    Effect.gen(function* () {
      const page = yield* listColorwayPrices(principal, {})
      const { at: moment, price_list, currency, price_types, total, next } = page
      assert.deepStrictEqual(
        [moment, price_list, currency, price_types, total, next],
        ["2026-06-01T00:00:00.000Z", "base", null, ["MAP", "MSRP"], 2, null],
      )
      const [black, red] = page.items
      assert.deepStrictEqual(
        [black?.variants, black?.without_price, black?.sizes, red?.without_price],
        [3, 2, null, 1],
      )
      assert.deepStrictEqual(black?.prices, [
        {
          price_type: "MAP",
          amounts: { least_amount: "90", greatest_amount: "100" },
          priced: 2,
          own: 2,
          from_list: "base",
          change: {
            at: "2026-08-01T00:00:00.000Z",
            variants: 2,
            amounts: { least_amount: "110.5", greatest_amount: "120" },
          },
        },
        {
          price_type: "MSRP",
          amounts: { least_amount: "130", greatest_amount: "130" },
          priced: 1,
          own: 1,
          from_list: "base",
          change: null,
        },
      ])
      assert.deepStrictEqual(
        red?.prices.map(({ amounts, priced, change }) => [amounts, priced, change]),
        [
          [null, 0, null],
          [null, 0, null],
        ],
      )
    }).pipe(now, Effect.provide(layerTest({ seed }))),
  )

  it.effect("are of a list and those above it, size by size where they are asked for", () =>
    Effect.gen(function* () {
      yield* inEuros
      const asked = { price_list: "EU", product_key: "P1", color: "black", price_type: "MAP", sizes: true }
      const { items, currency } = yield* listColorwayPrices(principal, asked)
      assert.strictEqual(currency, "EUR")
      assert.deepStrictEqual([items[0]?.prices[0]?.priced, items[0]?.prices[0]?.own], [2, 1])
      assert.deepStrictEqual(
        items[0]?.sizes?.map(({ size, prices: [map] }) => [
          size,
          map?.amount,
          map?.from_list,
          map?.change?.at.slice(0, 10),
          map?.change?.amount,
        ]),
        [
          ["S", "95", "EU", undefined, undefined],
          ["M", null, null, "2026-09-01", "80"],
          ["XL", "100.00", "base", "2026-08-01", "120"],
        ],
      )
      yield* updatePriceList(principal, { price_list: "EU", archived: true })
      const archived = yield* listColorwayPrices(principal, asked)
      assert.deepStrictEqual(archived.items[0]?.prices[0]?.own, 0)
    }).pipe(now, Effect.provide(layerTest({ seed }))),
  )

  it.effect("are looked for within days from now", () =>
    Effect.gen(function* () {
      const within = (changes_within: number) =>
        Effect.map(listColorwayPrices(principal, { changes_within }), ({ items }) => items.length)
      assert.strictEqual(yield* within(60), 0)
      assert.strictEqual(yield* within(61), 1)
    }).pipe(now, Effect.provide(layerTest({ seed }))),
  )

  it.effect("go on from page to page, in no other order than was asked for", () =>
    Effect.gen(function* () {
      const unused = yield* listColorwayPrices(principal, { price_type: "COST" })
      assert.deepStrictEqual(unused.price_types, ["MAP", "MSRP", "COST"])
      const first = yield* listColorwayPrices(principal, { sort: "color", limit: 1 })
      const after = { value: "Black", product_key: "P1", color: "Black" }
      assert.deepStrictEqual(first.next, after)
      const second = yield* listColorwayPrices(principal, { sort: "color", limit: 1, after })
      assert.deepStrictEqual([second.items[0]?.color, second.next], ["Red", null])
      const refused = (query: Parameters<typeof listColorwayPrices>[1]) =>
        Effect.map(Effect.flip(listColorwayPrices(principal, query)), ({ _tag }) => _tag)
      assert.strictEqual(yield* refused({ sort: "amount" }), "InvalidRequest")
      for (const sort of ["product", "amount", "change"] as const)
        assert.strictEqual(yield* refused({ sort, price_type: "MAP", after }), "InvalidRequest")
      assert.strictEqual(yield* refused({ price_list: "US" }), "NotFound")
    }).pipe(now, Effect.provide(layerTest({ seed }))),
  )
})
