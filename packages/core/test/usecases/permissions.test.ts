import { assert, describe, it } from "@effect/vitest"
import {
  type HangtagError,
  Permission,
  type Permission as PermissionName,
  type Principal,
} from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBatchEntry,
  aBatchRecordsQuery,
  aBrand,
  aBrandQuery,
  aColorwayPrefillRequest,
  aColorwaysQuery,
  aColumnMapping,
  aCrawlDiscoveryEntry,
  aDiscoveryQuery,
  aFillRequest,
  aJobQuery,
  anAdjustmentAsked,
  anExportRequest,
  anUpcomingQuery,
  aPriceAdjustment,
  aPriceEntry,
  aPricePolicy,
  aPrincipal,
  aProductEntry,
  aProductQuery,
  layerTest,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const seed = {
  brands: [aBrand()],
  products: [aProductEntry({ attributes: { page: "https://example.com/ridge-boot" } })],
  prices: [aPriceEntry()],
  batches: [aBatchEntry()],
  discoveries: [aCrawlDiscoveryEntry()],
}
const discovery = { job_id: "CRAWL-1", discovery_id: "D1" }

type Call = (
  hangtag: Hangtag["Service"],
  principal: Principal,
  jobId: string,
) => Effect.Effect<unknown, unknown>

const operations: ReadonlyArray<readonly [string, PermissionName, Call]> = [
  [
    "previewColorway",
    "price:read",
    (hangtag, who) => hangtag.previewColorway(who, { brand_key: "B1", ...aColorwayPrefillRequest() }),
  ],
  [
    "priceTimeline",
    "price:read",
    (hangtag, who) =>
      hangtag.productTimeline(who, {
        product_key: "P1",
        color: null,
        price_type: null,
        from: null,
        until: null,
      }),
  ],
  [
    "explainVariantPrice",
    "price:read",
    (hangtag, who) =>
      hangtag.explainVariantPrice(who, { variant_key: "P1-BLK-9", price_type: "MAP", at: null }),
  ],
  [
    "listUpcomingPrices",
    "price:read",
    (hangtag, who) => hangtag.listUpcomingPrices(who, anUpcomingQuery({ brand_key: "B1" })),
  ],
  ["getPricePolicy", "price:read", (hangtag, who) => hangtag.getPricePolicy(who, { brand_key: "B1" })],
  [
    "listPolicyChanges",
    "price:read",
    (hangtag, who) => hangtag.listPolicyChanges(who, { brand_key: "B1", limit: 1, after: null }),
  ],
  [
    "savePricePolicy",
    "price:write",
    (hangtag, who) => hangtag.savePricePolicy(who, { brand_key: "B1", ...aPricePolicy() }),
  ],
  [
    "exportPriceBatch",
    "batch:read",
    (hangtag, who) => hangtag.exportPriceBatch(who, { batch_key: "REPUB-1", export_format: "csv" }),
  ],
  [
    "adjustPrices",
    "price:write",
    (hangtag, who) =>
      hangtag.adjustPrices(who, { brand_key: "B1", ...aPriceAdjustment(), ...anAdjustmentAsked() }),
  ],
  [
    "addRecordsByVariants",
    "price:write",
    (hangtag, who) => hangtag.addRecordsByVariants(who, { batch_key: "REPUB-1", ...aFillRequest() }),
  ],
  [
    "listBatchRecords",
    "batch:read",
    (hangtag, who) => hangtag.listBatchRecords(who, { batch_key: "REPUB-1", ...aBatchRecordsQuery() }),
  ],
  [
    "searchVariants",
    "variant:read",
    (hangtag, who) => hangtag.searchVariants(who, { product_key: "P1", text: "x", limit: 1 }),
  ],
  [
    "selectCrawlDiscovery",
    "job:create",
    (hangtag, who) => hangtag.selectCrawlDiscovery(who, { ...discovery, selected: true }),
  ],
  [
    "selectCrawlDiscoveries",
    "job:create",
    (hangtag, who) =>
      hangtag.selectCrawlDiscoveries(who, { job_id: "CRAWL-1", discovery_ids: ["D1"], selected: true }),
  ],
  [
    "listCrawlDiscoveries",
    "job:create",
    (hangtag, who) => hangtag.listCrawlDiscoveries(who, { job_id: "CRAWL-1", ...aDiscoveryQuery() }),
  ],
  ["listCrawlJobs", "job:create", (hangtag, who) => hangtag.listCrawlJobs(who, { limit: 50, after: null })],
  [
    "listBatchMoments",
    "batch:read",
    (hangtag, who) => hangtag.listBatchMoments(who, { batch_key: "REPUB-1", limit: 50, after: null }),
  ],
  ["listBrands", "product:read", (hangtag, who) => hangtag.listBrands(who, aBrandQuery())],
  ["listProducts", "product:read", (hangtag, who) => hangtag.listProducts(who, aProductQuery())],
  [
    "getProduct",
    "product:read",
    (hangtag, who) => hangtag.getProduct(who, { product_key: "P1", ...aColorwaysQuery() }),
  ],
  ["listJobs", "product:read", (hangtag, who) => hangtag.listJobs(who, aJobQuery())],
  ["queueExport", "product:read", (hangtag, who) => hangtag.queueExport(who, anExportRequest())],
  ["preflightExport", "product:read", (hangtag, who) => hangtag.preflightExport(who, anExportRequest())],
  ["listExportFields", "product:read", (hangtag, who) => hangtag.listExportFields(who)],
  ["getJob", "product:read", (hangtag, who, job) => hangtag.getJob(who, { job_id: job })],
  ["watchJob", "product:read", (hangtag, who, job) => Stream.runHead(hangtag.watchJob(who, { job_id: job }))],
  ["cancelJob", "product:read", (hangtag, who, job) => hangtag.cancelJob(who, { job_id: job })],
  ["retryJob", "product:read", (hangtag, who, job) => hangtag.retryJob(who, { job_id: job })],
]

