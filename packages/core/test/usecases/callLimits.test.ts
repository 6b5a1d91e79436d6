import { assert, describe, it } from "@effect/vitest"
import { CallLimits, callLimits, InvalidRequest, LimitExceeded } from "@hangtag/core"
import { mostFaults } from "@hangtag/core/adapter"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBatchEntry,
  aBrand,
  aChangeLine,
  aColorwayChange,
  aColorwayPrefillRequest,
  aColumnMapping,
  aCrawlDiscoveryEntry,
  aFillRequest,
  anAdjustmentAsked,
  anExportRequest,
  anUpcomingQuery,
  aPrefillLine,
  aPriceAdjustment,
  aPriceChangeRequest,
  aPriceEntry,
  aPricePolicy,
  aPriceSheetRequest,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  instantOf,
  layerTest,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const principal = aPrincipal()
const keys = ["A", "B", "C"]
const seed = {
  brands: [aBrand()],
  products: [aProductEntry({ variants: keys.map((variant_key) => aVariantEntry({ variant_key })) })],
  batches: [aBatchEntry()],
  discoveries: [aCrawlDiscoveryEntry()],
  prices: keys.flatMap((variant_key) =>
    ["2026-01-01", "2027-01-01", "2027-02-01"].map((effective_from) =>
      aPriceEntry({ variant_key, effective_from }),
    ),
  ),
}
const most = {
  preview_lines: 100,
  preview_pairs: 12,
  preview_records: 9,
  preview_warnings: 100_000,
  timeline_records: 4,
  change_lines: 4,
  change_pairs: 6,
  adjust_variants: 3,
  change_records: 9,
  policy_texts: 20,
  upcoming_records: 3,
  table_variants: 2,
  table_records: 3,
  move_variants: 2,
  fill_pairs: 6,
  fill_types: 4,
  export_keys: 4,
  export_columns: 2,
  export_fields: 3,
  sheet_rows: 3,
  discovery_ids: 2,
  search_text: 5,
  record_offset: 2,
}
const limited = (limits: Partial<typeof most> = {}) =>
  Effect.provide(
    Layer.provide(layerTest({ seed }), Layer.succeed(CallLimits, { ...most, ...limits } as typeof most)),
  )

/** The limit that a call meets, and what it asked for. */
const met = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(call), (error) => {
    assert.instanceOf(error, LimitExceeded)
    const { limit, most, asked, loc, message, retryable } = error as unknown as LimitExceeded
    assert.include(message, `This asks for ${asked} `)
    assert.include(message, `one call may have ${most} (${limit})`)
    assert.isFalse(retryable)
    return [limit, asked, ...loc]
  })

const lines = (count: number) => Array.from({ length: count }, () => aPrefillLine({ price_type: "MSRP" }))
const preview = (count: number, price_type = "MSRP") =>
  Effect.flatMap(Hangtag, ({ previewColorway }) =>
    previewColorway(principal, {
      brand_key: "B1",
      ...aColorwayPrefillRequest({ lines: lines(count).map((line) => ({ ...line, price_type })) }),
    }),
  )
const fill = (variant_keys: ReadonlyArray<string>, price_types: ReadonlyArray<string> | null) =>
  Effect.flatMap(Hangtag, ({ addRecordsByVariants }) =>
    addRecordsByVariants(principal, { batch_key: "REPUB-1", ...aFillRequest({ variant_keys, price_types }) }),
  )

