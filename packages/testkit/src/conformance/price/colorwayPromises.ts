import { CatalogWriter, type PricedColorways, type PricedColorwaysQuery, PriceSchedule } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import {
  aBrand,
  aPricedColorwaysQuery,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  instantOf,
} from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { promisesOf } from "../suite/promisesOf.ts"

type Query = Partial<PricedColorwaysQuery>

const read = Effect.fnUntraced(function* (organization: string, query: Query = {}) {
  const { colorways } = yield* PriceSchedule
  return yield* colorways(organization, aPricedColorwaysQuery(query))
})

const price = (variant_key: string, price: string, more: Parameters<typeof aPriceEntry>[0] = {}) => {
  const [price_type = "", amount = ""] = price.split(" ")
  return aPriceEntry({ variant_key, price_type, amount, ...more })
}
const product = (product_key: string, colors: Readonly<Record<string, string>>, more = {}) =>
  aProductEntry({
    product_key,
    variants: Object.entries(colors).map(([variant_key, color]) => aVariantEntry({ variant_key, color })),
    ...more,
  })

const [july, august] = [{ effective_from: "2026-07-01" }, { effective_from: "2026-08-01" }]
const seed = {
  brands: [aBrand(), aBrand({ brand_key: "B2" })],
  products: [
    product("P1", { "P1-BLK-9": "Black", "P1-BLK-10": "Black", "P1-RÉD-9": "Red" }, { labels: ["summer"] }),
    product("P2", { "P2-BLU-9": "Blue" }, { name: "Peak Shoe", source: "crawl" }),
    product("P3", { "P3-BLK-1": "\ue000", "P3-BLK-2": "\u{1f600}" }, { brand_key: "B2" }),
  ],
  prices: [
    price("P1-BLK-9", "MAP 100.50"),
    price("P1-BLK-9", "MSRP 120"),
    price("P1-BLK-9", "MAP 90", august),
    price("P1-BLK-9", "MAP 100.5", july),
    price("P1-BLK-9", "MAP 1", { ...july, status: "draft" }),
    price("P1-BLK-10", "MAP 110"),
    price("P1-BLK-10", "MSRP 105"),
    price("P1-RÉD-9", "MAP 99.9"),
    price("P1-RÉD-9", "MSRP 99.90"),
    price("P1-RÉD-9", "MAP 80", { price_list: "EU" }),
    price("P1-RÉD-9", "MSRP 70", { ...july, price_list: "EU" }),
    price("P2-BLU-9", "MAP 200.0"),
    price("P2-BLU-9", "MSRP 250", july),
    price("P3-BLK-1", "OUTLET 5"),
    price("P3-BLK-2", "MAP 100.5"),
  ],
}
const [black, red, blue, third, fourth] = ["P1 Black", "P1 Red", "P2 Blue", "P3 \ue000", "P3 \u{1f600}"]
const rows = ({ items }: PricedColorways) => items.map(({ product_key, color }) => `${product_key} ${color}`)
const values = ({ items }: PricedColorways) => items.map(({ value }) => value)

/** Each question alone finds these colorways, and counts as many. */
const finding = (questions: ReadonlyArray<readonly [Query, ReadonlyArray<string | undefined>]>) =>
  function* ({ mine }: { readonly mine: string }) {
    yield* seedCatalog(mine, seed)
    for (const [query, expected] of questions) {
      const found = yield* read(mine, query)
      const said = JSON.stringify(query)
      assert.deepStrictEqual(rows(found), expected, said)
      assert.deepStrictEqual([found.total, found.isEnd], [expected.length, true], said)
    }
  }

