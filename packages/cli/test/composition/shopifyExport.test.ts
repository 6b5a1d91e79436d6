import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { shopifyExport } from "@hangtag/catalog-files"
import { Effect, Layer, Stream } from "effect"
import { load, organization } from "../../../catalog-files/test/support.ts"
import { portsOn } from "../../../postgres/test/repositories/portsOn.ts"
import { testDatabases } from "../../../postgres/test/support/testDatabases.ts"

const file = [
  "Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Type",
  "boot,Boot,North,Size,9,B-9,90.00,Shoes",
  "boot,,,,10,B-10,95.00,",
  "",
].join("\n")

layer(Layer.merge(portsOn(testDatabases[0]!), NodeServices.layer))(
  "Shopify's csv from the embedded database",
  (it) => {
    it.effect("changes nothing where it is imported again", () =>
      Effect.gen(function* () {
        yield* load({ "shop.csv": file })
        const tally = { products: 0, left_out: [], attributes: [], markets: [], price_lists: [] }
        const content = yield* shopifyExport(organization, tally)
        const csv = yield* content.pipe(Stream.decodeText, Stream.mkString)
        assert.strictEqual(tally.products, 1)
        const { kinds, rejected } = yield* load({ "again.csv": csv })
        for (const [kind, { inserted, updated }] of Object.entries(kinds))
          assert.deepStrictEqual([inserted, updated], [0, 0], kind)
        assert.strictEqual(rejected, 0)
      }).pipe(Effect.scoped),
    )
  },
)
