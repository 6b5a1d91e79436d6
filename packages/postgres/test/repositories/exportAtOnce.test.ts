import { assert, layer } from "@effect/vitest"
import { CatalogWriter, ExportRepository, type ExportWanted } from "@hangtag/core"
import { anExportSelection } from "@hangtag/testkit"
import { Effect, Option, Stream } from "effect"
import { few } from "../../src/exports/exportReads.ts"
import { thoroughDatabase } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { aPrice, now, seedVariants } from "./seedOrganization.ts"

const wanted = { variants: true, attributes: true, price_types: ["MAP", "MSRP"], at: now }

layer(portsOn(thoroughDatabase))("an export of a few products", (it) => {
  const read = Effect.fnUntraced(function* (
    organization: string,
    product_keys: ReadonlyArray<string>,
    asked: ExportWanted = wanted,
  ) {
    const exports = yield* ExportRepository
    const selection = anExportSelection({ product_keys })
    return (yield* Stream.runCollect(exports.products(organization, selection, asked))).flat()
  })

  for (const versions of [few, few + 1])
    it.effect(`is the same as part of everything, of ${versions} versions`, () =>
      Effect.gen(function* () {
        const organization = `few${versions}`
        yield* seedVariants(organization, ["V", "W"])
        const writer = yield* CatalogWriter
        yield* writer.savePrices(organization, [aPrice(), aPrice({ variant_key: "W", amount: "9.90" })])
        const more = Array.from({ length: versions - 1 }, (_, index) => ({
          product_key: "P",
          brand_key: "B",
          version: index + 2,
          name: 'Boot "\u2028\\u0000"',
          source: "scraper",
          labels: ["fall", "50 %"],
          attributes: { "a\\b": "\u{1f45e}\n", height: 1e21, parts: ["x", true] },
          variants: [],
        }))
        yield* writer.saveProducts(organization, more, now)
        const expected = yield* read(organization, [])
        assert.strictEqual(expected.length, versions)
        assert.deepStrictEqual(yield* read(organization, ["P", "unknown\0"]), expected)
        assert.deepStrictEqual(yield* read(organization, ["unknown"]), [])
      }),
    )

  it.effect("reads prices of two thousand types as it reads those of two, in the order of the types", () =>
    Effect.gen(function* () {
      const organization = "types"
      yield* seedVariants(organization, ["V", "W"])
      const { savePrices } = yield* CatalogWriter
      const prices = ["MSRP", "MAP", "COST"].map((price_type) => aPrice({ price_type }))
      yield* savePrices(organization, [...prices, aPrice({ variant_key: "W", amount: "9.90" })])
      const others = Array.from({ length: 2_000 }, (_, index) => `T${index}`)
      const many = { ...wanted, price_types: ["MSRP", ...others, "MAP"] }
      for (const product_keys of [[], ["P"]]) {
        const two = yield* read(organization, product_keys, { ...wanted, price_types: ["MSRP", "MAP"] })
        assert.deepStrictEqual(
          two[0]?.prices.map(({ variant_key, price_type, amount }) => [variant_key, price_type, amount]),
          [
            ["V", "MSRP", aPrice().amount],
            ["V", "MAP", aPrice().amount],
            ["W", "MAP", "9.90"],
          ],
        )
        assert.deepStrictEqual(yield* read(organization, product_keys, many), two)
      }
      const { atOnce } = yield* ExportRepository
      const selection = anExportSelection({ product_keys: ["P"] })
      const once = Option.getOrThrow(yield* atOnce(organization, selection, many))
      assert.deepStrictEqual(once.products, yield* read(organization, ["P"], many))
    }),
  )
})
