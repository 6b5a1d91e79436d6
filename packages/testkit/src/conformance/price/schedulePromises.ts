import {
  basePriceList,
  CatalogWriter,
  instantFromMicros,
  type Moments,
  type MomentsQuery,
  type PriceMoment,
  PriceSchedule,
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
} from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { promisesOf } from "../suite/promisesOf.ts"

const everything: MomentsQuery = {
  from: instantOf("2026-01-01"),
  until: null,
  brand_key: null,
  price_list: basePriceList,
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
  products: [product("P1", "B1", "A", "B", "R", "R2", "R3"), product("P2", "B2", "C")],
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
    price("R2", "8", "09-01", { batch_key: "\ue000" }),
    price("R3", "9", "09-01T00:00:00Z", { batch_key: "\u{1f600}" }),
  ],
}
const amounts = (moments: ReadonlyArray<PriceMoment>) => moments.map(({ amount }) => amount).join(" ")

/** What a `PriceSchedule` promises of the moments at which prices change, and of the zones that these are in. */
export const schedulePromises = promisesOf<PriceSchedule | CatalogWriter>()({
  *"knows the zone of a brand, and of no other"({ mine }) {
    yield* seedCatalog(mine, seed)
    const { timeZone } = yield* PriceSchedule
    assert.deepStrictEqual(yield* timeZone(mine, "B2"), Option.some("Asia/Tokyo"))
    for (const key of ["", "b2", "B2 ", "B2\0", "\ud800", "%"])
      assert.deepStrictEqual(yield* timeZone(mine, key), Option.none())
  },
  *"gives moments by instant, batch, product, color, variant and type"({ mine }) {
    yield* seedCatalog(mine, spread)
    const { moments, records, next } = yield* read(mine)
    assert.strictEqual(amounts(moments), "6 5 2 4 3 1 8 9")
    assert.deepStrictEqual([records, next], [8, null])
    assert.deepStrictEqual(moments[2], {
      at: instantOf("2026-09-01"),
      batch_key: "Z",
      brand_key: "B1",
      product_key: "P1",
      color: "Black",
      variant_key: "A",
      price_type: "MAP",
      price_list: basePriceList,
      before: "6",
      amount: "2",
    })
  },
  *"tells what is in force just before each moment and from it on"({ mine }) {
    const prices = [
      price("A", "1", "01-01"),
      price("A", "2", "09-01", { batch_key: "Z" }),
      price("A", "3.50", "09-01T00:00:00Z"),
      price("A", "4", "09-01", { status: "draft" }),
      price("A", "5", "09-01", { price_type: "MSRP" }),
      price("B", "6", "05-01"),
      price("A", "7", "10-01"),
    ]
    yield* seedCatalog(mine, { ...spread, prices })
    const { moments, records } = yield* read(mine, { from: instantOf("2026-09-01") })
    assert.deepStrictEqual(
      moments.map(({ price_type, before, amount }) => [price_type, before, amount]),
      [
        ["MAP", "1", "3.50"],
        ["MSRP", null, "5"],
        ["MAP", "3.50", "7"],
      ],
    )
    // the one that another takes over from at once too
    assert.strictEqual(records, 4)
  },
  *"has a withdrawn price in force until then"({ mine }) {
    const { retire } = yield* CatalogWriter
    const [first, gone] = [instantOf("2026-02-01"), instantOf("2026-03-01")]
    yield* seedCatalog(mine, { ...seed, prices: [price("A", "1", "01-01"), price("B", "2", "02-01")] })
    const pairs = ["A", "B"].map((variant_key) => ({ variant_key, price_type: "MAP" }))
    yield* retire(mine, { products: [], variants: [], prices: pairs }, gone, "the shop")
    yield* seedCatalog(mine, { prices: [price("A", "3", "03-01"), price("B", "4", "04-01")] })
    const { moments } = yield* read(mine, { from: first })
    assert.deepStrictEqual(
      moments.map(({ at, variant_key, before, amount }) => [at, variant_key, before, amount]),
      [
        [first, "B", null, "2"],
        [gone, "A", "1", "3"],
        [gone, "B", "2", null],
        [instantOf("2026-04-01"), "B", null, "4"],
      ],
    )
  },
  *"gives what begins or is withdrawn from an instant on until another one"({ mine }) {
    const prices = [price("A", "1", "02-01"), price("A", "2", "09-01"), price("B", "3", "04-01")]
    yield* seedCatalog(mine, { ...seed, prices })
    const { retire } = yield* CatalogWriter
    const gone = [{ variant_key: "A", price_type: "MAP" }]
    const at = instantOf("2026-03-01")
    yield* retire(mine, { products: [], variants: [], prices: gone }, at, "the shop")
    const seen = (query: Partial<MomentsQuery>) =>
      Effect.map(read(mine, query), ({ moments }) =>
        moments.map(
          ({ at, before, amount }) =>
            `${new Date(at / 1000).toISOString().slice(5, 10)} ${amount ?? `no ${before}`}`,
        ),
      )
    assert.deepStrictEqual(yield* seen({}), ["02-01 1", "03-01 no 1", "04-01 3"])
    assert.deepStrictEqual(yield* seen({ from: at }), ["03-01 no 1", "04-01 3"])
    assert.deepStrictEqual(
      yield* seen({ from: instantFromMicros(at + 1), until: instantOf("2026-04-01") }),
      [],
    )
    assert.deepStrictEqual(yield* seen({ until: instantFromMicros(instantOf("2026-04-01") + 1) }), [
      "02-01 1",
      "03-01 no 1",
      "04-01 3",
    ])
  },
  *"gives those of one brand"({ mine }) {
    yield* seedCatalog(mine, spread)
    const ofBrand = (brand_key: string) =>
      Effect.map(read(mine, { brand_key }), ({ moments }) => amounts(moments))
    assert.strictEqual(yield* ofBrand("B2"), "1")
    assert.strictEqual(yield* ofBrand("B1"), "6 5 2 4 3 8 9")
    for (const key of ["b2", "B2\0", "unknown"]) assert.strictEqual(yield* ofBrand(key), "")
  },
  *"gives nothing of retired products and variants"({ mine }) {
    yield* seedCatalog(mine, spread)
    const { retire } = yield* CatalogWriter
    const gone = { products: ["P2"], variants: ["A", "R", "R2", "R3"], prices: [] }
    yield* retire(mine, gone, instantOf("2026-06-01"), "the shop")
    assert.strictEqual(amounts((yield* read(mine)).moments), "4 3")
  },
  *"goes on after a row, with N rows at a time"({ mine }) {
    yield* seedCatalog(mine, spread)
    const pages: Array<string> = []
    let after: MomentsQuery["after"] = null
    do {
      const page: Moments = yield* read(mine, { after, rows: 2 })
      pages.push(amounts(page.moments))
      after = page.next
    } while (after !== null && pages.length < 10)
    assert.deepStrictEqual(pages, ["6 5", "2 4 3 1", "8 9"])
    // a place is the caller's text: no row need be able to have it
    const place = { at: instantOf("2026-08-31"), batch_key: null, product_key: "P1", color: "Black" }
    for (const text of ["P1\0", "\ud800"])
      for (const name of ["batch_key", "product_key", "color"]) {
        const { moments } = yield* read(mine, { after: { ...place, [name]: text } })
        assert.strictEqual(amounts(moments), "5 2 4 3 1 8 9")
      }
  },
  *"leaves batches out of its rows where it is asked to"({ mine }) {
    yield* seedCatalog(mine, spread)
    const pages: Array<string> = []
    let after: MomentsQuery["after"] = null
    do {
      const page: Moments = yield* read(mine, { after, rows: 2, batchless: true })
      for (const { batch_key } of [...page.moments, ...(page.next === null ? [] : [page.next])])
        assert.isNull(batch_key)
      pages.push(amounts(page.moments))
      after = page.next
    } while (after !== null && pages.length < 10)
    assert.deepStrictEqual(pages, ["6 2 4 3", "5 8 9 1"])
  },
  *"gives fewer rows where they have more records, and the first one"({ mine }) {
    yield* seedCatalog(mine, spread)
    assert.strictEqual(amounts((yield* read(mine, { most: 5 })).moments), "6 5 2 4 3")
    const { moments, records, next } = yield* read(mine, { most: 4 })
    assert.deepStrictEqual([amounts(moments), records], ["6 5", 2])
    const larger = yield* read(mine, { most: 3, after: next })
    assert.deepStrictEqual([amounts(larger.moments), larger.records], ["2 4 3", 3])
    assert.isAbove((yield* read(mine, { most: 2, after: next })).records, 2)
  },
  *"sees nothing of another organization"({ mine, theirs }) {
    yield* seedCatalog(theirs, spread)
    const { timeZone } = yield* PriceSchedule
    assert.deepStrictEqual(yield* timeZone(mine, "B1"), Option.none())
    assert.deepStrictEqual(yield* read(mine), { moments: [], records: 0, next: null })
    yield* seedCatalog(mine, { ...seed, prices: [price("A", "20", "09-01")] })
    const { moments } = yield* read(mine)
    assert.deepStrictEqual([amounts(moments), moments[0]?.before], ["20", null])
  },
  *"gives moments of one price list, against what that list had before"({ mine }) {
    const eu = { price_list: "EU" }
    yield* seedCatalog(mine, {
      ...seed,
      prices: [
        price("A", "1", "08-01"),
        price("A", "2", "08-15", eu),
        price("A", "3", "09-01"),
        price("A", "4", "09-01", eu),
      ],
    })
    const seen = Effect.fnUntraced(function* (price_list: string) {
      const { moments, records } = yield* read(mine, { price_list })
      assert.strictEqual(records, moments.length)
      return moments.map((each) => `${each.before} ${each.amount} ${each.price_list}`)
    })
    assert.deepStrictEqual(yield* seen("base"), ["null 1 base", "1 3 base"])
    assert.deepStrictEqual(yield* seen("EU"), ["null 2 EU", "2 4 EU"])
    assert.deepStrictEqual(yield* seen("eu"), [])
  },
})