describe("a preview", () => {
  it.effect("has at most a limited number of lines", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* preview(2)).lines.length, 2)
      assert.deepStrictEqual(yield* met(preview(3)), ["preview_lines", 3, "lines"])
    }).pipe(limited({ preview_lines: 2 })),
  )
  it.effect("compares at most N pairs of a line and a variant", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* preview(4)).lines.length, 4)
      assert.deepStrictEqual(yield* met(preview(5)), ["preview_pairs", 15])
    }).pipe(limited()),
  )
  it.effect("counts the variants where there are no lines", () =>
    Effect.map(met(preview(0)), (found) => assert.deepStrictEqual(found, ["preview_pairs", 3])).pipe(
      limited({ preview_pairs: 2 }),
    ),
  )
  it.effect("looks for at most N collisions", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* preview(2, "MAP")).future_records.length, 6)
      assert.deepStrictEqual(yield* met(preview(3, "MAP")), ["preview_pairs", 18, "lines"])
    }).pipe(limited()),
  )
  it.effect("reads at most N prices", () =>
    Effect.map(met(preview(1)), (found) => assert.deepStrictEqual(found, ["preview_records", 9])).pipe(
      limited({ preview_records: 8 }),
    ),
  )
  it.effect("of a timeline reads at most N", () =>
    Effect.gen(function* () {
      const { productTimeline } = yield* Hangtag
      const query = { price_type: null, from: null, until: null }
      const call = productTimeline(principal, { product_key: "P1", color: null, ...query })
      assert.deepStrictEqual(yield* met(call), ["timeline_records", 5])
    }).pipe(limited()),
  )
  it.effect("of a timeline counts variants without prices too", () =>
    Effect.gen(function* () {
      const { explainVariantPrice, productTimeline } = yield* Hangtag
      const query = { price_type: "none", from: null, until: null }
      const call = productTimeline(principal, { product_key: "P1", color: null, ...query })
      assert.deepStrictEqual(yield* met(call), ["timeline_records", 3])
      const explained = explainVariantPrice(principal, { variant_key: "A", price_type: "MAP", at: null })
      assert.deepStrictEqual(yield* met(explained), ["timeline_records", 3])
    }).pipe(limited({ timeline_records: 2 })),
  )
  it.effect("answers at most N characters of warnings, and stops where there are more", () =>
    Effect.gen(function* () {
      const { previewColorway, savePricePolicy } = yield* Hangtag
      const reason = "x".repeat(1_000)
      const blackouts = Array.from({ length: 50 }, () => ({
        from: "2020-01-01",
        until: "2099-01-01",
        reason,
      }))
      yield* savePricePolicy(principal, { brand_key: "B1", ...aPricePolicy({ blackouts }) })
      const call = previewColorway(principal, {
        brand_key: "B1",
        ...aColorwayPrefillRequest({ lines: lines(30) }),
      })
      const [limit, asked] = yield* met(call)
      assert.strictEqual(limit, "preview_warnings")
      const charactersALine = 50 * 2_000
      assert.isAtLeast(Number(asked), charactersALine)
      assert.isBelow(Number(asked), 30 * charactersALine)
    }).pipe(limited({ preview_pairs: 1_000, policy_texts: 50_000 })),
  )
  it.effect("of what goes live reads at most N, and goes on where they change nothing", () =>
    Effect.gen(function* () {
      const { listUpcomingPrices } = yield* Hangtag
      // every price is of one amount: of three rows none changes one
      for (const limit of [1, 2]) {
        const { items, next } = yield* listUpcomingPrices(principal, anUpcomingQuery({ limit }))
        assert.deepStrictEqual([items, next?.at], [[], instantOf("2027-01-01")])
      }
    }).pipe(limited()),
  )
  it.effect("of what goes live reads at most N of one row", () =>
    Effect.gen(function* () {
      const { listUpcomingPrices } = yield* Hangtag
      const page = listUpcomingPrices(principal, anUpcomingQuery({ limit: 2 }))
      assert.deepStrictEqual(yield* met(page), ["upcoming_records", 3, "limit"])
    }).pipe(limited({ upcoming_records: 2 })),
  )
  it.effect(
    "of a table of prices meets those of the variants that it looks through, and of a page's records",
    () =>
      Effect.gen(function* () {
        const { listColorwayPrices } = yield* Hangtag
        const byChange = listColorwayPrices(principal, { sort: "change" })
        assert.deepStrictEqual(yield* met(byChange), ["table_variants", 3])
        assert.deepStrictEqual(yield* met(listColorwayPrices(principal)), ["table_records", 4, "limit"])
      }).pipe(limited()),
  )
  it.effect("of many lines gives them in their order, as one of few does", () =>
    Effect.gen(function* () {
      const { previewColorway } = yield* Hangtag
      const many = Array.from({ length: 100 }, (_, index) =>
        aPrefillLine({ price_type: index % 2 === 0 ? "MAP" : "MSRP", amount: String(index) }),
      )
      const whole = yield* previewColorway(principal, {
        brand_key: "B1",
        ...aColorwayPrefillRequest({ lines: many }),
      })
      assert.deepStrictEqual(
        whole.lines.map(({ amount }) => amount),
        many.map(({ amount }) => amount),
      )
      const few = yield* previewColorway(principal, {
        brand_key: "B1",
        ...aColorwayPrefillRequest({ lines: many.slice(98) }),
      })
      // at its own instant a line follows those before it, which are fewer here
      const againstNow = (lines: typeof few.lines) =>
        lines.map(({ status_at_effective: _, variants, ...line }) => ({
          ...line,
          variants: variants.map(({ variant_key, status, incumbent }) => ({
            variant_key,
            status,
            incumbent,
          })),
        }))
      assert.deepStrictEqual(againstNow(whole.lines.slice(98)), againstNow(few.lines))
      assert.deepStrictEqual(
        whole.future_records.map(({ collisions }) => collisions.length),
        Array(6).fill(50),
      )
      assert.deepStrictEqual(whole.future_records[0]?.collisions.at(-1)?.line, 98)
    }).pipe(Effect.provide(layerTest({ seed }))),
  )
  it.effect("tells the first of many bad lines", () =>
    Effect.gen(function* () {
      const { previewColorway } = yield* Hangtag
      const request = aColorwayPrefillRequest({
        lines: Array.from({ length: mostFaults + 5 }, () => aPrefillLine({ effective_from: "soon" })),
      })
      const error = yield* Effect.flip(previewColorway(principal, { brand_key: "B1", ...request }))
      assert.instanceOf(error, InvalidRequest)
      assert.strictEqual((error as InvalidRequest).fields.length, mostFaults)
      assert.match(error.message, /; and 9980 more$/)
    }).pipe(limited({ preview_lines: mostFaults + 5, preview_pairs: 3 * (mostFaults + 5) })),
  )
})