const aPriceColumn = (column_name: string) =>
  aColumnMapping({ column_name, source_field: "price", sub_field: "COST" })

/** What files show besides products, the permission for it, and how such a file is asked for. */
const files: ReadonlyArray<
  readonly [
    string,
    PermissionName,
    (hangtag: Hangtag["Service"], who: Principal) => Effect.Effect<{ readonly job_id: string }, HangtagError>,
  ]
> = [
  [
    "prices",
    "price:read",
    (hangtag, who) => hangtag.queueExport(who, anExportRequest({ column_mappings: [aPriceColumn("Cost")] })),
  ],
  [
    "a batch",
    "batch:read",
    (hangtag, who) => hangtag.exportPriceBatch(who, { batch_key: "REPUB-1", export_format: "csv" }),
  ],
]

/** What asks for one job; the last one ends it. */
const ofJobs: ReadonlyArray<readonly [string, Call]> = [
  ["getJob", (hangtag, who, job) => hangtag.getJob(who, { job_id: job })],
  ["watchJob", (hangtag, who, job) => Stream.runHead(hangtag.watchJob(who, { job_id: job }))],
  ["retryJob", (hangtag, who, job) => hangtag.retryJob(who, { job_id: job })],
  ["downloadLink", (hangtag, who, job) => hangtag.downloadLink(who, { job_id: job })],
  ["cancelJob", (hangtag, who, job) => hangtag.cancelJob(who, { job_id: job })],
]

