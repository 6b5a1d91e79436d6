import { assert, layer } from "@effect/vitest"
import {
  BatchRepository,
  CatalogListing,
  CatalogWriter,
  CrawlDiscoveryRepository,
  ExportRepository,
  JobRepository,
  PriceChangeRepository,
  PriceSchedule,
  Transaction,
} from "@hangtag/core"
import {
  aBrandQuery,
  aCrawlDiscoveryEntry,
  aDiscoveryQuery,
  aJobSelection,
  aNewJob,
  aNewPriceBatch,
  anExportSelection,
  aPriceBatchQuery,
  aProductEntry,
  aProductQuery,
  aProductReading,
} from "@hangtag/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { thoroughDatabase } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { now } from "./seedOrganization.ts"

const keys = Array.from({ length: 200 }, (_, index) => `P${index}`)

const seed = Effect.gen(function* () {
  const writer = yield* CatalogWriter
  yield* writer.saveBrands("mine", [{ brand_key: "B", name: "North Trail", time_zone: "UTC" }])
  const versions = keys.flatMap((product_key) =>
    [1, 2].map((version) => aProductEntry({ product_key, brand_key: "B", version })),
  )
  yield* writer.saveProducts("mine", versions, now)
})

/** As many as make no index small enough to be read whole. */
const seedTheirs = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql`insert into hangtag_brand values ('theirs', 'B', 'South Trail', 'UTC')`
  yield* sql`insert into hangtag_product (organization, product_key, brand_key, latest_version)
    select 'theirs', 'P' || p, 'B', 1 from generate_series(1, 20000) p`
  yield* sql`insert into hangtag_product_version select 'theirs', 'P' || p, 1, '', '', '{}', '{}', 0
    from generate_series(1, 20000) p`
  yield* sql`insert into hangtag_variant select 'theirs', 'V' || p, 'P' || p, 1, '', '', '', '', '', '{}', '{}'
    from generate_series(1, 20000) p`
  yield* sql`insert into hangtag_job (organization, requested_by, request, status, total, lane, message, created_at)
    select 'theirs', 'them', '{}', 'cancelled', 1, 'small', '', p from generate_series(1, 20000) p`
  yield* sql`insert into hangtag_crawl_discovery (organization, job_id, discovery_id, url, selected, updated_at, url_key)
    select 'theirs', 'CRAWL-1', 'D' || p, '', false, 0, gen_random_uuid() from generate_series(1, 20000) p`
  yield* sql`insert into hangtag_batch (organization, batch_key, status, search_text)
    select 'theirs', 'B' || p, 'open', array['b' || p] from generate_series(1, 20000) p`
  yield* sql`analyze hangtag_batch, hangtag_product, hangtag_product_version, hangtag_variant, hangtag_job, hangtag_crawl_discovery`
})

