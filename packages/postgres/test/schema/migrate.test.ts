import { assert, describe, it } from "@effect/vitest"
import { instantFromMicros, JobQueue, JobRepository } from "@hangtag/core"
import { aNewJob } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { schemaState } from "../../../../lab/chaos/hardships/databaseState.ts"
import { EmbeddedPostgres } from "../../src/embedded/index.ts"
import { databaseVersion, migrate, PostgresPorts, requireMigrated, schemaVersion } from "../../src/index.ts"
import { baselineVersion } from "../../src/schema/baseline.ts"
import { makeSnapshots } from "../../src/schema/exportSnapshots.ts"
import { portsOn } from "../repositories/portsOn.ts"
import { now, seedEveryTable } from "../repositories/seedOrganization.ts"
import { createTestDatabase, layerOf } from "../support/createTestDatabase.ts"
import { limitedUser } from "../support/limitedUser.ts"
import { testDatabases, thoroughDatabase } from "../support/testDatabases.ts"
import { testServer } from "../support/testServer.ts"

const tableNames = Effect.gen(function* () {
  const sql = yield* SqlClient
  const rows = yield* sql<{ readonly tablename: string }>`
    select tablename::text from pg_tables where schemaname = 'public' order by tablename`
  return rows.map((row) => row.tablename)
})

const prices = "hangtag_price_record"

const order = "(variant_key, organization, price_type, status, effective_at, sequence)"

/** Takes a database back to before records were of price lists. */
const withoutLists = [
  ...["hangtag_price_record", "hangtag_kept_price_record"].map(
    (table) =>
      `alter table if exists ${table} drop column price_list, drop column ending, alter column amount set not null`,
  ),
  `create unique index hangtag_price_record_order on hangtag_price_record ${order}`,
  "do $$ begin if to_regclass('hangtag_kept_price_record') is not null then " +
    `create index on hangtag_kept_price_record ${order}; end if; end $$`,
  ...["batch_record", "batch_withdrawal", "batch_basis", "batch_colorway"].map(
    (table) => `alter table hangtag_${table} drop column price_list`,
  ),
  "alter table hangtag_batch_basis add primary key (organization, batch_key, variant_key, price_type)",
  "alter table hangtag_batch_colorway add primary key (organization, batch_key, product_key, color, price_type)",
]