describe("permissions", () => {
  it.effect.each(operations)("%s asks for exactly one", ([, permission, call]) =>
    Effect.gen(function* () {
      const hangtag = yield* Hangtag
      const { job_id } = yield* hangtag.queueExport(aPrincipal(), anExportRequest())
      const others = new Set(Permission.literals.filter((each) => each !== permission))
      const denied = yield* Effect.flip(call(hangtag, aPrincipal({ permissions: others }), job_id))
      assert.deepInclude(denied, {
        _tag: "PermissionDenied",
        permission,
        message: `Permission ${permission} is required`,
      })
      yield* call(hangtag, aPrincipal({ permissions: new Set([permission]) }), job_id)
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("of products are needed to learn which of them has a URL", () =>
    Effect.gen(function* () {
      const { listCrawlDiscoveries } = yield* Hangtag
      const answered = (...permissions: ReadonlyArray<PermissionName>) =>
        Effect.map(
          listCrawlDiscoveries(aPrincipal({ permissions: new Set(permissions) }), {
            job_id: "CRAWL-1",
            ...aDiscoveryQuery(),
          }),
          ({ items }) => items[0]!.already_in_catalog,
        )
      assert.strictEqual(yield* answered("job:create", "product:read"), "P1")
      assert.isNull(yield* answered("job:create"))
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  for (const [shown, needed, request] of files) {
    it.effect(`of a file with ${shown} are asked for wherever its job is`, () =>
      Effect.gen(function* () {
        const hangtag = yield* Hangtag
        const { job_id } = yield* request(hangtag, aPrincipal())
        const without = aPrincipal({
          permissions: new Set(Permission.literals.filter((each) => each !== needed)),
        })
        const reader = aPrincipal({ permissions: new Set(["product:read", needed]) })
        const listed = (who: Principal) =>
          Effect.map(hangtag.listJobs(who, aJobQuery()), ({ items, total }) => [
            items.map((job) => job.job_id),
            total,
          ])
        assert.deepStrictEqual(yield* listed(without), [[], 0])
        assert.deepStrictEqual(yield* listed(reader), [[job_id], 1])
        for (const [name, call] of ofJobs) {
          const unknown = yield* Effect.flip(call(hangtag, without, job_id))
          assert.deepInclude(unknown, { _tag: "NotFound", message: `No such job: ${job_id}` }, name)
        }
        assert.propertyVal(yield* hangtag.getJob(reader, { job_id }), "status", "queued")
        for (const [name, call] of ofJobs) {
          const answered = yield* Effect.result(call(hangtag, reader, job_id))
          if (answered._tag === "Failure")
            assert.propertyVal(answered.failure, "_tag", "JobNotCompleted", name)
        }
        assert.propertyVal(yield* hangtag.getJob(reader, { job_id }), "status", "cancelled")
      }).pipe(Effect.provide(layerTest({ seed }))),
    )
  }

  it.effect("of prices are asked for by columns that show them, which are named", () =>
    Effect.gen(function* () {
      const { queueExport, preflightExport, listJobs } = yield* Hangtag
      const reader = aPrincipal({ permissions: new Set(["product:read"]) })
      const columns = [aPriceColumn("Now"), aColumnMapping(), aPriceColumn("x".repeat(100))]
      const request = anExportRequest({ column_mappings: columns })
      const coming = { ...request, price_as_of: "2999-01-01T00:00:00Z" }
      const many = anExportRequest({ column_mappings: Array.from({ length: 30 }, () => aPriceColumn("P")) })
      const message = `for the columns "Now", "${"x".repeat(80)}…": leave them out, or have it granted`
      const asked: ReadonlyArray<
        (...args: Parameters<typeof queueExport>) => Effect.Effect<unknown, HangtagError>
      > = [queueExport, preflightExport]
      for (const ask of asked) {
        for (const each of [request, coming]) {
          const denied = yield* Effect.flip(ask(reader, each))
          assert.deepInclude(denied, {
            _tag: "PermissionDenied",
            permission: "price:read",
            message: `Permission price:read is required ${message}`,
          })
        }
        assert.include((yield* Effect.flip(ask(reader, many))).message, '"P", and 10 more: leave')
        yield* ask(reader, { ...request, export_mode: "attribute_rows" })
        yield* ask(reader, anExportRequest())
      }
      assert.strictEqual((yield* listJobs(aPrincipal(), aJobQuery())).total, 2)
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("are asked for before anything is said of what exists", () =>
    Effect.gen(function* () {
      const hangtag = yield* Hangtag
      const unknown = aPrincipal({ permissions: new Set() })
      for (const call of [
        hangtag.previewColorway(unknown, { brand_key: "no brand", ...aColorwayPrefillRequest() }),
        hangtag.getPricePolicy(unknown, { brand_key: "no brand" }),
        hangtag.savePricePolicy(unknown, { brand_key: "no brand", ...aPricePolicy() }),
        hangtag.addRecordsByVariants(unknown, { batch_key: "no batch", ...aFillRequest() }),
        hangtag.listBatchRecords(unknown, { batch_key: "no batch", ...aBatchRecordsQuery() }),
        hangtag.searchVariants(unknown, { product_key: "no product", text: "x", limit: 1 }),
        hangtag.getProduct(unknown, { product_key: "no product", ...aColorwaysQuery() }),
        hangtag.listCrawlDiscoveries(unknown, { job_id: "no job", ...aDiscoveryQuery() }),
        hangtag.getJob(unknown, { job_id: "no job" }),
        hangtag.cancelJob(unknown, { job_id: "no job" }),
        hangtag.downloadLink(unknown, { job_id: "no job" }),
      ]) {
        assert.propertyVal(
          yield* Effect.flip(call as Effect.Effect<unknown, unknown>),
          "_tag",
          "PermissionDenied",
        )
      }
    }).pipe(Effect.provide(layerTest({ seed }))),
  )
})
