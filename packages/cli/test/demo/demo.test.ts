import { NodeServices } from "@effect/platform-node"
import { assert, describe, it, layer } from "@effect/vitest"
import type { CatalogEntry } from "@hangtag/catalog-files"
import { importCatalog } from "@hangtag/catalog-files"
import {
  allPermissions,
  type ColorwayPreview,
  instantFromMillis,
  type Principal,
  priceInForce,
} from "@hangtag/core"
import {
  addRecordsByVariants,
  generatePriceChange,
  listBatchRecords,
  listPriceBatches,
  listPublications,
  previewColorway,
  searchVariants,
} from "@hangtag/core/effect"
import { aBatchRecordsQuery, MemoryCatalog, memoryPorts } from "@hangtag/testkit"
import { Effect, FileSystem, Layer } from "effect"
import { TestClock } from "effect/testing"
import { demoCatalog, demoSize, generateCatalog } from "../../src/demo/demoCatalog.ts"
import { demoPriceChanges } from "../../src/demo/demoPriceChanges.ts"
import { addDays } from "../../src/demo/demoPrices.ts"
import { demoProduct } from "../../src/demo/demoProduct.ts"
import { loadDemo } from "../../src/demo/loadDemo.ts"
import { ndjsonLine, writeNdjson } from "../../src/demo/writeNdjson.ts"

type PreviewLine = ColorwayPreview["lines"][number]
type FutureRecord = ColorwayPreview["future_records"][number]

const days = ["2024-02-29", "2026-11-21", "2061-12-31"]
const noon = (day: string) => instantFromMillis(Date.parse(`${day}T12:00:00Z`))
const kinds = (entries: Iterable<CatalogEntry>) => Map.groupBy(entries, (entry) => entry.kind)
const principal: Principal = {
  subject: "test",
  organization: "demo",
  permissions: allPermissions,
}

const state = Effect.flatMap(MemoryCatalog, ({ read }) =>
  read((all) => {
    const { brands, products, variants, labels, batches, discoveries, prices } =
      all.organizations.get("demo")!
    const records = [...prices.values()].map((each) =>
      each.map(({ sequence: _, record_key: __, ...price }) => price),
    )
    return { brands, products, variants, labels, batches, discoveries, records }
  }),
)

/** The demo as `hangtag serve` has it at noon of a day, but for its price changes. */
const loadedOn = (day: string) =>
  TestClock.setTime(Date.parse(`${day}T12:00:00Z`)).pipe(
    Effect.andThen(loadDemo("demo", day)),
    Layer.effectDiscard,
    Layer.provideMerge(memoryPorts),
  )