describe("a price change", () => {
  const generate = (count: number, price_type = "MSRP") => {
    const lines = Array.from({ length: count }, (_, index) =>
      aChangeLine({
        price_type,
        effective_from: new Date(Date.UTC(2030, 0, index + 1)).toISOString().slice(0, 10),
      }),
    )
    const request = aPriceChangeRequest({ colorways: [aColorwayChange({ lines })] })
    return Effect.flatMap(Hangtag, ({ generatePriceChange }) =>
      generatePriceChange(principal, { brand_key: "B1", ...request }),
    )
  }

  it.effect("of a colorway has what its preview may have", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* met(generate(5)), ["preview_pairs", 15, "colorways", 0, "lines"])
      const most = met(generate(101))
      assert.deepStrictEqual(yield* most, ["preview_lines", 101, "colorways", 0, "lines"])
      assert.strictEqual((yield* generate(4)).created, 3)
      assert.deepStrictEqual(yield* met(generate(3, "MAP")), ["preview_pairs", 18, "colorways", 0, "lines"])
    }).pipe(limited({ change_lines: 200, change_pairs: 100, change_records: 100, preview_records: 100 })),
  )
  it.effect("reads of a colorway what its preview may read", () =>
    Effect.map(met(generate(1)), (found) =>
      assert.deepStrictEqual(found, ["preview_records", 9, "colorways", 0, "lines"]),
    ).pipe(limited({ change_lines: 100, change_pairs: 100, change_records: 100, preview_records: 8 })),
  )
  it.effect("warns of a colorway with at most N characters", () =>
    Effect.gen(function* () {
      const [limit] = yield* met(generate(1))
      assert.strictEqual(limit, "preview_warnings")
    }).pipe(limited({ change_lines: 100, change_pairs: 100, change_records: 100, preview_warnings: 10 })),
  )
})

