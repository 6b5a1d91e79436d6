import { assert, describe, it } from "@effect/vitest"
import { CatalogRepository } from "@hangtag/core"
import { Effect, Stream } from "effect"
import * as fc from "fast-check"
import { type ShopifyExportTally, shopifyExport } from "../src/shopifyExport.ts"
import { inForce, load, memory, ndjson, organization, stored } from "./support.ts"

const exported = Effect.gen(function* () {
  const tally: ShopifyExportTally = {
    products: 0,
    left_out: [],
    attributes: [],
    markets: [],
    price_lists: [],
  }
  const content = yield* shopifyExport(organization, tally)
  const csv = yield* content.pipe(Stream.decodeText, Stream.mkString)
  return { csv, tally }
})

/** All that a file could change. */
const catalog = Effect.gen(function* () {
  const { brands, products, variants } = yield* stored()
  const prices: Array<unknown> = []
  for (const key of variants.keys()) prices.push([key, yield* inForce(key)])
  const { attributeDefinitions } = yield* CatalogRepository
  const definitions = yield* attributeDefinitions(organization)
  const plain = (_: string, value: unknown) => (value instanceof Map ? [...value] : value)
  return JSON.parse(JSON.stringify({ brands, products, variants, prices, definitions }, plain))
})

const textOf = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("Black", "9", "Rot, hell", 'a "b"', "two\nlines", "Größe", "true"),
  },
  fc.string({ maxLength: 4 }),
)
const attributeOf = fc.oneof(
  textOf,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(textOf, { maxLength: 2 }),
)
const attributesOf = fc.dictionary(
  fc.constantFrom("material", "type", "grams", "custom.fit", "body_html", "Odd Key"),
  attributeOf,
  { maxKeys: 1 },
)
const productOf = fc.record({
  name: textOf.filter((text) => text.trim() !== ""),
  labels: fc.uniqueArray(fc.constantFrom("new", "winter", "on sale", "a, b"), { maxLength: 2 }),
  attributes: attributesOf,
  version: fc.constantFrom(1, 1, 1, 2),
  variants: fc.array(
    fc.record({
      name: textOf,
      color: textOf,
      size: textOf,
      width: fc.constantFrom("", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "Wide"),
      attributes: attributesOf,
    }),
    { maxLength: 3 },
  ),
})
const labels = ["material", "type", "grams", "custom.fit", "body_html", "Odd Key"]
  .filter((_, at) => at % 2 === 0)
  .map((attribute_key) => ({ kind: "attribute", attribute_key, label: attribute_key.toUpperCase() }))

