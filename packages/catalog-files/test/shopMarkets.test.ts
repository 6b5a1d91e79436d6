import { assert, describe } from "@effect/vitest"
import type { InvalidRequest, StoredPriceList } from "@hangtag/core"
import { instantFromMicros, PriceListRepository, PriceRepository } from "@hangtag/core"
import { Effect } from "effect"
import type { ImportOptions } from "../src/importCatalog.ts"
import { inMemory, load, ndjson, organization } from "./support.ts"

const columns = [
  "Variant Price",
  "Price / European Union",
  "Compare At Price / European Union",
  "Price / Japan",
]
const shop = (header: ReadonlyArray<string>, ...rows: ReadonlyArray<string>) =>
  [["Handle,Title,Vendor,Variant SKU", ...header].join(","), ...rows].map((row) => `${row}\n`).join("")
const file = shop(columns, "boot,Boot,Acme,B-1,100.00,95.00,120,15000", "hat,Hat,Acme,H-1,30,,,")
const europe = { market: "european union", price_list: "EU", currency: "EUR" }
const japan = { market: "Japan", price_list: "JP", currency: "JPY" }

const lists = Effect.gen(function* () {
  const { all } = yield* PriceListRepository
  return yield* all(organization)
})
const shown = ({ price_list, name, currency, tags, placements }: StoredPriceList) =>
  `${price_list} ${name} ${currency} ${JSON.stringify(tags)} below ${placements.map(({ parent }) => parent).join()}`

const inLists = Effect.gen(function* () {
  const { pricesAround } = yield* PriceRepository
  const far = instantFromMicros(Number.MAX_SAFE_INTEGER)
  const keys = ["base", "EU", "JP"]
  const { inForce } = yield* pricesAround(organization, ["B-1", "H-1"], far, undefined, keys)
  return inForce.map((each) => `${each.variant_key} ${each.price_type} ${each.price_list} ${each.amount}`)
})

const refusal = (content: string, options: ImportOptions) =>
  Effect.map(Effect.flip(load({ "p.csv": content }, options)), (error) => {
    const [field] = (error as InvalidRequest).fields
    return `${field?.loc.join()}: ${field?.msg}`
  })