describe("a fill", () => {
  it.effect("resolves at most N distinct pairs", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* fill([...keys, ...keys], ["MAP", "MSRP", "MAP"])).requested, 6)
      assert.deepStrictEqual(yield* met(fill([...keys, "D"], ["MAP", "MSRP"])), ["fill_pairs", 8])
      assert.deepStrictEqual(yield* met(fill(["A"], ["1", "2", "3", "4", "5"])), [
        "fill_types",
        5,
        "price_types",
      ])
    }).pipe(limited()),
  )
  it.effect("without price types changes nothing where it comes upon more", () =>
    Effect.gen(function* () {
      const { listBatchRecords } = yield* Hangtag
      assert.deepStrictEqual(yield* met(fill(keys, null)), ["fill_pairs", 3])
      const query = { offset: 0, limit: 10, search: null, sort: "asc" } as const
      assert.strictEqual((yield* listBatchRecords(principal, { batch_key: "REPUB-1", ...query })).total, 0)
    }).pipe(limited({ fill_pairs: 2 })),
  )
})

describe("an export", () => {
  it.effect("names at most N keys and columns, as its preflight does", () =>
    Effect.gen(function* () {
      const { preflightExport, queueExport } = yield* Hangtag
      const mapping = aColumnMapping()
      const doors: ReadonlyArray<
        (...args: Parameters<typeof queueExport>) => Effect.Effect<unknown, unknown>
      > = [preflightExport, queueExport]
      for (const ask of doors) {
        const many = { product_keys: ["1", "2"], label_keys: ["3"], source_filter: ["4", "5"] }
        assert.deepStrictEqual(yield* met(ask(principal, anExportRequest(many))), ["export_keys", 5])
        const column_mappings = [mapping, mapping, mapping]
        assert.deepStrictEqual(yield* met(ask(principal, anExportRequest({ column_mappings }))), [
          "export_columns",
          3,
          "column_mappings",
        ])
        yield* ask(principal, anExportRequest({ column_mappings: [mapping, mapping], product_keys: ["1"] }))
      }
    }).pipe(limited()),
  )
})

describe("a price change", () => {
  const generate = (...lineCounts: ReadonlyArray<number>) =>
    Effect.flatMap(Hangtag, ({ generatePriceChange }) =>
      generatePriceChange(principal, {
        brand_key: "B1",
        ...aPriceChangeRequest({
          colorways: lineCounts.map((count, index) => ({
            ...aColorwayChange({ color: index === 0 ? "Black" : "Red" }),
            lines: Array.from({ length: count }, () => aChangeLine({ price_type: "MSRP" })),
          })),
        }),
      }),
    )
  const adjust = (product_keys: ReadonlyArray<string> | null) =>
    Effect.flatMap(Hangtag, ({ adjustPrices }) => {
      const selection = {
        all: product_keys === null,
        product_keys,
        label_keys: null,
        source: null,
        colors: null,
      }
      return adjustPrices(principal, {
        brand_key: "B1",
        ...aPriceAdjustment({ selection }),
        ...anAdjustmentAsked(),
      })
    })

  it.effect("has at most N lines, and at most N pairs of a line and a variant", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* generate(2)).colorways.length, 1)
      assert.deepStrictEqual(yield* met(generate(3, 2)), ["change_lines", 5, "colorways"])
      assert.deepStrictEqual(yield* met(generate(3)), ["change_pairs", 9])
    }).pipe(limited()),
  )
  it.effect("reads at most N prices", () =>
    Effect.map(met(generate(1)), (found) => assert.deepStrictEqual(found, ["change_records", 9])).pipe(
      limited({ change_records: 8 }),
    ),
  )
  it.effect("adjusts at most N variants, that at most N keys select", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* adjust(null)).variants, 3)
      assert.deepStrictEqual(yield* met(adjust(["P1", "P2", "P3", "P4"])), ["change_lines", 5])
    }).pipe(limited()),
  )
  it.effect("adjusts no more variants", () =>
    Effect.map(met(adjust(null)), (found) => assert.deepStrictEqual(found, ["adjust_variants", 3])).pipe(
      limited({ adjust_variants: 2 }),
    ),
  )
})

describe("a policy", () => {
  it.effect("holds at most N characters", () =>
    Effect.gen(function* () {
      const { savePricePolicy } = yield* Hangtag
      const policy = aPricePolicy({
        blackouts: [{ from: "2026-01-01", until: "2026-02-01", reason: "the holidays" }],
        price_types: ["MAP", "MSRP"],
      })
      yield* savePricePolicy(principal, { brand_key: "B1", ...policy })
      const more = savePricePolicy(principal, {
        brand_key: "B1",
        ...policy,
        price_types: ["MAP", "MSRP", "OTHER"],
      })
      assert.deepStrictEqual(yield* met(more), ["policy_texts", 24])
    }).pipe(limited()),
  )
})

