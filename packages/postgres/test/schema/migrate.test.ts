import { randomBytes } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { type ColumnMapping, JobQueue, JobRepository, type JobRequest, type Permission } from "@hangtag/core"
import {
  aBatchEntry,
  aBrand,
  aColumnMapping,
  aCrawlDiscoveryEntry,
  aNewJob,
  anExportRequest,
  aProductEntry,
  aVariantEntry,
  seedCatalog,
} from "@hangtag/testkit"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { schemaState } from "../../../../lab/chaos/hardships/databaseState.ts"
import { EmbeddedPostgres } from "../../src/embedded/index.ts"
import { databaseVersion, migrate, PostgresPorts, requireMigrated, schemaVersion } from "../../src/index.ts"
import { countAttributeUses } from "../../src/schema/countAttributeUses.ts"
import { countBatches } from "../../src/schema/countBatches.ts"
import { createExportSnapshots } from "../../src/schema/createExportSnapshots.ts"
import { createTables } from "../../src/schema/createTables.ts"
import { foldSearches } from "../../src/schema/foldSearches.ts"
import { jobsNeed } from "../../src/schema/jobsNeed.ts"
import { portsOn } from "../repositories/portsOn.ts"
import { seedEveryTable } from "../repositories/seedOrganization.ts"
import { createTestDatabase, layerOf } from "../support/createTestDatabase.ts"
import { testDatabases, thoroughDatabase } from "../support/testDatabases.ts"
import { testServer } from "../support/testServer.ts"

const tableNames = Effect.gen(function* () {
  const sql = yield* SqlClient
  const rows = yield* sql<{ readonly tablename: string }>`
    select tablename::text from pg_tables where schemaname = 'public' order by tablename`
  return rows.map((row) => row.tablename)
})

/** What a restore may leave out, and how it is told. */
const lost: ReadonlyArray<readonly [taken: ReadonlyArray<string>, missing: string]> = [
  [["drop policy claiming on hangtag_job"], "the policy claiming of hangtag_job"],
  [["drop policy organization on hangtag_brand"], "the policy organization of hangtag_brand"],
  [
    ["drop policy housekeeping on hangtag_repeatable_request"],
    "the policy housekeeping of hangtag_repeatable_request",
  ],
  [["alter table hangtag_batch no force row level security"], "row-level security of hangtag_batch"],
  [["alter table hangtag_batch disable row level security"], "row-level security of hangtag_batch"],
  [["revoke update on hangtag_job from hangtag_app"], "rights on hangtag_job"],
  [
    ["revoke execute on function hangtag_open_jobs(text) from hangtag_app"],
    "the right to call hangtag_open_jobs",
  ],
  [
    ["revoke usage on sequence hangtag_price_record_sequence_seq from hangtag_app"],
    "usage of the sequence of prices",
  ],
  [
    ["revoke usage on schema public from public", "revoke usage on schema public from hangtag_app"],
    "usage of schema public",
  ],
]

/** That new embedded databases, which begin with an image of one, have the same. */
const isInImage = (migrated: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const remedy = "run node packages/postgres/test/support/makeEmptyDatabase.ts"
    assert.strictEqual(yield* databaseVersion, schemaVersion, remedy)
    assert.deepStrictEqual(yield* schemaState, migrated, remedy)
  }).pipe(Effect.provide(Layer.fresh(EmbeddedPostgres.layer({ dataDir: undefined }))))