describe("the catalog as Shopify's csv", () => {
  it("changes nothing where it is imported", async () => {
    let written = 0
    await fc.assert(
      fc.asyncProperty(fc.array(productOf, { minLength: 1, maxLength: 3 }), (products) =>
        Effect.runPromise(
          memory(
            Effect.gen(function* () {
              const lines = products.flatMap(({ variants, ...product }, at) => [
                {
                  kind: "product",
                  brand_key: "north",
                  product_key: `p${at}`,
                  source: "merchant_input",
                  ...product,
                  variants: variants.map((variant, index) => ({
                    variant_key: `p${at}-${index}`,
                    ...variant,
                  })),
                },
                ...variants.map((_, index) => ({
                  kind: "price",
                  variant_key: `p${at}-${index}`,
                  price_type: "PRICE",
                  amount: "12.50",
                  effective_from: "1970-01-01",
                  status: "active",
                })),
              ])
              yield* load({
                "all.ndjson": ndjson(
                  { kind: "brand", brand_key: "north", name: "North" },
                  ...labels,
                  ...lines,
                ),
              })
              const before = yield* catalog
              const { csv, tally } = yield* exported
              assert.strictEqual(tally.products + tally.left_out.length, products.length)
              written += tally.products
              if (tally.products > 0) yield* load({ "shop.csv": csv })
              assert.deepStrictEqual(yield* catalog, before)
            }),
          ),
        ),
      ),
      // of a hundred now and then too few can be written
      { numRuns: 300 },
    )
    assert.isAbove(written, 20)
  }, 60_000)

  it.effect("writes what came from Shopify's own file the same way", () =>
    memory(
      Effect.gen(function* () {
        const file = [
          "Handle,Title,Vendor,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Variant Compare At Price,Cost per item,Image Src,Image Alt Text,Body (HTML),Fit (product.metafields.custom.fit),Type,Variant Grams",
          'boot,Boot,North,"new, winter",Size,9,Material,Leather,B-9,90.00,100.00,,https://x/1.jpg,One,"<p>Warm, dry</p>",wide,Shoes,500.0',
          "boot,,,,,10,,Suede,B-10,95.00,,,https://x/2.jpg,Two,,,,510",
          "boot,,,,,,,,,,,,https://x/3.jpg,Three,,,,",
          "card,Card,North,,Title,Default Title,,,CARD,5.00,,,,,,,Gifts,0.0",
          "",
        ].join("\n")
        yield* load({ "shop.csv": file })
        const before = yield* catalog
        const { csv, tally } = yield* exported
        const cells = (text: string) => {
          const [header = "", ...rows] = text.split("\n")
          return { header: header.split(",").sort(), rows: rows.length }
        }
        assert.deepStrictEqual(cells(csv), cells(file))
        assert.deepStrictEqual(tally, {
          products: 2,
          left_out: [],
          attributes: [],
          markets: [],
          price_lists: [],
        })
        yield* load({ "shop.csv": csv })
        assert.deepStrictEqual(yield* catalog, before)
      }),
    ),
  )

  it.effect(
    "has the prices of lists in the columns of their markets, and says how an import takes them",
    () =>
      memory(
        Effect.gen(function* () {
          const file = [
            "Handle,Title,Vendor,Variant SKU,Variant Price,Price / European Union,Compare At Price / European Union,Price / Japan",
            "boot,Boot,North,B-9,90.00,85.00,100.00,",
            "hat,Hat,North,H-1,30.00,,,4500",
            "",
          ].join("\n")
          const markets = [
            { market: "European Union", price_list: "EU", currency: "EUR" },
            { market: "Japan", price_list: "JP", currency: "JPY" },
          ]
          const others = { kind: "price_list", name: "Other", currency: "EUR", parent: "EU" }
          const price = { kind: "price", price_type: "PRICE", effective_from: "1970-01-01", status: "active" }
          yield* load({ "shop.csv": file }, { markets })
          yield* load({
            "more.ndjson": ndjson(
              { ...others, price_list: "DE" },
              { ...others, price_list: "EU2", tags: { market: "european  union" } },
              { ...others, price_list: "OLD", archived: true, tags: { market: "Old" } },
              { ...price, variant_key: "H-1", price_list: "DE", amount: 20 },
              { ...price, variant_key: "H-1", price_list: "OLD", amount: 10 },
            ),
          })
          const before = yield* stored()
          const { csv, tally } = yield* exported
          assert.deepStrictEqual(tally, {
            products: 2,
            left_out: [],
            attributes: [],
            markets,
            price_lists: ["DE", "EU2"],
          })
          const [header = [], boot = [], hat = []] = csv.split("\n").map((line) => line.split(","))
          const cells = (row: ReadonlyArray<string>) =>
            [
              "Variant SKU",
              "Variant Price",
              "Price / European Union",
              "Compare At Price / European Union",
              "Price / Japan",
            ].map((name) => row[header.indexOf(name)])
          assert.deepStrictEqual(cells(boot), ["B-9", "90.00", "85.00", "100.00", ""])
          assert.deepStrictEqual(cells(hat), ["H-1", "30.00", "", "", "4500"])
          assert.notInclude(header, "Compare At Price / Japan")
          const { kinds, gone } = yield* load({ "again.csv": csv }, { markets: tally.markets })
          assert.deepStrictEqual([kinds.price.inserted, kinds.price_list.updated, gone?.prices], [0, 0, 0])
          assert.deepStrictEqual((yield* stored()).prices, before.prices)
        }),
      ),
  )
})