describe("a list", () => {
  it.effect("of variants is searched for so long a text", () =>
    Effect.gen(function* () {
      const { searchVariants } = yield* Hangtag
      const found = yield* searchVariants(principal, { product_key: "P1", text: "Black", limit: 10 })
      assert.strictEqual(found.total, 3)
      const longer = searchVariants(principal, { product_key: "P1", text: "Black ", limit: 10 })
      assert.deepStrictEqual(yield* met(longer), ["search_text", 6, "text"])
    }).pipe(limited()),
  )
  it.effect("of discoveries selects at most N at once", () =>
    Effect.gen(function* () {
      const { selectCrawlDiscoveries } = yield* Hangtag
      const select = (...discovery_ids: ReadonlyArray<string>) =>
        selectCrawlDiscoveries(principal, { job_id: "CRAWL-1", discovery_ids, selected: true })
      assert.strictEqual((yield* select("D1", "D2")).changed, 1)
      assert.deepStrictEqual(yield* met(select("D1", "D1", "D1")), ["discovery_ids", 3, "discovery_ids"])
    }).pipe(limited()),
  )
  it.effect("of records passes over at most N, and over none behind its end", () =>
    Effect.gen(function* () {
      const { addRecordsByVariants, listBatchRecords } = yield* Hangtag
      const page = (offset: number) =>
        listBatchRecords(principal, { batch_key: "REPUB-1", offset, limit: 10, search: null, sort: "asc" })
      const empty = { items: [], total: 0, offset: Number.MAX_SAFE_INTEGER, limit: 10, next: null }
      assert.deepStrictEqual(yield* page(Number.MAX_SAFE_INTEGER), empty)
      const { added } = yield* addRecordsByVariants(principal, {
        batch_key: "REPUB-1",
        ...aFillRequest({ variant_keys: keys, price_types: ["MAP"] }),
      })
      assert.strictEqual(added, 3)
      assert.strictEqual((yield* page(2)).items.length, 1)
      assert.deepStrictEqual(yield* met(page(3)), ["record_offset", 3, "offset"])
    }).pipe(limited()),
  )
  it.effect("of an export's fields has at most N attributes and sub-fields", () =>
    Effect.gen(function* () {
      const { listExportFields } = yield* Hangtag
      assert.deepStrictEqual(yield* met(listExportFields(principal)), ["export_fields", 4])
    }).pipe(
      Effect.provide(
        Layer.provide(
          layerTest({
            seed: {
              brands: [aBrand()],
              products: [aProductEntry({ attributes: { a: "1", r: { x: "1", y: "2" } }, variants: [] })],
            },
          }),
          Layer.succeed(CallLimits, most),
        ),
      ),
    ),
  )
})

describe("a price sheet", () => {
  it.effect("has at most a limited number of rows", () =>
    Effect.gen(function* () {
      const { previewPriceSheet } = yield* Hangtag
      const row = (text: string, row: number) => ({
        row,
        cells: [{ column: 1, kind: "text" as const, text }],
      })
      const rows = ["a", "b", "c", "d"].map(row)
      const sheet = { sheets: [{ name: "Prices", rows }], is_1904: false }
      assert.deepStrictEqual(yield* met(previewPriceSheet(principal, aPriceSheetRequest({ sheet }))), [
        "sheet_rows",
        4,
        "sheet",
      ])
    }).pipe(limited()),
  )
})

describe("limits by default", () => {
  it("let large honest calls pass", () => {
    // 2,000 variants with five lines, or a hundred with a hundred
    assert.isAtLeast(callLimits.preview_pairs.default, 5 * 2_000)
    assert.isAtLeast(callLimits.preview_pairs.default, 100 * callLimits.preview_lines.default)
    assert.isAtLeast(callLimits.adjust_variants.default, 100_000)
    assert.isAtLeast(callLimits.fill_pairs.default, 100_000)
  })
})