describe("prices of markets in Shopify files", () => {
  inMemory("become those of lists that the import makes, and a second import changes nothing", function* () {
    const options = { markets: [europe, japan], currency: "USD" }
    const dry = yield* load({ "p.csv": file }, { ...options, dryRun: true })
    assert.deepStrictEqual(yield* lists, [])
    const summary = yield* load({ "p.csv": file }, options)
    assert.deepStrictEqual(summary, dry)
    assert.deepStrictEqual(
      [summary.kinds.price_list.inserted, summary.kinds.price_list.updated, summary.kinds.price.inserted],
      [2, 1, 5],
    )
    assert.deepStrictEqual(summary.left_out_markets, [])
    assert.deepStrictEqual((yield* lists).map(shown), [
      'EU European Union EUR {"market":"European Union"} below ',
      'JP Japan JPY {"market":"Japan"} below ',
      "base Base USD {} below ",
    ])
    const prices = [
      "B-1 COMPARE_AT EU 120",
      "B-1 PRICE EU 95.00",
      "B-1 PRICE JP 15000",
      "B-1 PRICE base 100.00",
      "H-1 PRICE base 30",
    ]
    assert.deepStrictEqual(yield* inLists, prices)
    const again = yield* load({ "p.csv": file }, options)
    const { price_list, price } = again.kinds
    assert.deepStrictEqual([price_list.inserted, price_list.updated, price.inserted], [0, 0, 0])
    assert.deepStrictEqual(again.gone, { ...summary.gone!, pruned: false })
    assert.deepStrictEqual(yield* inLists, prices)
  })

  inMemory("are taken with more digits than their currency has, and warned of", function* () {
    const options = { markets: [europe, japan] }
    const prices = shop(
      columns,
      "boot,Boot,Acme,B-1,100.123,95.00,120.5,15000.00",
      "hat,Hat,Acme,H-1,30,,,1990.50",
      "cap,Cap,Acme,C-1,30,9.995,,1990.25",
    )
    const { warnings } = yield* load({ "p.csv": prices }, options)
    assert.lengthOf(warnings, 2)
    const startOf = (list: string, currency: string, which: string) =>
      `prices of price list ${list} have more digits behind the point than ${currency} has: ${which} of `
    assert.isTrue(warnings[0]!.startsWith(startOf("EU", "EUR", "1, such as 9.995 on line 4")), warnings[0])
    assert.isTrue(warnings[1]!.startsWith(startOf("JP", "JPY", "2, such as 1990.50 on line 3")), warnings[1])
    // base is in no currency yet
    assert.include(yield* inLists, "B-1 PRICE base 100.123")
    const dollars = yield* load({ "p.csv": prices }, { ...options, currency: "USD", dryRun: true })
    assert.strictEqual(dollars.warnings.length, 3)
  })

  inMemory("are left out of markets that no list is named for, and the summary names them", function* () {
    const none = yield* load({ "p.csv": file })
    assert.deepStrictEqual(none.left_out_markets, ["European Union", "Japan"])
    assert.deepStrictEqual(yield* inLists, ["B-1 PRICE base 100.00", "H-1 PRICE base 30"])
    const one = yield* load({ "p.csv": file }, { markets: [japan] })
    assert.deepStrictEqual(one.left_out_markets, ["European Union"])
    assert.deepStrictEqual(yield* inLists, [
      "B-1 PRICE JP 15000",
      "B-1 PRICE base 100.00",
      "H-1 PRICE base 30",
    ])
  })

  inMemory("stay where a column is absent, and are gone where a cell is empty", function* () {
    const options = { markets: [europe], prune: true }
    yield* load({ "p.csv": file }, { ...options, markets: [europe, japan] })
    const emptied = shop(columns, "boot,Boot,Acme,B-1,100.00,,110,", "hat,Hat,Acme,H-1,30,,,")
    const { gone } = yield* load({ "p.csv": emptied }, { ...options, prune: false })
    assert.deepStrictEqual(gone?.first, ["PRICE in EU of B-1"])
    yield* load({ "p.csv": emptied }, options)
    const kept = ["B-1 COMPARE_AT EU 110", "B-1 PRICE JP 15000", "B-1 PRICE base 100.00", "H-1 PRICE base 30"]
    assert.deepStrictEqual(yield* inLists, kept)
    yield* load(
      { "p.csv": shop(["Variant Price"], "boot,Boot,Acme,B-1,99", "hat,Hat,Acme,H-1,30") },
      { prune: true },
    )
    assert.deepStrictEqual(
      yield* inLists,
      kept.map((each) => each.replace("100.00", "99")),
    )
  })

  inMemory("are no list's where a price of the list stands in catalog NDJSON of the same call", function* () {
    yield* load({ "p.csv": file }, { markets: [europe] })
    const emptied = shop(columns, "boot,Boot,Acme,B-1,100.00,,120,", "hat,Hat,Acme,H-1,30,,,")
    const price = { variant_key: "B-1", price_type: "PRICE", price_list: "EU", status: "active" }
    const more = ndjson({ kind: "price", ...price, amount: 94, effective_from: "2027-01-01" })
    const { gone } = yield* load({ "p.csv": emptied, "more.ndjson": more }, { markets: [europe] })
    assert.strictEqual(gone?.prices, 0)
  })

  inMemory("are refused with one sentence before anything is written", function* () {
    const list = (price_list: string, currency: string, more: object = {}) => ({
      kind: "price_list",
      price_list,
      name: price_list,
      currency,
      ...more,
    })
    const there = [list("UK", "GBP"), list("CH", "CHF", { archived: true }), list("base", "USD")]
    yield* load({ "l.ndjson": ndjson(...there) })
    const before = yield* lists
    const said = (markets: ImportOptions["markets"], currency?: string) =>
      refusal(file, { markets, currency })
    assert.deepStrictEqual(
      [
        yield* said([{ ...europe, price_list: "UK" }]),
        yield* said([{ ...europe, price_list: "CH", currency: "CHF" }]),
        yield* said([japan], "EUR"),
        yield* said([japan], "DOLLAR"),
        yield* said([{ ...japan, currency: "Yen" }]),
        yield* said([{ ...japan, price_list: "base" }]),
        yield* said([{ ...japan, price_list: "\n" }]),
        yield* said([japan, { ...japan, market: "JAPAN", price_list: "J" }]),
        yield* said([japan, { ...europe, price_list: "JP" }]),
        yield* said([{ ...japan, market: "Canada" }]),
      ],
      [
        "market: the price list UK is in GBP, and European Union is to be in EUR",
        "market: the price list CH is archived: it takes no prices",
        "currency: base is in USD for good, and not in EUR",
        "currency: DOLLAR is no currency of ISO 4217, such as EUR",
        "market: Yen is no currency of ISO 4217, such as EUR",
        "market: the prices of Japan cannot be those of base, which Variant Price has: name another price list",
        "market: the price list of Japan needs a key of 1 to 100 characters other than . and .., none of them a control character",
        "market: Japan is named twice",
        "market: European Union and Japan cannot both be the price list JP",
        "market: no file has a column of the market Canada: there are European Union, Japan",
      ],
    )
    assert.deepStrictEqual(yield* lists, before)
    assert.deepStrictEqual(yield* inLists, [])
  })

  inMemory("take a list that is there as it is, and only tag it with its market", function* () {
    const tags = { channel: "web" }
    const list = { kind: "price_list", price_list: "EU", name: "Europe", currency: "EUR", tags }
    const base = { kind: "price_list", price_list: "base", name: "All", currency: "EUR" }
    yield* load({ "l.ndjson": ndjson({ ...list, parent: "base" }, base) })
    yield* load({ "p.csv": file }, { markets: [europe], currency: "EUR" })
    assert.deepStrictEqual((yield* lists).map(shown), [
      'EU Europe EUR {"channel":"web","market":"European Union"} below base',
      "base All EUR {} below ",
    ])
  })
})
