import { assert, layer } from "@effect/vitest"
import { CatalogWriter, ExportRepository } from "@hangtag/core"
import { anExportSelection } from "@hangtag/testkit"
import { Effect, Stream } from "effect"
import { few } from "../../src/exports/exportReads.ts"
import { thoroughDatabase } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { aPrice, now, seedVariants } from "./seedOrganization.ts"

const wanted = { variants: true, attributes: true, price_types: ["MAP", "MSRP"], at: now }

layer(portsOn(thoroughDatabase))("an export of a few products", (it) => {
  const read = Effect.fnUntraced(function* (organization: string, product_keys: ReadonlyArray<string>) {
    const exports = yield* ExportRepository
    const selection = anExportSelection({ product_keys })
    return (yield* Stream.runCollect(exports.products(organization, selection, wanted))).flat()
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
})
