import {
  CatalogWriter,
  type MomentsQuery,
  type PriceMoment,
  PriceSchedule,
  placeOfMoment,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  aBatchEntry,
  aBrand,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  instantOf,
} from "../builders/index.ts"
import { seedCatalog } from "../seed/seedCatalog.ts"
import type { PromiseTest } from "./promiseTests.ts"

export type Ports = PriceSchedule | CatalogWriter

const everything: MomentsQuery = {
  from: instantOf("2026-01-01"),
  until: null,
  brand_key: null,
  after: null,
  rows: 100,
  most: 100,
}
const read = Effect.fnUntraced(function* (organization: string, query: Partial<MomentsQuery> = {}) {
  const { moments } = yield* PriceSchedule
  return yield* moments(organization, { ...everything, ...query })
})

const price = (
  variant_key: string,
  amount: string,
  day: string,
  more: Parameters<typeof aPriceEntry>[0] = {},
) => aPriceEntry({ variant_key, amount, effective_from: `2026-${day}`, ...more })

const product = (product_key: string, brand_key: string, ...variants: ReadonlyArray<string>) =>
  aProductEntry({
    product_key,
    brand_key,
    variants: variants.map((variant_key) =>
      aVariantEntry({ variant_key, color: variant_key.startsWith("R") ? "Red" : "Black" }),
    ),
  })
const seed = {
  brands: [aBrand(), aBrand({ brand_key: "B2", time_zone: "Asia/Tokyo" })],
  products: [product("P1", "B1", "A", "B", "R"), product("P2", "B2", "C")],
}
const spread = {
  ...seed,
  batches: ["Z", "\ue000", "\u{1f600}"].map((key) => aBatchEntry({ key })),
  prices: [
    price("C", "1", "09-01T00:00:00Z", { batch_key: "Z" }),
    price("A", "2", "09-01", { batch_key: "Z" }),
    price("B", "3", "09-01", { batch_key: "Z", price_type: "MSRP" }),
    price("B", "4", "09-01", { batch_key: "Z" }),
    price("R", "5", "09-01"),
    price("A", "6", "08-01"),
    price("A", "7", "08-01", { status: "draft" }),
    price("R", "8", "09-01", { batch_key: "\ue000" }),
    price("R", "9", "09-01T00:00:00Z", { batch_key: "\u{1f600}" }),
  ],
}
const amounts = (moments: ReadonlyArray<PriceMoment>) => moments.map(({ record }) => record.amount).join(" ")