/** Rows that the effect's statements read, by the database's own count. */
const rowsRead = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const { atomically } = yield* Transaction
    const count = sql<{ readonly read: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables`
    const total = Effect.map(count, ([row]) => row!.read)
    return yield* atomically(
      Effect.gen(function* () {
        const before = yield* total
        yield* effect
        return (yield* total) - before
      }),
    )
  })

layer(portsOn(thoroughDatabase))("an organization that came after the last look at the tables", (it) => {
  const test = generatorTests(it.effect)

  test("has its export counted in a few rows a product", function* () {
    const exports = yield* ExportRepository
    yield* seedTheirs
    yield* seed
    for (const product_keys of [[], keys]) {
      const selection = anExportSelection({ product_keys, latest_only: true })
      assert.strictEqual((yield* exports.count("mine", selection)).total, keys.length)
      assert.isAtMost(yield* rowsRead(exports.count("mine", selection)), 10 * keys.length)
      assert.isAtMost(yield* rowsRead(exports.countVariants("mine", selection)), 10 * keys.length)
    }
  })

  test("has its lists read in a few rows an item", function* () {
    const listing = yield* CatalogListing
    const jobs = yield* JobRepository
    const writer = yield* CatalogWriter
    const schedule = yield* PriceSchedule
    const sql = yield* SqlClient
    const discoveries = yield* CrawlDiscoveryRepository
    const batches = yield* PriceChangeRepository
    yield* jobs.create("mine", aNewJob())
    const found = keys.map((discovery_id) => aCrawlDiscoveryEntry({ discovery_id }))
    yield* writer.saveCrawlDiscoveries("mine", found, now)
    for (const query of [{}, { brand_key: "B" }, { search: "p1" }, { after: "P5" }])
      assert.isAtMost(
        yield* rowsRead(listing.products("mine", aProductQuery({ limit: 5, ...query }))),
        3 * keys.length,
        JSON.stringify(query),
      )
    assert.isAtMost(yield* rowsRead(listing.brands("mine", aBrandQuery())), 20)
    assert.isAtMost(yield* rowsRead(listing.product("mine", "P7", aProductReading())), 20)
    assert.isAtMost(yield* rowsRead(jobs.list("mine", aJobSelection())), 20)
    for (const key of ["A", "B"])
      yield* batches.create("mine", aNewPriceBatch({ key }), { at: now, by: "ann" }, Infinity)
    for (const query of [{}, { status: "open" as const }, { after: { number: 2 } }])
      assert.isAtMost(yield* rowsRead(batches.list("mine", aPriceBatchQuery(query))), 20)
    // every product has a SKU with the word
    const search = batches.list("mine", aPriceBatchQuery({ search: "b" }))
    assert.isAtMost(yield* rowsRead(search), 5 * keys.length)
    const make = batches.create("mine", aNewPriceBatch(), { at: now, by: "ann" }, 5)
    assert.isAtMost(yield* rowsRead(make), 50)
    // of 10,000 prices to come
    yield* sql`insert into hangtag_price_record (organization, record_key, variant_key, price_type, amount,
              effective_from, effective_at, status)
            select 'mine', gen_random_uuid(), key || '-BLK-9', 'MAP', '1', '', ${BigInt(now)}::bigint + n * 1000000, 'active'
            from unnest(${keys}::text[]) key, generate_series(1, 50) n`
    for (const brand_key of [null, "B"]) {
      const query = {
        from: now,
        until: null,
        brand_key,
        price_list: "base",
        after: null,
        rows: 5,
        most: 1_000,
      }
      assert.isAtMost(yield* rowsRead(schedule.moments("mine", query)), 20 * keys.length)
    }
    const list = discoveries.list("mine", "CRAWL-1", aDiscoveryQuery({ limit: 5 }))
    assert.isAtMost(yield* rowsRead(list), 3 * keys.length)
    const select = discoveries.selectMany("mine", "CRAWL-1", keys.slice(0, 10), true, now)
    assert.isAtMost(yield* rowsRead(select), 200)
  })

  test("has a batch published in some rows a record, where the last look saw no draft", function* () {
    const sql = yield* SqlClient
    const batches = yield* PriceChangeRepository
    yield* batches.create("mine", aNewPriceBatch({ key: "LARGE" }), { at: now, by: "ann" }, Infinity)
    const price = (status: string, batch_key: string | null, each: number) => sql`
            insert into hangtag_price_record (organization, record_key, variant_key, price_type, amount, effective_from,
              effective_at, status, batch_key)
            select 'mine', gen_random_uuid(), key || '-BLK-9', 'MSRP', '1', '', ${BigInt(now)}::bigint - n, ${status},
              ${batch_key}
            from unnest(${keys}::text[]) key, generate_series(1, ${each}) n`
    yield* price("active", null, 100)
    yield* sql`analyze hangtag_price_record`
    yield* price("draft", "LARGE", 10)
    yield* sql`insert into hangtag_batch_record (organization, batch_key, variant_key, price_type, record_key, filled, search_type)
            select organization, batch_key, variant_key, price_type, record_key, false, lower(price_type)
            from hangtag_price_record where organization = 'mine' and batch_key = 'LARGE'`
    yield* sql`analyze hangtag_batch_record`
    const publish = Effect.gen(function* () {
      yield* batches.lock("mine", ["LARGE"])
      yield* batches.facts("mine", "LARGE", now)
      yield* batches.publish("mine", "LARGE", { at: now, by: "ann" })
    })
    assert.isAtMost(yield* rowsRead(publish), 25 * 10 * keys.length)
  })

  test("reads nothing of others', where statements are planned for any organization", function* () {
    const sql = yield* SqlClient
    const batches = yield* BatchRepository
    const changes = yield* PriceChangeRepository
    const discoveries = yield* CrawlDiscoveryRepository
    yield* changes.create(
      "mine",
      aNewPriceBatch({ key: "EMPTY", kind: "republish" }),
      { at: now, by: "ann" },
      Infinity,
    )
    yield* sql`insert into hangtag_batch_record (organization, batch_key, variant_key, price_type, record_key, filled, search_type)
        select 'theirs', 'B1', 'V' || n, 'MAP', gen_random_uuid(), true, 'map' from generate_series(1, 20000) n`
    yield* sql`analyze hangtag_batch_record`
    // as after some calls: planned for any batch and job
    yield* sql`set plan_cache_mode = force_generic_plan`
    const fill = batches.fill(
      "mine",
      "EMPTY",
      { variant_keys: ["P1-BLK-9"], price_types: ["MAP"] },
      now,
      () => ({ requested: 1, added: [], updated: [], unchanged: 0, missing: [] }),
    )
    assert.isAtMost(yield* rowsRead(fill), 20)
    const list = discoveries.list("mine", "CRAWL-NONE", aDiscoveryQuery())
    assert.isAtMost(yield* rowsRead(list), 20)
    const select = discoveries.selectMany("mine", "CRAWL-NONE", ["D1"], true, now)
    assert.isAtMost(yield* rowsRead(select), 20)
    const listing = yield* CatalogListing
    assert.isAtMost(yield* rowsRead(listing.products("mine", aProductQuery({ limit: 5 }))), 3 * keys.length)
    assert.isAtMost(yield* rowsRead(listing.brands("mine", aBrandQuery())), 20)
    assert.isAtMost(yield* rowsRead(changes.list("mine", aPriceBatchQuery())), 20)
    const ofJob = discoveries.list("mine", "CRAWL-1", aDiscoveryQuery({ limit: 5 }))
    assert.isAtMost(yield* rowsRead(ofJob), 3 * keys.length)
    yield* sql`reset plan_cache_mode`
  })
})