for (const database of testDatabases) {
  describe.skipIf(database.unavailable)(database.name, () => {
    const onEmpty = <A, E>(effect: Effect.Effect<A, E, SqlClient>) =>
      Effect.provide(effect, Layer.fresh(database.layer("empty")))

    it.live(
      "brings an empty database to this version, finds nothing to do afterwards, and refuses a later one",
      () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* migrate, { from: 0, to: schemaVersion })
          if (database.name === "embedded Postgres") yield* isInImage(yield* schemaState)
          const tables = yield* tableNames
          assert.includeMembers(tables, ["hangtag_price_record", "hangtag_job"])
          assert.isEmpty(tables.filter((table) => /queue|outbox/.test(table)))
          assert.deepStrictEqual(yield* migrate, { from: schemaVersion, to: schemaVersion })
          assert.deepStrictEqual(yield* tableNames, tables)
          const sql = yield* SqlClient
          yield* sql`insert into hangtag_migration (migration_id, name) values (${schemaVersion + 1}, 'later')`
          const error = yield* Effect.flip(migrate)
          assert.strictEqual(error._tag, "DatabaseTooNew")
          assert.include(error.message, `schema version ${schemaVersion + 1}`)
        }).pipe(onEmpty),
    )

    it.live("gives back what queries need and is not there, and says until then what that is", () =>
      Effect.gen(function* () {
        const unmigrated = yield* Effect.flip(requireMigrated)
        assert.include(unmigrated.message, "none of Hangtag's tables. Run hangtag migrate")
        yield* migrate
        yield* requireMigrated
        const sql = yield* SqlClient
        for (const [taken, missing] of lost) {
          for (const statement of taken) yield* sql.unsafe(statement)
          const error = yield* Effect.flip(requireMigrated)
          assert.strictEqual(error._tag, "DatabaseUnsuitable", missing)
          assert.include(error.message, missing)
          assert.include(error.message, "Run hangtag migrate as the user who owns its tables")
          yield* migrate
          yield* requireMigrated
        }
        yield* sql`delete from hangtag_migration where migration_id = ${schemaVersion}`
        const [left] = yield* sql`select max(migration_id) as version from hangtag_migration`
        const older = yield* Effect.flip(requireMigrated)
        assert.include(older.message, `at schema version ${left!.version}`)
      }).pipe(onEmpty),
    )

    it.live("folds what searches of lists compare", () =>
      Effect.gen(function* () {
        yield* migrate
        const sql = yield* SqlClient
        yield* seedCatalog("o", {
          brands: [aBrand({ name: "Ärger" })],
          products: [
            aProductEntry({
              name: "İpek Föhn",
              variants: ["É-2", "A-1"].map((variant_key) => aVariantEntry({ variant_key })),
            }),
          ],
          batches: [aBatchEntry({ key: "É" })],
          discoveries: [aCrawlDiscoveryEntry({ title: "Łódź" })],
        }).pipe(Effect.provide(PostgresPorts.layer().pipe(Layer.provide(Layer.succeed(SqlClient, sql)))))
        const tables = ["brand", "product", "variant", "batch", "crawl_discovery"]
        const texts = Effect.forEach(
          tables,
          (table) => sql`select search_text from ${sql(`hangtag_${table}`)} order by search_text`,
        )
        const written = yield* texts
        yield* sql`update hangtag_variant set search_text = search_text[1:6]`
        for (const table of tables.filter((each) => each !== "variant"))
          yield* sql`update ${sql(`hangtag_${table}`)} set search_text = '{old}'`
        yield* sql.withTransaction(foldSearches)
        assert.deepStrictEqual(yield* texts, written)
        assert.deepInclude(written[1]![0], { search_text: ["p1", "ipek fohn", "a-1\ne-2"] })
      }).pipe(onEmpty),
    )

    it.live("lets jobs of before ask for what their requests do, and for everything where none is kept", () =>
      Effect.gen(function* () {
        yield* migrate
        const sql = yield* SqlClient
        const ports = PostgresPorts.layer().pipe(Layer.provide(Layer.succeed(SqlClient, sql)))
        yield* Effect.gen(function* () {
          const { create, find } = yield* JobRepository
          const spoken = '"source_field":"price"},"batch_key":\u0000'
          const column = aColumnMapping({ column_name: spoken })
          const price = { source_field: "price", sub_field: "MAP" }
          const columns = (...more: ReadonlyArray<Partial<ColumnMapping>>) =>
            anExportRequest({ column_mappings: [column, ...more.map(aColumnMapping)] })
          const requests: ReadonlyArray<readonly [JobRequest, ReadonlyArray<Permission>]> = [
            [anExportRequest({ product_keys: [spoken] }), []],
            [columns({ source_field: "attributes.price" }, { source_field: "price_of" }), []],
            [columns(price), ["price:read"]],
            [columns({ source_field: "price_effective_from", sub_field: "COST" }), ["price:read"]],
            [{ ...columns(price), export_mode: "attribute_rows" }, []],
            [{ batch_key: '"export_mode":"column_based"', export_format: "csv" }, ["batch:read"]],
          ]
          const made = yield* Effect.forEach(requests, ([request, needs]) =>
            Effect.map(create("o", aNewJob({ request })), ({ job_id }) => ({ job_id, needs })),
          )
          const forgotten = yield* create("o", aNewJob())
          yield* sql`update hangtag_job set request = null where job_id = ${forgotten.job_id}`
          const unreadable = yield* create("o", aNewJob())
          yield* sql`update hangtag_job set request = '{"another":"program"}' where job_id = ${unreadable.job_id}`
          yield* sql`alter table hangtag_job drop column needs`
          yield* sql.withTransaction(jobsNeed)
          for (const { job_id, needs } of made)
            assert.deepStrictEqual(Option.getOrThrow(yield* find("o", job_id)).needs, needs)
          for (const { job_id } of [forgotten, unreadable])
            assert.sameMembers(
              [...Option.getOrThrow(yield* find("o", job_id)).needs],
              ["price:read", "batch:read"],
            )
        }).pipe(Effect.provide(ports))
      }).pipe(onEmpty),
    )

    if (database !== thoroughDatabase) return
    it.live("does all of it or nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* sql`create table hangtag_job (theirs integer)`
        assert.strictEqual((yield* Effect.flip(migrate))._tag, "Unavailable")
        assert.deepStrictEqual(yield* tableNames, ["hangtag_job"])
        yield* sql`drop table hangtag_job`
        assert.deepStrictEqual(yield* migrate, { from: 0, to: schemaVersion })
      }).pipe(onEmpty),
    )

    it.live("is done once, however many begin at once", () =>
      Effect.gen(function* () {
        const all = yield* Effect.all([migrate, migrate, migrate, migrate], { concurrency: "unbounded" })
        assert.deepStrictEqual(all.map(({ from }) => from).sort(), [0, ...[1, 1, 1].map(() => schemaVersion)])
      }).pipe(onEmpty),
    )
  })
}

