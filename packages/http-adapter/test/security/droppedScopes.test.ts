import { assert, layer } from "@effect/vitest"
import {
  BatchRepository,
  CatalogListing,
  CatalogRepository,
  CatalogWriter,
  CrawlDiscoveryRepository,
  ExportRepository,
  IdempotencyStore,
  instantFromMicros,
  JobQueue,
  JobRepository,
  PriceRepository,
} from "@hangtag/core"
import { fillBatch } from "@hangtag/core/adapter"
import { PostgresPorts } from "@hangtag/postgres"
import {
  aBatchRecordsQuery,
  aBrandQuery,
  aDiscoveryQuery,
  aJobSelection,
  aNewJob,
  anAttributeEntry,
  anExportSelection,
  aPriceEntry,
  aProductEntry,
  aProductQuery,
  aProductReading,
  aVariantEntry,
  type CatalogSeed,
  seedCatalog,
  seededAt,
} from "@hangtag/testkit"
import { Effect, Layer, Option, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { type TestDatabase, thoroughDatabase } from "../../../postgres/test/support/testDatabases.ts"
import { onWallClock } from "../support/TestServer.ts"

const [mine, theirs] = ["mine", "theirs"]

/** The same keys in both organizations, under which each has something else, and some keys of its own. */
const catalog = (of: string, amount: string): CatalogSeed => {
  const variants = ["V", `V-${of}`].map((variant_key) =>
    aVariantEntry({ variant_key, name: `Boot of ${of}`, attributes: { [`attribute of ${of}`]: of } }),
  )
  return {
    brands: [{ brand_key: "B", name: of, time_zone: of === mine ? "UTC" : "America/New_York" }],
    products: [
      aProductEntry({
        brand_key: "B",
        product_key: "P",
        name: of,
        variants,
        labels: ["fall", of],
        attributes: { page: `https://${of}.test` },
      }),
      aProductEntry({ brand_key: "B", product_key: `P-${of}`, variants: [] }),
    ],
    attributes: ["attribute of mine", `attribute of ${of}`].map((attribute_key) =>
      anAttributeEntry({ attribute_key, label: of }),
    ),
    batches: ["R", `R-${of}`].map((key) => ({ key, status: of === mine ? "open" : "published" })),
    prices: ["2020-01-01", "2999-01-01"].map((effective_from) =>
      aPriceEntry({ variant_key: "V", amount, effective_from, batch_key: "R" }),
    ),
    discoveries: ["D", `D-${of}`].map((discovery_id) => ({
      job_id: "C",
      discovery_id,
      url: `https://${of}.test`,
      title: of,
      selected: of === theirs,
    })),
  }
}

const now = seededAt

type Repositories =
  | BatchRepository
  | CatalogListing
  | CatalogRepository
  | CatalogWriter
  | CrawlDiscoveryRepository
  | ExportRepository
  | IdempotencyStore
  | JobQueue
  | JobRepository
  | PriceRepository

/** Every method of every repository, as `mine` would call it, with what is to be compared of its result. */
const calls = (jobId: string): Readonly<Record<string, Effect.Effect<unknown, unknown, Repositories>>> => ({
  "CatalogRepository.findColorway": CatalogRepository.use((catalog) =>
    catalog.findColorway(mine, { brand_key: "B", product_key: "P", color: "Black" }),
  ),
  "CatalogRepository.searchVariants": CatalogRepository.use((catalog) =>
    catalog.searchVariants(mine, "P", { text: "boot", limit: 100 }),
  ),
  "CatalogRepository.attributeDefinitions": CatalogRepository.use((catalog) =>
    catalog.attributeDefinitions(mine),
  ),
  "CatalogListing.brands": CatalogListing.use((listing) => listing.brands(mine, aBrandQuery())),
  "CatalogListing.products": CatalogListing.use((listing) =>
    listing.products(mine, aProductQuery({ search: "p", label: "fall" })),
  ),
  "CatalogListing.product": CatalogListing.use((listing) =>
    listing.product(mine, "P", aProductReading({ color: "Black" })),
  ),
  "CrawlDiscoveryRepository.list": CrawlDiscoveryRepository.use((discoveries) =>
    discoveries.list(mine, "C", aDiscoveryQuery({ search: "test" })),
  ),
  "CrawlDiscoveryRepository.selectMany": CrawlDiscoveryRepository.use((discoveries) =>
    Effect.map(
      discoveries.selectMany(mine, "C", ["D", "D-theirs"], true, now),
      Option.map((found) => [...found]),
    ),
  ),
  "JobRepository.list": JobRepository.use((jobs) => jobs.list(mine, aJobSelection())),
  "PriceRepository.pricesAround": PriceRepository.use((prices) =>
    prices.pricesAround(mine, ["V", "V-theirs"], now),
  ),
  "BatchRepository.fill": BatchRepository.use((batches) => {
    const request = { variant_keys: ["V", "V-theirs"], price_types: null }
    return batches.fill(mine, "R", request, now, fillBatch)
  }),
  "BatchRepository.records": BatchRepository.use((batches) =>
    batches.records(mine, "R", aBatchRecordsQuery()),
  ),
  "CrawlDiscoveryRepository.select": CrawlDiscoveryRepository.use((discoveries) =>
    discoveries.select(mine, { job_id: "C", discovery_id: "D" }, true, now),
  ),
  "ExportRepository.count": ExportRepository.use((exports) =>
    exports.count(mine, anExportSelection({ product_keys: ["P", "P-theirs"], label_keys: ["fall"] })),
  ),
  "ExportRepository.products": ExportRepository.use((exports) =>
    Stream.runCollect(
      exports.products(mine, anExportSelection(), {
        variants: true,
        attributes: true,
        price_types: ["MAP"],
        at: now,
      }),
    ),
  ),
  "ExportRepository.products of keys": ExportRepository.use((exports) =>
    Stream.runCollect(
      exports.products(
        mine,
        anExportSelection({
          product_keys: ["P", "P-theirs"],
          latest_only: true,
          sources: ["scraper", "merchant_input"],
        }),
        { variants: true, attributes: true, price_types: ["MAP"], at: now },
      ),
    ),
  ),
  "IdempotencyStore.once": IdempotencyStore.use((store) =>
    Effect.result(
      store.once(
        mine,
        { key: "K", fingerprint: "theirs", at: now, expires_at: instantFromMicros(now + 1_000_000) },
        Effect.succeed("mine"),
      ),
    ),
  ),
  "JobQueue.claim": JobQueue.use((queue) => Effect.map(queue.claim("small", 1, now), (some) => some.length)),
  "JobQueue.claimJob": JobQueue.use((queue) =>
    Effect.map(queue.claimJob({ organization: mine, job_id: jobId }, now), Option.isSome),
  ),
  "JobQueue.position": JobQueue.use((queue) => queue.position(mine, jobId)),
  "JobRepository.find": JobRepository.use((jobs) => jobs.find(mine, jobId)),
  "JobRepository.cancel": JobRepository.use((jobs) => jobs.cancel(mine, jobId, now)),
  "JobRepository.progress": JobRepository.use((jobs) =>
    jobs.progress({ organization: mine, job_id: jobId, token: jobId }, { processed: 1, message: "" }),
  ),
  "JobRepository.finish": JobRepository.use((jobs) =>
    jobs.finish(
      { organization: mine, job_id: jobId, token: jobId },
      { status: "cancelled", message: "" },
      now,
    ),
  ),
  "CatalogWriter.saveBrands": CatalogWriter.use((writer) =>
    writer.saveBrands(mine, [{ brand_key: "B", name: "mine", time_zone: "Europe/Berlin" }]),
  ),
  "CatalogWriter.saveProducts": CatalogWriter.use((writer) =>
    writer.saveProducts(
      mine,
      [
        aProductEntry({ brand_key: "B", product_key: "P", version: 2, name: "new", variants: [] }),
        aProductEntry({
          brand_key: "B",
          product_key: "P-theirs",
          variants: [aVariantEntry({ variant_key: "V-theirs" })],
        }),
      ],
      now,
    ),
  ),
  "CatalogWriter.savePrices": CatalogWriter.use((writer) =>
    writer.savePrices(mine, [
      aPriceEntry({ variant_key: "V", amount: "2", effective_from: "2020-01-01", batch_key: "R" }),
      aPriceEntry({ variant_key: "V-theirs" }),
    ]),
  ),
  "CatalogWriter.saveBatches": CatalogWriter.use((writer) =>
    writer.saveBatches(mine, [{ key: "R-theirs", status: "open" }]),
  ),
  "CatalogWriter.saveCrawlDiscoveries": CatalogWriter.use((writer) =>
    writer.saveCrawlDiscoveries(
      mine,
      [
        {
          job_id: "C",
          discovery_id: "D-theirs",
          url: "https://theirs.test",
          title: "theirs",
          selected: false,
        },
      ],
      now,
    ),
  ),
  "CatalogWriter.saveAttributes": CatalogWriter.use((writer) =>
    writer.saveAttributes(mine, [{ attribute_key: "attribute of theirs", label: "theirs" }]),
  ),
})

/** Theirs first: where a query without its predicate takes just one row, it is more likely theirs. */
const seeded = Effect.gen(function* () {
  yield* seedCatalog(theirs, catalog(theirs, "2"))
  yield* seedCatalog(mine, catalog(mine, "1"))
  yield* IdempotencyStore.use((store) =>
    store.once(
      theirs,
      { key: "K", fingerprint: "theirs", at: now, expires_at: instantFromMicros(now + 1_000_000) },
      Effect.succeed("theirs"),
    ),
  )
  const jobs = yield* JobRepository
  const { job_id } = yield* jobs.create(theirs, aNewJob({ requested_by: theirs }))
  const sql = yield* SqlClient
  // their job has run, ours of the same id waits; its token is what everybody knows
  yield* sql`update hangtag_job set status = 'running', token = job_id, heartbeat_at = now() - interval '1 hour'`
  yield* sql`insert into hangtag_job (organization, job_id, requested_by, request, status, total, lane, message, created_at)
    select ${mine}, job_id, ${mine}, request, 'queued', total, lane, message, created_at from hangtag_job`
  return job_id
})

type Edit = (statement: string) => string

/** The connection, with every statement edited before it is sent. */
const edited = (connection: Connection, edit: Edit): Connection => ({
  execute: (statement, ...rest) => connection.execute(edit(statement), ...rest),
  executeRaw: (statement, ...rest) => connection.executeRaw(edit(statement), ...rest),
  executeStream: (statement, ...rest) => connection.executeStream(edit(statement), ...rest),
  executeValues: (statement, ...rest) => connection.executeValues(edit(statement), ...rest),
  executeValuesUnprepared: (statement, ...rest) =>
    connection.executeValuesUnprepared(edit(statement), ...rest),
  executeUnprepared: (statement, ...rest) => connection.executeUnprepared(edit(statement), ...rest),
})

/** The edit under way, for connections that a repository takes for itself. */
let currentEdit: Edit = (statement) => statement

/** Every port on the database, through a client whose connections are edited too, whichever is taken. */
const portsThroughEdits = (database: TestDatabase) => {
  const client = Layer.effect(
    SqlClient,
    Effect.map(SqlClient, (sql) => {
      const reserve = Effect.map(sql.reserve, (connection: Connection) =>
        edited(connection, (statement) => currentEdit(statement)),
      )
      return new Proxy(sql, {
        get: (target, name) => (name === "reserve" ? reserve : Reflect.get(target, name)),
      })
    }),
  )
  return PostgresPorts.layer({ contact: 0 }).pipe(
    Layer.provide(client),
    Layer.provideMerge(database.layer()),
    Layer.orDie,
    onWallClock,
  )
}

const scope = /(?:\b\w+\.)?\borganization = (\$\d+)/g

/** Lets the statement's predicate number `index` hold for every row; its parameter stays used. */
const withoutScope =
  (dropped: string, index: number): Edit =>
  (statement) => {
    if (statement !== dropped) return statement
    let seen = 0
    return statement.replace(scope, (predicate, parameter) =>
      seen++ === index ? `${parameter}::text is not distinct from ${parameter}::text` : predicate,
    )
  }

/** Lets every predicate hold, and takes the role away under which row-level security binds. */
const withoutRole: Edit = (statement) =>
  statement
    .replace(scope, (_, parameter) => `${parameter}::text is not distinct from ${parameter}::text`)
    .replace("set_config('role', 'hangtag_app', true)", "set_config('role', 'none', true)")

const tables = [
  ...["brand", "product", "product_version", "variant", "price_record", "batch", "batch_record"],
  ...[
    "crawl_discovery",
    "crawl_choice",
    "product_url",
    "attribute",
    "attribute_label",
    "job",
    "repeatable_request",
  ],
]

/** Every organization's rows of every table, in one statement: it follows each of some hundred calls. */
const allRows = tables
  .map(
    (table) => `select string_agg(row::text, ';' order by row::text) as rows
      from (select to_jsonb(t) - array['record_key', 'sequence', 'place', case organization when $1 then 'token' end, 'heartbeat_at'] as row
        from hangtag_${table} t) t`,
  )
  .join(" union all ")

/** What a call gives, and every organization's rows after it. */
const effectOf = Effect.fnUntraced(function* <A, E, R>(call: Effect.Effect<A, E, R>, edit: Edit) {
  const sql = yield* SqlClient
  const [connection, depth] = Option.getOrThrow(yield* Effect.serviceOption(sql.transactionService))
  currentEdit = edit
  const within = Effect.provideService(call, sql.transactionService, [edited(connection, edit), depth])
  const result = yield* sql.withTransaction(within)
  yield* sql`select set_config('role', 'none', true)`
  const rows = yield* sql.unsafe(allRows, [mine])
  return JSON.stringify([result, ...rows])
})

const undone = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.flip(sql.withTransaction(Effect.flatMap(effect, (value) => Effect.fail({ value })))).pipe(
      Effect.map((failure) => (failure as { readonly value: A }).value),
    ),
  )

layer(portsThroughEdits(thoroughDatabase!))("row-level security", (it) => {
  it.effect("lets nothing leak, whichever predicate on the organization a query lacks", () =>
    Effect.gen(function* () {
      const jobId = yield* seeded
      let dropped = 0
      for (const [name, call] of Object.entries(calls(jobId))) {
        const statements = new Set<string>()
        const intact = yield* undone(
          effectOf(call, (statement) => {
            statements.add(statement)
            return statement
          }),
        )
        for (const statement of statements) {
          const predicates = statement.match(scope)?.length ?? 0
          for (let index = 0; index < predicates; index++) {
            const unscoped = yield* undone(effectOf(call, withoutScope(statement, index)))
            assert.isTrue(unscoped === intact, `${name} without its predicate ${index}: ${statement}`)
            dropped++
          }
        }
        // that nothing leaked is no accident: without the role it would have
        if (name === "JobQueue.claim") continue // which is about all of them
        const bare = yield* undone(Effect.exit(effectOf(call, withoutRole)))
        assert.isFalse(bare._tag === "Success" && bare.value === intact, name)
      }
      assert.isAbove(dropped, 50)
    }),
  )
})