/** What a restore may leave out, and how it is reported. */
const lost: ReadonlyArray<readonly [taken: ReadonlyArray<string>, missing: string]> = [
  [["drop policy claiming on hangtag_job"], "the policy claiming of hangtag_job"],
  [["drop policy organization on hangtag_brand"], "the policy organization of hangtag_brand"],
  [
    ["drop policy housekeeping on hangtag_repeatable_request"],
    "the policy housekeeping of hangtag_repeatable_request",
  ],
  [
    ["drop trigger hangtag_refuse_frozen on hangtag_batch"],
    "the trigger hangtag_refuse_frozen of hangtag_batch",
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

    it.live("carries a database of the baseline on with all that is in it, and refuses an older one", () =>
      Effect.gen(function* () {
        yield* migrate
        const sql = yield* SqlClient
        const isServer = database.name !== "embedded Postgres"
        // every database of that version had what only an embedded one has now
        if (isServer) yield* makeSnapshots
        yield* sql`delete from hangtag_migration where migration_id > ${baselineVersion}`
        const ports = PostgresPorts.layer().pipe(Layer.provide(Layer.succeed(SqlClient, sql)))
        yield* Effect.provide(seedEveryTable("mine"), ports)
        yield* Effect.forEach(withoutLists, (statement) => sql.unsafe(statement))
        yield* sql`alter table hangtag_publication drop column sequence`
        for (const of of ["hangtag_", "hangtag_kept_"]) {
          yield* sql.unsafe(`alter table if exists ${of}variant drop column known_at`)
          yield* sql.unsafe(`alter table if exists ${of}price_record drop column known_at,
            drop column publication, drop column rezoned, drop column sets_again`)
        }
        yield* sql`alter table hangtag_batch drop column note, drop column noted_at, drop column noted_by`
        yield* sql`drop index hangtag_batch_reverts`
        yield* sql`drop function hangtag_number_batch cascade`
        yield* sql`alter table hangtag_batch drop column ordinal`
        yield* sql`drop table hangtag_variant_place, hangtag_frozen, hangtag_price_list_placement, hangtag_list_policy_change, hangtag_price_list`
        yield* sql`drop index hangtag_crawl_discovery_updated_at_idx, hangtag_batch_discarded_at_idx`
        yield* sql`drop function hangtag_refuse_frozen, hangtag_reach cascade`
        const names = (yield* tableNames).filter((name) => !/kept|snapshot|migration/.test(name))
        const rows = Effect.forEach(
          names,
          (name) =>
            sql<{ readonly name: string; readonly row: Record<string, unknown> }>`
              select ${name}::text as name, jsonb_strip_nulls(to_jsonb(t)) as row from ${sql(name)} t order by t::text`,
        )
        const before = yield* rows
        assert.isAbove(before.flat().length, 10)
        assert.deepStrictEqual(yield* migrate, { from: baselineVersion, to: schemaVersion })
        const after = yield* rows
        const known = after.flat().flatMap(({ name, row }) => (name === prices && row.known_at ? [row] : []))
        assert.deepStrictEqual(
          known.map(({ batch_key, publication, known_at }) => [batch_key !== null, publication, known_at]),
          [[true, 1, now]],
        )
        for (const { row } of after.flat()) delete row.price_list
        for (const row of known) {
          delete row.known_at
          delete row.publication
        }
        assert.deepStrictEqual(
          after
            .flat()
            .flatMap(({ row }) => row.ordinal ?? [])
            .sort(),
          before
            .flat()
            .flatMap(({ name }) => (name === "hangtag_batch" ? [1] : []))
            .map((one, index) => index + one),
        )
        for (const { row } of after.flat()) delete row.ordinal
        assert.deepStrictEqual(after, before)
        const keeping = yield* sql`select from pg_trigger where tgname like 'hangtag\\_%keep%'`
        assert.strictEqual(keeping.length > 0, !isServer)
        yield* requireMigrated
        yield* sql`update hangtag_migration set migration_id = migration_id - ${schemaVersion - baselineVersion + 1}`
        const older = yield* Effect.flip(migrate)
        assert.strictEqual(older._tag, "DatabaseUnsuitable")
        assert.include(
          older.message,
          `Migrate it to ${baselineVersion} with the Hangtag of that version first`,
        )
      }).pipe(onEmpty),
    )

    it.live(
      "finds in the place of which price one was set as a batch was taken back before that was kept",
      () =>
        Effect.gen(function* () {
          yield* migrate
          const sql = yield* SqlClient
          for (const of of ["hangtag_", "hangtag_kept_"])
            yield* sql.unsafe(`alter table if exists ${of}price_record drop column sets_again`)
          yield* sql`drop index hangtag_batch_reverts`
          yield* sql`delete from hangtag_migration where migration_id >= 44`
          yield* sql`insert into hangtag_batch (organization, batch_key, status, kind, reverts, published_at) values
          ('mine', 'X', 'published', 'price_change', null, 100), ('mine', 'R', 'published', 'price_change', 'X', 100),
          ('theirs', 'X', 'published', 'price_change', null, 100)`
          const keyOf = (number: number) => `00000000-0000-7000-8000-00000000000${number}`
          // two that X withdrew and one that it took back, what R set again of them, and what R returns to
          const rows = [
            { amount: "80", at: 1_000, withdrawn: 100, by: "X" },
            { amount: "80", at: 2_000, withdrawn: 100, by: "X" },
            { amount: "90", at: 50, back: "X" },
            { amount: "80", at: 1_000, batch: "R" },
            { amount: "80", at: 2_500, batch: "R" },
            { amount: "90", at: 100, batch: "R" },
            { amount: "70", at: 100, batch: "R" },
            { amount: "80", at: 2_200, withdrawn: 100, by: null },
          ]
          for (const [index, { amount, at, withdrawn, by, back, batch }] of rows.entries()) {
            yield* sql`insert into hangtag_price_record (organization, record_key, variant_key, price_type, price_list, amount,
              effective_from, effective_at, status, sequence, batch_key, withdrawn_at, withdrawn_by, taken_back_by, taken_back_at)
            values ('mine', ${keyOf(index)}::uuid, 'A', 'MAP', 'base', ${amount}, '2026-01-01', ${at}::bigint, 'active', ${index}::bigint,
              ${batch ?? null}, ${withdrawn ?? null}::bigint, ${withdrawn === undefined ? null : "ann"}, ${back ?? null},
              ${back === undefined ? null : 100}::bigint)`
            if (by)
              yield* sql`insert into hangtag_batch_withdrawal (organization, batch_key, record_key, variant_key, price_type, price_list)
              values ('mine', ${by}, ${keyOf(index)}::uuid, 'A', 'MAP', 'base')`
            if (batch)
              yield* sql`insert into hangtag_batch_record (organization, batch_key, variant_key, price_type, price_list, record_key, filled, search_type)
              values ('mine', ${batch}, 'A', 'MAP', 'base', ${keyOf(index)}::uuid, false, 'map')`
          }
          assert.deepStrictEqual(yield* migrate, { from: 43, to: schemaVersion })
          const found = yield* sql<{ readonly sets_again: string | null }>`
          select sets_again::text as sets_again from hangtag_price_record order by sequence`
          assert.deepStrictEqual(
            found.map(({ sets_again }) => sets_again && Number(sets_again.at(-1))),
            [null, null, null, 0, 1, 2, null, null],
          )
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

describe.skipIf(testServer.unavailable)("a user with few rights", () => {
  it.live("is answered with what an administrator must run, step by step, until it can migrate", () =>
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
        const claimed = yield* queue.claim("a lane", 2, instantFromMicros(0))
        assert.deepStrictEqual(
          claimed.map(({ claim }) => claim.job_id),
          [job_id],
        )
      })
      yield* Effect.provide(work, Layer.fresh(portsOn(database)))
    }).pipe(Effect.scoped),
  )
})