/** A user that may log in to a new, empty database and nothing else; `admin` runs a statement as its owner. */
const limitedUser = Effect.gen(function* () {
  const url = yield* createTestDatabase("empty")
  const user = `limited_${randomBytes(6).toString("hex")}`
  const admin = (statement: string) =>
    Effect.provide(
      Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement)),
      Layer.fresh(layerOf(url)),
    )
  yield* admin(`create role ${user} login password 'secret'`)
  const theirs = new URL(url)
  theirs.username = user
  theirs.password = "secret"
  const as = <A, E>(effect: Effect.Effect<A, E, SqlClient>) =>
    Effect.provide(effect, Layer.fresh(layerOf(theirs.href)))
  return { user, admin, as }
})

describe.skipIf(testServer.unavailable)("a user with few rights", () => {
  it.live("is told what an administrator must run, step by step, until it can migrate", () =>
    Effect.gen(function* () {
      const { user, admin, as } = yield* limitedUser
      const refusal = Effect.map(Effect.flip(as(migrate)), (error) => {
        assert.strictEqual(error._tag, "DatabaseUnsuitable")
        assert.notInclude(error.message, "secret")
        return error.message
      })
      assert.include(yield* refusal, `GRANT CREATE ON SCHEMA "public" TO "${user}"`)
      yield* admin(`GRANT CREATE ON SCHEMA "public" TO "${user}"`)
      assert.include(yield* refusal, `GRANT hangtag_app TO "${user}"`)
      yield* admin(`
        do $$ begin create role hangtag_app nologin; exception when duplicate_object then null; end $$`)
      yield* admin(`grant hangtag_app to "${user}"`)
      assert.deepStrictEqual(yield* as(migrate), { from: 0, to: schemaVersion })
    }).pipe(Effect.scoped),
  )

  it.live(
    "sees no organization's rows outside of a scope, though it owns the tables, and all of them for backups",
    () =>
      Effect.gen(function* () {
        const { user, admin, as } = yield* limitedUser
        yield* admin(`grant create on schema public to "${user}"`)
        for (const role of ["hangtag_app", "hangtag_backup"]) {
          yield* admin(`
          do $$ begin create role ${role} nologin; exception when duplicate_object then null; end $$`)
          yield* admin(`grant ${role} to "${user}"`)
        }
        yield* as(migrate)
        yield* admin(
          "insert into hangtag_batch (organization, batch_key, status) values ('mine', 'R', 'open')",
        )
        const count = Effect.flatMap(SqlClient, (sql) => sql`select batch_key from hangtag_batch`)
        assert.deepStrictEqual(yield* as(count), [])
        const asBackup = Effect.flatMap(SqlClient, (sql) =>
          sql.withTransaction(Effect.andThen(sql`set local role hangtag_backup`, count)),
        )
        assert.deepStrictEqual(yield* as(asBackup), [{ batch_key: "R" }])
      }).pipe(Effect.scoped),
  )

  it.live("fills what a version counts anew, for every organization", () =>
    Effect.gen(function* () {
      const { user, admin, as } = yield* limitedUser
      yield* admin(`grant create on schema public to "${user}"`)
      yield* admin(`
        do $$ begin create role hangtag_app nologin; exception when duplicate_object then null; end $$`)
      yield* admin(`grant hangtag_app to "${user}"`)
      yield* as(Effect.andThen(createTables, createExportSnapshots))
      yield* admin(
        `insert into hangtag_brand values ('mine', 'B', 'Brand', 'UTC'), ('theirs', 'B', 'Brand', 'UTC')`,
      )
      yield* admin(`insert into hangtag_product values ('mine', 'P', 'B', 1), ('theirs', 'P', 'B', 1)`)
      yield* admin(`insert into hangtag_product_version
        values ('mine', 'P', 1, 'Boot', 's', '{}', '{"size": {"height": 6}}', 0), ('theirs', 'P', 1, 'Boot', 's', '{}', '{"n": 1}', 0)`)
      yield* as(countAttributeUses)
      assert.deepStrictEqual(
        yield* admin("select organization, attribute_uses from hangtag_product order by organization"),
        [
          { organization: "mine", attribute_uses: ["key:size", 'member:["size", "height"]', "record:size"] },
          { organization: "theirs", attribute_uses: ["key:n", "number:n"] },
        ],
      )
    }).pipe(Effect.scoped),
  )

  it.live("counts what batches hold, without what was withdrawn, for every organization", () =>
    Effect.gen(function* () {
      const { user, admin, as } = yield* limitedUser
      yield* admin(`grant create on schema public to "${user}"`)
      yield* admin(`
        do $$ begin create role hangtag_app nologin; exception when duplicate_object then null; end $$`)
      yield* admin(`grant hangtag_app to "${user}"`)
      yield* as(migrate)
      yield* admin(`alter table hangtag_batch drop column records, drop column withdrawals`)
      yield* admin(`insert into hangtag_batch (organization, batch_key, status)
        select o, k, 'open' from unnest(array['mine', 'theirs']) o, unnest(array['EMPTY', 'R']) k`)
      yield* admin(`insert into hangtag_price_record (organization, record_key, variant_key, price_type, amount,
          effective_from, effective_at, status, withdrawn_at)
        select o, lpad(n::text, 32, '0')::uuid, 'V', 'MAP', '1', '2026-01-01', n, 'active', nullif(n, 1)
        from unnest(array['mine', 'theirs']) o, generate_series(1, 2) n`)
      yield* admin(`insert into hangtag_batch_record
        select organization, 'R', variant_key, price_type, record_key, true, 'map' from hangtag_price_record`)
      yield* admin(`insert into hangtag_batch_withdrawal
        select organization, 'R', record_key, variant_key, price_type from hangtag_price_record`)
      yield* as(countBatches)
      assert.deepStrictEqual(
        yield* admin("select organization, batch_key, records, withdrawals from hangtag_batch order by 1, 2"),
        ["mine", "theirs"].flatMap((organization) => [
          { organization, batch_key: "EMPTY", records: 0, withdrawals: 0 },
          { organization, batch_key: "R", records: 1, withdrawals: 2 },
        ]),
      )
    }).pipe(Effect.scoped),
  )

  it.live("that merely is a member of hangtag_app can use a database that is up to date", () =>
    Effect.gen(function* () {
      const { user, admin } = yield* limitedUser
      const url = new URL(yield* createTestDatabase("migrated"))
      url.username = user
      url.password = "secret"
      yield* admin(`grant hangtag_app to "${user}"`)
      const database = { name: "a member", unavailable: undefined, layer: () => layerOf(url.href) }
      const work = Effect.gen(function* () {
        assert.deepStrictEqual(yield* migrate, { from: schemaVersion, to: schemaVersion })
        yield* seedEveryTable("mine")
        const jobs = yield* JobRepository
        const queue = yield* JobQueue
        const { job_id } = yield* jobs.create("mine", aNewJob({ lane: "a lane" }))
        const claimed = yield* queue.claim("a lane", 2, 0)
        assert.deepStrictEqual(
          claimed.map(({ claim }) => claim.job_id),
          [job_id],
        )
      })
      yield* Effect.provide(work, Layer.fresh(portsOn(database)))
    }).pipe(Effect.scoped),
  )
})
