import { assert, describe, it } from "@effect/vitest"
import { InvalidRequest } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBatchEntry,
  aBatchRecordsQuery,
  aBrand,
  aColorwayPrefillRequest,
  aCrawlDiscoveryEntry,
  aFillRequest,
  aPrefillLine,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  layerTest,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

const principal = aPrincipal()
const seed = {
  brands: [aBrand(), aBrand({ brand_key: "B2" })],
  products: [
    aProductEntry({
      variants: ["B", "A"].map((variant_key) => aVariantEntry({ variant_key })),
    }),
  ],
  batches: [aBatchEntry()],
  prices: [aPriceEntry({ variant_key: "A" }), aPriceEntry({ variant_key: "B", price_type: "MSRP" })],
  discoveries: [aCrawlDiscoveryEntry()],
}
const provided = Effect.provide(layerTest({ seed }))

/** What a failing call names. */
const missing = (call: Effect.Effect<unknown, unknown>) =>
  Effect.map(Effect.flip(call), (error) => {
    assert.propertyVal(error, "_tag", "NotFound")
    const { resource, key, message } = error as { resource: string; key: string; message: string }
    assert.strictEqual(message, `No such ${resource}: ${key}`)
    return [resource, key]
  })

describe("previewColorway", () => {
  it.effect("names the part of the colorway that is not there", () =>
    Effect.gen(function* () {
      const { previewColorway } = yield* Hangtag
      const preview = (brand: string, with_ = {}) =>
        previewColorway(principal, { brand_key: brand, ...aColorwayPrefillRequest(with_) })
      assert.deepStrictEqual(yield* missing(preview("nope")), ["brand", "nope"])
      assert.deepStrictEqual(yield* missing(preview("B2")), ["product", "P1"])
      assert.deepStrictEqual(yield* missing(preview("B1", { product_key: "nope" })), ["product", "nope"])
      assert.deepStrictEqual(yield* missing(preview("B1", { color: "black" })), ["colorway", "black"])
    }).pipe(provided),
  )

  it.effect("says for which colorway and moment it is", () =>
    Effect.gen(function* () {
      const { previewColorway } = yield* Hangtag
      const request = aColorwayPrefillRequest({ lines: [] })
      const preview = yield* previewColorway(principal, { brand_key: "B1", ...request })
      const { basis, ...rest } = preview
      assert.match(basis, /^b2\.[0-9a-z]+\.[0-9a-f]{16}$/)
      assert.deepStrictEqual(
        { ...rest, incumbents: rest.incumbents.map(({ record_key: _, ...each }) => each) },
        {
          brand_key: "B1",
          product_key: "P1",
          color: "Black",
          as_of: "2026-06-01T00:00:00.000Z",
          variant_keys: ["A", "B"],
          lines: [],
          future_records: [],
          incumbents: [
            { variant_key: "A", price_type: "MAP", amount: "149.95", effective_from: "2026-01-01" },
            { variant_key: "B", price_type: "MSRP", amount: "149.95", effective_from: "2026-01-01" },
          ],
          returns: [],
          warnings: [],
        },
      )
    }).pipe(provided),
  )

  it.effect("takes another moment for now where one is given, even the first of all", () =>
    Effect.gen(function* () {
      const { previewColorway } = yield* Hangtag
      const asOf = (moment: Date | string) =>
        previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest(), as_of: moment })
      const before = yield* asOf("2025-12-31T23:59:59.999999Z")
      assert.deepStrictEqual([before.incumbents.length, before.future_records.length], [0, 2])
      assert.strictEqual(before.as_of, "2025-12-31T23:59:59.999Z")
      assert.strictEqual((yield* asOf("2026-01-01T00:00:00Z")).incumbents.length, 2)
      assert.strictEqual((yield* asOf(new Date(0))).as_of, "1970-01-01T00:00:00.000Z")
    }).pipe(provided),
  )

  it.effect("refuses every line whose effective_from is none, at its place", () =>
    Effect.gen(function* () {
      const { previewColorway } = yield* Hangtag
      const lines = ["soon", "2026-12-01", "2026-02-30"].map((effective_from) =>
        aPrefillLine({ effective_from }),
      )
      const error = yield* Effect.flip(
        previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest({ lines }) }),
      )
      assert.instanceOf(error, InvalidRequest)
      assert.deepStrictEqual(
        (error as InvalidRequest).fields.map(({ loc, type, input }) => [loc, type, input]),
        [
          [["lines", 0, "effective_from"], "datetime_from_date_parsing", "soon"],
          [["lines", 2, "effective_from"], "datetime_from_date_parsing", "2026-02-30"],
        ],
      )
      assert.include(error.message, "lines.2.effective_from: Expected an ISO 8601 date or date-time")
    }).pipe(provided),
  )
})