/** What a `PriceSchedule` promises of the colorways that it lists. */
export const colorwayPromises = promisesOf<PriceSchedule | CatalogWriter>()({
  *"gives colorways by product and color, with their variants and the types of their brands"({ mine }) {
    yield* seedCatalog(mine, seed)
    const found = yield* read(mine)
    assert.deepStrictEqual(rows(found), [black, red, blue, third, fourth])
    assert.deepStrictEqual(
      { ...found.items[0]!, prices: [] },
      {
        brand_key: "B1",
        product_key: "P1",
        name: "Ridge Boot",
        color: "Black",
        value: "P1",
        variants: ["P1-BLK-10", "P1-BLK-9"].map((variant_key) => ({ variant_key, size: "9", width: "D" })),
        prices: [],
      },
    )
    assert.deepStrictEqual(found.price_types, ["MAP", "MSRP", "OUTLET"])
    assert.deepStrictEqual((yield* read(mine, { columns: 2 })).price_types, ["MAP", "MSRP"])
    assert.deepStrictEqual((yield* read(mine, { brand_key: "B1" })).price_types, ["MAP", "MSRP"])
    assert.deepStrictEqual((yield* read(mine, { price_type: "COST" })).price_types, found.price_types)
  },
  *"gives what is in force of its colorways and what is to come, of its columns in its lists, as far as it may"({
    mine,
  }) {
    const { retire } = yield* CatalogWriter
    yield* seedCatalog(mine, seed)
    const gone = [{ variant_key: "P1-BLK-10", price_type: "MSRP" }]
    yield* retire(mine, { products: [], variants: [], prices: gone }, instantOf("2026-06-15"), "the shop")
    const seen = Effect.fnUntraced(function* (query: Query) {
      const found = yield* read(mine, { product_key: "P1", ...query })
      const all = found.items.flatMap(({ prices }) => prices)
      assert.strictEqual(found.held, all.length)
      return all.map((each) => {
        const day = new Date(each.effective_at / 1_000).toISOString().slice(5, 10)
        const end = each.gone_at === null ? "" : ` until ${each.gone_at === instantOf("2026-06-15")}`
        return `${each.variant_key} ${each.price_type} ${each.price_list} ${each.amount} ${day}${end}`
      })
    })
    const black = [
      "P1-BLK-10 MAP base 110 01-01",
      "P1-BLK-10 MSRP base 105 01-01 until true",
      "P1-BLK-9 MAP base 100.50 01-01",
      "P1-BLK-9 MAP base 100.5 07-01",
      "P1-BLK-9 MAP base 90 08-01",
      "P1-BLK-9 MSRP base 120 01-01",
    ]
    const ofRed = ["P1-RÉD-9 MAP base 99.9 01-01", "P1-RÉD-9 MSRP base 99.90 01-01"]
    assert.sameMembers(yield* seen({}), [...black, ...ofRed])
    assert.sameMembers(yield* seen({ lists: ["EU", "base"], color: "red" }), [
      ...ofRed,
      "P1-RÉD-9 MAP EU 80 01-01",
      "P1-RÉD-9 MSRP EU 70 07-01",
    ])
    const july = { at: instantOf("2026-07-01"), color: "black", columns: 1 }
    assert.sameMembers(yield* seen(july), [black[0], black[3], black[4]])
    assert.sameMembers(yield* seen({ ...july, columns: 0, price_type: "MSRP" }), [black[5]])
    assert.isAbove((yield* read(mine, { records: 2 })).held, 2)
  },
  "narrows colorways by product, color and key": finding([
    [{ brand_key: "B2" }, [third, fourth]],
    [{ product_key: "P1" }, [black, red]],
    [{ search: "SHOE peak" }, [blue]],
    [{ search: "blk-10" }, [black, red]],
    [{ label: "summer" }, [black, red]],
    [{ source: "crawl" }, [blue]],
    [{ color: "bL" }, [black, blue]],
    [{ sku: "red-" }, [red]],
    [{ sku: "blk" }, [black, third, fourth]],
    [{ color: "bl", sku: "9", label: "summer" }, [black]],
    ...(["brand_key", "product_key", "label", "source", "search", "color", "sku"] as const).map(
      (name) => [{ [name]: "%\0" }, []] as const,
    ),
  ]),
  "narrows colorways by what prices are, and to come": finding([
    [{ below_map: true }, [black]],
    [{ below_map: true, lists: ["EU", "base"] }, [black]],
    [{ without_price: true }, [black, red, blue, third, fourth]],
    [{ without_price: true, price_type: "MAP" }, [third]],
    [{ without_price: true, price_type: "MAP", lists: ["EU"] }, [black, blue, third, fourth]],
    [{ without_price: true, brand_key: "B1" }, [blue]],
    [{ changes_until: instantOf("2026-07-01") }, [blue]],
    [{ changes_until: instantOf("2026-08-01") }, [black, blue]],
    [{ changes_until: instantOf("2026-06-30") }, []],
    [{ changes_until: instantOf("2026-08-01"), price_type: "MAP" }, [black]],
    [{ changes_until: instantOf("2026-08-01"), lists: ["EU", "base"] }, [black, red, blue]],
    [{ below_map: true, color: "red" }, []],
    [{ without_price: true, sku: "blk-1" }, [black, third]],
  ]),
  *"sorts colorways by color, the lowest amount or the next change, those without it last"({ mine }) {
    yield* seedCatalog(mine, seed)
    const asked = Effect.fnUntraced(function* (query: Query) {
      const found = yield* read(mine, query)
      return [rows(found), values(found)]
    })
    const [early, late] = ["2026-07-01", "2026-08-01"].map((day) => String(instantOf(day)))
    const amount = { sort: "amount", price_type: "MAP" } as const
    assert.deepStrictEqual(
      [yield* asked({ sort: "color" }), yield* asked({ sort: "product", descending: true })],
      [
        [
          [black, blue, red, third, fourth],
          ["Black", "Blue", "Red", "\ue000", "\u{1f600}"],
        ],
        [
          [third, fourth, blue, black, red],
          ["P3", "P3", "P2", "P1", "P1"],
        ],
      ],
    )
    assert.deepStrictEqual(yield* asked(amount), [
      [red, black, fourth, blue, third],
      ["99.9", "100.5", "100.5", "200", null],
    ])
    assert.deepStrictEqual(yield* asked({ ...amount, descending: true, lists: ["EU", "base"] }), [
      [blue, black, fourth, red, third],
      ["200", "100.5", "100.5", "80", null],
    ])
    assert.deepStrictEqual(yield* asked({ sort: "change" }), [
      [blue, black, red, third, fourth],
      [early, late, null, null, null],
    ])
    assert.deepStrictEqual(yield* asked({ sort: "change", price_type: "MAP", descending: true }), [
      [black, red, blue, third, fourth],
      [late, null, null, null, null],
    ])
  },
  *"goes on after a colorway, in any order"({ mine }) {
    yield* seedCatalog(mine, seed)
    for (const sort of ["product", "color", "amount", "change"] as const)
      for (const descending of [false, true]) {
        const query: Query = { sort, descending, price_type: sort === "amount" ? "MAP" : null }
        const all = rows(yield* read(mine, query))
        const walked: Array<string> = []
        let after: PricedColorwaysQuery["after"] = null
        for (let page = 0; page < 5; page++) {
          const found: PricedColorways = yield* read(mine, { ...query, after, limit: 1 })
          walked.push(...rows(found))
          const { value, product_key, color } = found.items[0]!
          after = { value, product_key, color }
          assert.deepStrictEqual([found.isEnd, found.total], [page === 4, 5])
        }
        assert.deepStrictEqual(walked, all)
        assert.deepStrictEqual((yield* read(mine, { ...query, after })).items, [])
      }
    const nowhere = { value: "P1\0", product_key: "P1\0", color: "\ud800" }
    assert.strictEqual((yield* read(mine, { after: nowhere })).isEnd, true)
  },
  *"gives fewer colorways where they have more variants, and the first one"({ mine }) {
    yield* seedCatalog(mine, seed)
    for (const [variants, expected] of [
      [4, [black, red, blue]],
      [2, [black]],
      [1, [black]],
    ] as const) {
      const found = yield* read(mine, { variants })
      assert.deepStrictEqual(rows(found), [...expected])
      assert.deepStrictEqual([found.isEnd, found.total], [false, 5])
    }
  },
  *"says through how many variants' prices it looked, and through no more than it may"({ mine }) {
    yield* seedCatalog(mine, seed)
    const looked = (query: Query) => Effect.map(read(mine, query), (found) => found.looked)
    assert.strictEqual(yield* looked({}), 0)
    assert.strictEqual(yield* looked({ sort: "color" }), 0)
    assert.strictEqual(yield* looked({ below_map: true }), 6)
    assert.strictEqual(yield* looked({ sort: "change", color: "black", sku: "10" }), 2)
    assert.strictEqual(yield* looked({ without_price: true, brand_key: "B1", most: 4 }), 4)
    assert.isAbove(yield* looked({ without_price: true, most: 3 }), 3)
  },
  *"lists no retired products and variants, and no colorway of another organization"({ mine, theirs }) {
    const ofBase = { ...seed, prices: seed.prices.filter(({ price_list }) => price_list === undefined) }
    yield* seedCatalog(mine, ofBase)
    yield* seedCatalog(theirs, ofBase)
    const { retire } = yield* CatalogWriter
    const gone = { products: ["P2"], variants: ["P1-BLK-9", "P1-RÉD-9"], prices: [] }
    yield* retire(mine, gone, instantOf("2026-02-01"), "the shop")
    for (const sort of ["product", "change"] as const) {
      const found = yield* read(mine, { sort })
      assert.deepStrictEqual(rows(found), [black, third, fourth])
      assert.deepStrictEqual(
        found.items[0]?.variants.map(({ variant_key }) => variant_key),
        ["P1-BLK-10"],
      )
      assert.strictEqual((yield* read(theirs, { sort })).total, 5)
    }
  },
})
