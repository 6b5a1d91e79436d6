import { assert, layer } from "@effect/vitest"
import { CatalogWriter, ExportRepository, effectiveInstant } from "@hangtag/core"
import { anExportSelection } from "@hangtag/testkit"
import { Effect, Stream } from "effect"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { thoroughDatabase } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { aPrice, now, seedVariants } from "./seedOrganization.ts"

const wanted = { variants: true, attributes: true, price_types: ["MAP", "MSRP"], at: now }

const read = Effect.fnUntraced(function* (organization: string, product_keys: ReadonlyArray<string> = []) {
  const exports = yield* ExportRepository
  const selection = anExportSelection({ product_keys })
  return yield* Stream.runCollect(exports.products(organization, selection, wanted))
})

const aVariant = (variant_key: string, attributes = {}) => ({
  variant_key,
  name: variant_key,
  color: "",
  size: "9",
  width: "",
  vendor_color_code: "",
  attributes,
})

const aProduct = (
  product_key: string,
  variants: number,
  { attributes = {}, variantAttributes = {} } = {},
) => ({
  product_key,
  brand_key: "B",
  version: 1,
  name: "Ridge Boot",
  source: "scraper",
  labels: [],
  attributes,
  variants: Array.from({ length: variants }, (_, index) =>
    aVariant(`${product_key}-${String(index).padStart(4, "0")}`, variantAttributes),
  ),
})

/** As many active prices as months before, and one to come. */
const aHistory = (variant_key: string, price_type: string, length: number) =>
  Array.from({ length }, (_, index) =>
    aPrice({
      variant_key,
      price_type,
      amount: `${index}.50`,
      effective_from: `20${String(10 + Math.floor(index / 12)).padStart(2, "0")}-${String(1 + (index % 12)).padStart(2, "0")}-01`,
    }),
  ).concat(aPrice({ variant_key, price_type, amount: "999.00", effective_from: "2999-01-01" }))

layer(portsOn(thoroughDatabase))("the pages of an export", (it) => {
  const test = generatorTests(it.effect)

  for (const depth of [1, 5, 6, 60])
    test(`have the price in force where it is the last of ${depth}`, function* () {
      const organization = `depth${depth}`
      yield* seedVariants(organization, ["V", "W", "X"])
      const writer = yield* CatalogWriter
      const histories = [
        aHistory("V", "MAP", depth),
        aHistory("W", "MAP", depth),
        aHistory("W", "MSRP", depth),
      ]
      yield* writer.savePrices(organization, histories.flat())
      yield* writer.savePrices(organization, [aPrice({ price_type: "cost", amount: "1.00" })])
      const [product] = (yield* read(organization)).flat()
      const { effective_from } = histories[0]!.at(-2)!
      const inForce = {
        amount: `${depth - 1}.50`,
        effective_from,
        effective_at: effectiveInstant(effective_from, "UTC")!,
      }
      assert.deepStrictEqual(product!.prices, [
        { variant_key: "V", price_type: "MAP", ...inForce },
        { variant_key: "W", price_type: "MAP", ...inForce },
        { variant_key: "W", price_type: "MSRP", ...inForce },
      ])
      assert.deepStrictEqual(
        product!.variants.map((variant) => variant.variant_key),
        ["V", "W", "X"],
      )
    })

  test("have them also from where on there are many", function* () {
    yield* seedVariants("later", [])
    const writer = yield* CatalogWriter
    const products = [aProduct("A", 1400), aProduct("M", 200), aProduct("Z", 3)]
    yield* writer.saveProducts("later", products, now)
    const keys = products.flatMap((product) => product.variants.map((variant) => variant.variant_key))
    const depthOf = (key: string) => (key.startsWith("A") ? 1 : 40)
    const priced = keys.filter((key) => key.endsWith("1") || !key.startsWith("A"))
    yield* writer.savePrices(
      "later",
      priced.flatMap((key) => aHistory(key, "MSRP", depthOf(key))),
    )
    const prices = (yield* read("later")).flat().flatMap((product) => product.prices)
    assert.deepStrictEqual(
      prices.map(({ variant_key, amount }) => [variant_key, amount]),
      priced.map((key) => [key, `${depthOf(key) - 1}.50`]),
    )
  })

  test("hold as many variants as keep them small, and every one of them once", function* () {
    yield* seedVariants("parts", [])
    const writer = yield* CatalogWriter
    // of different texts, so that the database cannot make them short
    const heavy = {
      note: Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 9973).join(" "),
    }
    const products = [
      aProduct("A", 700),
      aProduct("B", 0),
      aProduct("C", 700),
      aProduct("D", 700),
      aProduct("E", 2000),
      aProduct("F", 20, { variantAttributes: heavy }),
      aProduct("G", 20, { variantAttributes: heavy }),
      aProduct("H", 0, { attributes: heavy }),
    ]
    yield* writer.saveProducts("parts", products, now)
    const pages = yield* read("parts")
    assert.deepStrictEqual(
      pages.flat().map(({ product, variants }) => [product.product_key, variants.length]),
      [...products.map(({ product_key, variants }) => [product_key, variants.length]), ["P", 0]],
    )
    assert.deepStrictEqual(
      pages.map((page) => page.map(({ product }) => product.product_key).join("")),
      ["A", "B", "C", "D", "E", "F", "G", "HP"],
    )
    const few = yield* read("parts", products.map((product) => product.product_key).concat("P"))
    assert.deepStrictEqual(few.flat(), pages.flat())
  })
})