describe("demo catalog", () => {
  it("has 250 products, 3,000 variants, and brands in three time zones", () => {
    const entries = [...demoCatalog("2026-11-21")]
    const product = entries.filter((entry) => entry.kind === "product")
    const brand = entries.filter((entry) => entry.kind === "brand")
    assert.strictEqual(new Set(product.map((each) => each.product_key)).size, 250)
    const variants = product.flatMap((each) => each.variants)
    assert.strictEqual(new Set(variants.map((variant) => variant.variant_key)).size, 3_000)
    assert.strictEqual(new Set(brand.map((each) => each.time_zone)).size, 3)
  })

  it("is the same for the same day", () => {
    const text = () => [...demoCatalog("2026-11-21")].map(ndjsonLine).join("\n")
    assert.strictEqual(text(), text())
  })

  it.effect("loads without a rejection, and changes nothing the second time", () =>
    Effect.gen(function* () {
      const { rejected, kinds } = yield* loadDemo("demo", "2026-11-21")
      assert.strictEqual(rejected, 0)
      const again = yield* loadDemo("demo", "2026-11-21")
      for (const [kind, { inserted, updated, unchanged }] of Object.entries(again.kinds)) {
        assert.deepStrictEqual([inserted, updated], [0, 0], kind)
        assert.strictEqual(unchanged, kinds[kind as CatalogEntry["kind"]].inserted, kind)
      }
    }).pipe(Effect.provide(memoryPorts)),
  )

  it.effect("is the same catalog when it goes through a file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = `${yield* fs.makeTempDirectoryScoped()}/demo.ndjson`
      yield* Effect.promise(() => writeNdjson(path, demoCatalog("2026-11-21")))
      const { rejected, ignoredFields } = yield* importCatalog([path], "demo")
      assert.deepStrictEqual([rejected, ignoredFields.size], [0, 0])
      const direct = yield* Effect.andThen(loadDemo("demo", "2026-11-21"), state).pipe(
        Effect.provide(memoryPorts, { local: true }),
      )
      assert.deepStrictEqual(yield* state, direct)
    }).pipe(Effect.scoped, Effect.provide(memoryPorts), Effect.provide(NodeServices.layer)),
  )

  it.effect("answers alike about the Ridge Boot on any day", () =>
    Effect.gen(function* () {
      const answers = Effect.fnUntraced(
        function* (day: string) {
          yield* TestClock.setTime(Date.parse(`${day}T12:00:00Z`))
          yield* loadDemo()
          const request = {
            product_key: "NT-RIDGE-BOOT",
            color: "Black",
            lines: [
              { price_type: "MAP", amount: "139.95", effective_from: "2099-03-01" },
              { price_type: "MSRP", amount: "179.95", effective_from: "2098-01-01" },
            ],
          }
          const preview = yield* previewColorway(principal, { brand_key: "NT", ...request })
          const batch = (search: string) =>
            listBatchRecords(principal, {
              batch_key: "REPUB-RIDGE",
              offset: 0,
              limit: 50,
              search,
              sort: "asc",
            })
          const before = yield* batch("")
          const fill = yield* addRecordsByVariants(principal, {
            batch_key: "REPUB-RIDGE",
            variant_keys: ["NT-RIDGE-BOOT-BLK-8", "NT-RIDGE-BOOT-BLK-9", "NT-RIDGE-BOOT-OLV-9", "NOPE"],
            price_types: ["MAP"],
          })
          const found = yield* searchVariants(principal, {
            product_key: "NT-RIDGE-BOOT",
            text: "black",
            limit: 20,
          })
          const text = JSON.stringify(
            { ...preview, as_of: "", basis: preview.basis.slice(preview.basis.lastIndexOf(".")) },
            (key, value) => (key === "record_key" ? undefined : value),
          )
          return { text, fill, total: before.total, found: found.total }
        },
        Effect.provide(memoryPorts, { local: true }),
      )
      const [first, ...others] = yield* Effect.forEach(["2026-11-21", "2061-12-31"], answers)
      for (const other of others) assert.deepStrictEqual(other, first)
      assert.deepStrictEqual(first?.fill, {
        batch_key: "REPUB-RIDGE",
        requested: 4,
        added: 1,
        updated: 0,
        unchanged: 1,
        missing: [
          { variant_key: "NT-RIDGE-BOOT-OLV-9", price_type: "MAP", reason: "only_future_price" },
          { variant_key: "NOPE", price_type: "MAP", reason: "unknown_variant" },
        ],
      })
      assert.deepStrictEqual([first?.total, first?.found], [1, 3])
      const { lines, future_records } = JSON.parse(first?.text ?? "{}")
      assert.deepStrictEqual(
        lines.map((line: PreviewLine) => [line.status, line.counts]),
        [
          ["changed", { add: 0, changed: 3, unchanged: 0 }],
          ["add", { add: 1, changed: 0, unchanged: 2 }],
        ],
      )
      assert.deepStrictEqual(
        future_records.map((record: FutureRecord) => [record.variant_key, record.collisions]),
        [
          ["NT-RIDGE-BOOT-BLK-8", [{ line: 1, kind: "overridden_later" }]],
          ["NT-RIDGE-BOOT-BLK-9", [{ line: 0, kind: "same_instant" }]],
        ],
      )
    }),
  )

  for (const day of days)
    layer(loadedOn(day))(`on ${day}`, (it) => {
      it.effect("has past, present, draft and future prices", () =>
        Effect.gen(function* () {
          const { records } = yield* state
          const memory = yield* MemoryCatalog
          const prices = yield* memory.read((all) => [...all.organizations.get("demo")!.prices.values()])
          const now = noon(day)
          for (const type of ["MAP", "MSRP", "WHOLESALE"]) {
            const typed = prices.map((each) => each.filter((price) => price.price_type === type))
            assert.isAbove(typed.filter((each) => priceInForce(each, now) !== undefined).length, 1_000, type)
            assert.isTrue(
              typed.flat().some((price) => price.effective_at > now),
              type,
            )
          }
          const flat = records.flat()
          assert.isTrue(flat.some((price) => price.status === "draft" && price.effective_at > now))
          assert.isTrue(flat.some((price) => price.status === "active" && price.effective_at > now))
          assert.isTrue(flat.some((price) => price.batch_key === "REPUB-FALL"))
        }),
      )

      it.effect("has price changes that are open, published and taken back", () =>
        Effect.gen(function* () {
          yield* demoPriceChanges("demo", day)
          const query = {
            status: null,
            kind: "price_change" as const,
            brand_key: "BW",
            search: null,
            limit: 10,
          }
          const { items } = yield* listPriceBatches(principal, query)
          assert.deepStrictEqual(
            items.map(({ key, status, reverts }) => [reverts === null ? key : "", status, reverts]),
            [
              ["", "published", "CLEARANCE"],
              ["CLEARANCE", "published", null],
              ["SPRING-UP", "published", null],
              ["HOLIDAYS", "open", null],
            ],
          )
          for (const { counts } of items.slice(1)) assert.isAbove(counts.records, 0)
          // what was taken back before it began is withdrawn
          const listed = yield* listBatchRecords(principal, {
            batch_key: "CLEARANCE",
            ...aBatchRecordsQuery(),
          })
          assert.deepStrictEqual([...new Set(listed.items.map(({ status }) => status))], ["withdrawn"])
          const { items: publications } = yield* listPublications(principal, { after: 0, limit: 10 })
          assert.deepStrictEqual(
            publications.map(({ number }) => number),
            [1, 2, 3],
          )
          // the open one again, to see what it meets
          const { product_key, variants } = demoProduct(demoSize, 1)
          const line = {
            price_type: "MAP",
            amount: "129.95",
            effective_from: addDays(day, 40),
            effective_until: addDays(day, 47),
            return: "none" as const,
          }
          const { colorways } = yield* generatePriceChange(principal, {
            brand_key: "BW",
            batch_key: "HOLIDAYS",
            name: null,
            colorways: [{ product_key, color: variants[0]!.color, lines: [line], basis: null }],
            on_collision: { same_instant: "reject", overridden_later: "keep", leapfrogged: "keep" },
            on_no_return: "refuse",
            include_unchanged: false,
            dry_run: false,
          })
          assert.isNotEmpty(colorways[0]!.collisions)
          assert.include(
            colorways[0]!.warnings.map(({ kind }) => kind),
            "blackout",
          )
        }),
      )
    })

  it("makes a catalog of exactly the size asked for", () => {
    const size = { brands: 4, products: 37, variants: 1_009, records: 12_345 }
    const entries = kinds(generateCatalog(size, "2026-11-21"))
    const products = (entries.get("product") ?? []).filter((entry) => entry.kind === "product")
    const prices = entries.get("price") ?? []
    assert.strictEqual(entries.get("brand")?.length, 4)
    assert.strictEqual(new Set(products.map((product) => product.product_key)).size, 37)
    const variants = products.flatMap((product) => product.variants.map((variant) => variant.variant_key))
    assert.strictEqual(new Set(variants).size, 1_009)
    assert.strictEqual(new Set(prices.map(ndjsonLine)).size, 12_345)
  })
})