/** What a `PriceSchedule` promises, each by the name of its test. */
export const priceSchedulePromises = {
  "knows the zone of a brand, and of no other": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, seed)
    const { timeZone } = yield* PriceSchedule
    assert.deepStrictEqual(yield* timeZone(mine, "B2"), Option.some("Asia/Tokyo"))
    for (const key of ["", "b2", "B2 ", "B2\0", "\ud800", "%"])
      assert.deepStrictEqual(yield* timeZone(mine, key), Option.none())
  }),
  "gives moments by instant, batch, product, color, variant and type": Effect.fnUntraced(function* ({
    mine,
  }) {
    yield* seedCatalog(mine, spread)
    const { moments, isEnd } = yield* read(mine)
    assert.strictEqual(amounts(moments), "6 5 2 4 3 1 8 9")
    assert.isTrue(isEnd)
    const { record_key, sequence, ...record } = moments[0]!.record
    assert.isNotEmpty(record_key)
    assert.isAbove(sequence, 0)
    assert.deepStrictEqual(record, { ...price("A", "6", "08-01"), effective_at: instantOf("2026-08-01") })
    assert.deepInclude(moments[0], {
      at: instantOf("2026-08-01"),
      brand_key: "B1",
      product_key: "P1",
      color: "Black",
      before: null,
      last: moments[0]!.record,
    })
  }),
  "tells what began last before each moment and at it": Effect.fnUntraced(function* ({ mine }) {
    const prices = [
      price("A", "1", "01-01"),
      price("A", "2", "09-01"),
      price("A", "3", "09-01T00:00:00Z"),
      price("A", "4", "09-01", { status: "draft" }),
      price("A", "5", "09-01", { price_type: "MSRP" }),
      price("B", "6", "05-01"),
      price("A", "7", "10-01"),
    ]
    yield* seedCatalog(mine, { ...seed, prices })
    const { moments } = yield* read(mine, { from: instantOf("2026-09-01") })
    assert.deepStrictEqual(
      moments.map(({ record, before, last }) => [
        record.amount,
        before?.amount ?? null,
        last?.amount ?? null,
      ]),
      [
        ["2", "1", "3"],
        ["3", "1", "3"],
        ["5", null, "5"],
        ["7", "3", "7"],
      ],
    )
  }),
  "gives what begins or is withdrawn from an instant on until another one": Effect.fnUntraced(function* ({
    mine,
  }) {
    const prices = [price("A", "1", "02-01"), price("A", "2", "09-01"), price("B", "3", "04-01")]
    yield* seedCatalog(mine, { ...seed, prices })
    const { retire } = yield* CatalogWriter
    const gone = [{ variant_key: "A", price_type: "MAP" }]
    const at = instantOf("2026-03-01")
    yield* retire(mine, { products: [], variants: [], prices: gone }, at, "the shop")
    const told = (query: Partial<MomentsQuery>) =>
      Effect.map(read(mine, query), ({ moments }) =>
        moments.map(
          (moment) => `${new Date(moment.at / 1000).toISOString().slice(5, 10)} ${moment.record.amount}`,
        ),
      )
    assert.deepStrictEqual(yield* told({}), ["02-01 1", "03-01 1", "04-01 3"])
    assert.deepStrictEqual(yield* told({ from: at }), ["03-01 1", "04-01 3"])
    assert.deepStrictEqual(yield* told({ from: at + 1, until: instantOf("2026-04-01") }), [])
    assert.deepStrictEqual(yield* told({ until: instantOf("2026-04-01") + 1 }), [
      "02-01 1",
      "03-01 1",
      "04-01 3",
    ])
  }),
  "gives those of one brand": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, spread)
    const ofBrand = (brand_key: string) =>
      Effect.map(read(mine, { brand_key }), ({ moments }) => amounts(moments))
    assert.strictEqual(yield* ofBrand("B2"), "1")
    assert.strictEqual(yield* ofBrand("B1"), "6 5 2 4 3 8 9")
    for (const key of ["b2", "B2\0", "nobody"]) assert.strictEqual(yield* ofBrand(key), "")
  }),
  "gives nothing of retired products and variants": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, spread)
    const { retire } = yield* CatalogWriter
    const gone = { products: ["P2"], variants: ["A", "R"], prices: [] }
    yield* retire(mine, gone, instantOf("2026-06-01"), "the shop")
    assert.strictEqual(amounts((yield* read(mine)).moments), "4 3")
  }),
  "goes on after a row, with so many rows at a time": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, spread)
    const pages: Array<string> = []
    let after: MomentsQuery["after"] = null
    for (let isEnd = false; !isEnd && pages.length < 10; ) {
      const page: { readonly moments: ReadonlyArray<PriceMoment>; readonly isEnd: boolean } = yield* read(
        mine,
        { after, rows: 2 },
      )
      pages.push(amounts(page.moments))
      const last = page.moments.at(-1)
      after = last === undefined ? after : placeOfMoment(last)
      isEnd = page.isEnd
    }
    assert.deepStrictEqual(pages, ["6 5", "2 4 3 1", "8 9"])
    // a place is the caller's text: no row need be able to have it
    const place = { at: instantOf("2026-08-31"), batch_key: null, product_key: "P1", color: "Black" }
    for (const text of ["P1\0", "\ud800"])
      for (const name of ["batch_key", "product_key", "color"]) {
        const { moments } = yield* read(mine, { after: { ...place, [name]: text } })
        assert.strictEqual(amounts(moments), "5 2 4 3 1 8 9")
      }
  }),
  "stops after one more than the most": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, spread)
    const { moments } = yield* read(mine, { most: 3 })
    assert.strictEqual(amounts(moments), "6 5 2 4")
    const some = yield* read(mine, { most: 3, rows: 2 })
    assert.deepStrictEqual([amounts(some.moments), some.isEnd], ["6 5", false])
  }),
  "sees nothing of another organization": Effect.fnUntraced(function* ({ mine, theirs }) {
    yield* seedCatalog(theirs, spread)
    const { timeZone } = yield* PriceSchedule
    assert.deepStrictEqual(yield* timeZone(mine, "B1"), Option.none())
    assert.deepStrictEqual(yield* read(mine), { moments: [], isEnd: true })
    yield* seedCatalog(mine, { ...seed, prices: [price("A", "20", "09-01")] })
    const { moments } = yield* read(mine)
    assert.deepStrictEqual([amounts(moments), moments[0]?.before], ["20", null])
  }),
} satisfies Record<string, PromiseTest<Ports>>
