import { assert, it } from "@effect/vitest"
import {
  CallLimits,
  callLimits,
  type Principal,
  type UpcomingPage,
  type UpcomingPlace,
  type UpcomingPrices,
} from "@hangtag/core"
import { createPriceList, listUpcomingPrices, updatePriceList } from "@hangtag/core/effect"
import {
  aBrand,
  anUpcomingQuery,
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
const products = ["P1", "P2", "P3", "P4"]
const sizes = ["7", "8", "9"]

/** EU below `base`: of each product three variants, with prices of two types in `base` and, of each day, one of MAP in EU. */
const seed = {
  brands: [aBrand()],
  products: products.map((product_key) =>
    aProductEntry({
      product_key,
      variants: sizes.map((size) => aVariantEntry({ variant_key: `${product_key}-${size}` })),
    }),
  ),
  prices: products.flatMap((product_key) =>
    sizes.flatMap((size) => {
      const variant_key = `${product_key}-${size}`
      const days = ["2026-12-01", "2026-12-02"]
      return [
        aPriceEntry({ variant_key, price_type: "MAP", amount: "100" }),
        aPriceEntry({ variant_key, price_type: "MAP", amount: "110", effective_from: "2026-12-02" }),
        aPriceEntry({ variant_key, price_type: "MSRP", amount: "120" }),
        ...days.map((effective_from, day) =>
          aPriceEntry({ variant_key, price_list: "EU", amount: `8${day}`, effective_from }),
        ),
      ]
    }),
  ),
}

const rowsOf = Effect.fnUntraced(function* (asking: Principal, most: number) {
  const rows: Array<UpcomingPrices> = []
  let after: UpcomingPlace | null = null
  let pages = 0
  do {
    const page: UpcomingPage = yield* listUpcomingPrices(
      asking,
      anUpcomingQuery({ price_list: "EU", limit: 50, after }),
    ).pipe(Effect.provideService(CallLimits, { ...Effect.runSync(CallLimits), upcoming_records: most }))
    rows.push(...page.items)
    after = page.next
    pages++
  } while (after !== null)
  return { rows, pages }
})

it.effect(
  "a page of a list is cut to the rows whose prices fit, down to one, and the next goes on behind it",
  () =>
    Effect.gen(function* () {
      yield* updatePriceList(principal, { price_list: "base", currency: "EUR" })
      yield* createPriceList(principal, { price_list: "EU", name: "EU", currency: "EUR", parent: "base" })
      yield* seedCatalog(principal.organization, seed)
      const whole = yield* rowsOf(principal, callLimits.upcoming_records.default)
      assert.deepStrictEqual(
        whole.rows.map(({ at, product_key, amounts }) => [
          at.slice(8, 10),
          product_key,
          amounts.map(({ before, after }) => [before?.least_amount, after?.least_amount]),
        ]),
        [
          ...products.map((key) => ["01", key, [["100", "80"]]]),
          ...products.map((key) => ["02", key, [["80", "81"]]]),
        ],
      )
      assert.strictEqual(whole.pages, 1)
      for (const most of [35, 20, 15])
        for (const asking of [principal, { ...principal, priceLists: new Set(["EU"]) }]) {
          const { rows, pages } = yield* rowsOf(asking, most)
          const isBound = asking !== principal
          assert.deepStrictEqual(
            rows,
            whole.rows.map((row) => ({ ...row, ...(isBound && { batch_key: null }) })),
          )
          assert.isAbove(pages, 1)
        }
      const one = yield* Effect.flip(rowsOf(principal, 12))
      assert.strictEqual(one._tag, "LimitExceeded")
    }).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
)