describe("batches", () => {
  it.effect("are filled as of now and listed", () =>
    Effect.gen(function* () {
      const { addRecordsByVariants, listBatchRecords } = yield* Hangtag
      yield* TestClock.setTime(Date.parse("2025-12-31T23:59:59.999Z"))
      const request = aFillRequest({ variant_keys: ["A"] })
      assert.deepStrictEqual(yield* addRecordsByVariants(principal, { batch_key: "REPUB-1", ...request }), {
        batch_key: "REPUB-1",
        requested: 1,
        added: 0,
        updated: 0,
        unchanged: 0,
        missing: [{ variant_key: "A", price_type: "MAP", reason: "only_future_price" }],
      })
      yield* TestClock.adjust("1 milli")
      assert.deepStrictEqual(yield* addRecordsByVariants(principal, { batch_key: "REPUB-1", ...request }), {
        batch_key: "REPUB-1",
        requested: 1,
        added: 1,
        updated: 0,
        unchanged: 0,
        missing: [],
      })
      const page = yield* listBatchRecords(principal, { batch_key: "REPUB-1", ...aBatchRecordsQuery() })
      assert.deepStrictEqual([page.total, page.items[0]?.amount], [1, "149.95"])
    }).pipe(provided),
  )

  it.effect("that are unknown are named, and published ones refused", () =>
    Effect.gen(function* () {
      const { addRecordsByVariants, listBatchRecords } = yield* Hangtag
      assert.deepStrictEqual(
        yield* missing(addRecordsByVariants(principal, { batch_key: "nope", ...aFillRequest() })),
        ["batch", "nope"],
      )
      assert.deepStrictEqual(
        yield* missing(listBatchRecords(principal, { batch_key: "nope", ...aBatchRecordsQuery() })),
        ["batch", "nope"],
      )
      const { base, unknown } = yield* Effect.all({
        base: listBatchRecords(principal, {
          batch_key: "OLD",
          ...aBatchRecordsQuery({ price_list: "base" }),
        }),
        unknown: Effect.flip(
          listBatchRecords(principal, { batch_key: "OLD", ...aBatchRecordsQuery({ price_list: "nope" }) }),
        ),
      })
      assert.strictEqual(base.total, 0)
      assert.instanceOf(unknown, InvalidRequest)
      assert.deepInclude((unknown as InvalidRequest).fields[0], { loc: ["price_list"], input: "nope" })
      const error = yield* Effect.flip(
        addRecordsByVariants(principal, { batch_key: "OLD", ...aFillRequest() }),
      )
      assert.deepInclude(error, { _tag: "BatchPublished", batch_key: "OLD", retryable: false })
      assert.strictEqual(error.message, "Batch OLD is published and takes no more records; use an open batch")
    }).pipe(
      Effect.provide(layerTest({ seed: { batches: [aBatchEntry({ key: "OLD", status: "published" })] } })),
    ),
  )
})

describe("searchVariants", () => {
  it.effect("finds by text, and names a product that is not there", () =>
    Effect.gen(function* () {
      const { searchVariants } = yield* Hangtag
      assert.deepStrictEqual(
        yield* missing(searchVariants(principal, { product_key: "nope", text: "a", limit: 1 })),
        ["product", "nope"],
      )
      const found = yield* searchVariants(principal, { product_key: "P1", text: "ridge", limit: 1 })
      assert.deepStrictEqual([found.total, found.items.map((each) => each.variant_key)], [2, ["A"]])
    }).pipe(provided),
  )
})

describe("selectCrawlDiscovery", () => {
  it.effect("selects as of now, and names a discovery that is not there", () =>
    Effect.gen(function* () {
      const { selectCrawlDiscovery } = yield* Hangtag
      const key = { job_id: "CRAWL-1", discovery_id: "D1" }
      const selected = yield* selectCrawlDiscovery(principal, { ...key, selected: true })
      assert.deepStrictEqual([selected.selected, selected.updated_at], [true, "2026-06-01T00:00:00.000Z"])
      const unknown = selectCrawlDiscovery(principal, { ...key, discovery_id: "D2", selected: true })
      assert.deepStrictEqual(yield* missing(unknown), ["crawl discovery", "CRAWL-1/D2"])
    }).pipe(provided),
  )
})
