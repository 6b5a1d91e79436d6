import { assert, describe, it } from "@effect/vitest"
import { backupReadiness, migrate, migratedPorts, partitionCount, partitionWithin } from "@hangtag/postgres"
import { EmbeddedPostgres } from "@hangtag/postgres/embedded"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { migrateBy, migrations } from "../../src/schema/migrate.ts"
import { indexOnline } from "../../src/schema/online.ts"
import { seedEveryTable } from "../repositories/seedOrganization.ts"
import { createTestDatabase, layerOf } from "../support/createTestDatabase.ts"
import { limitedUser } from "../support/limitedUser.ts"
import { testServer } from "../support/testServer.ts"

const organizations = ["acme", "Zorn", "org-3", "ünder"]

/** Every row of every table as a superuser reads it, and where the sequence of prices stands. */
const everything = Effect.gen(function* () {
  const sql = yield* SqlClient
  const tables = yield* sql<{ name: string }>`select relname as name from pg_class
    where relkind in ('r', 'p') and relname like 'hangtag\\_%' and relnamespace = 'public'::regnamespace order by 1`
  const rows = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(sql`select t::text as row from ${sql(name)} t order by 1`, (all) => [name, all] as const),
  )
  const sequence = yield* sql`select last_value, is_called from hangtag_price_record_sequence_seq`
  return { rows, sequence }
})

/** Names of keys, indexes, policies and triggers. */
const named = Effect.gen(function* () {
  const sql = yield* SqlClient
  return yield* sql`
    select c.relname as of, 'index ' || i.relname as what from pg_index x join pg_class i on i.oid = x.indexrelid
      join pg_class c on c.oid = x.indrelid where c.relnamespace = 'public'::regnamespace and c.relname like 'hangtag\\_%'
    union all select c.relname, 'constraint ' || k.conname from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relnamespace = 'public'::regnamespace and c.relname like 'hangtag\\_%' and k.contype in ('p', 'u', 'f', 'c') and k.conparentid = 0
    union all select c.relname, 'policy ' || p.polname from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relnamespace = 'public'::regnamespace
    union all select c.relname, 'trigger ' || t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
    order by 1, 2`
})

const onDatabase = <A, E>(work: Effect.Effect<A, E, SqlClient>) =>
  Effect.gen(function* () {
    const url = yield* createTestDatabase("empty")
    return yield* Effect.provide(work, Layer.fresh(layerOf(url)))
  }).pipe(Effect.scoped)

describe.skipIf(testServer.unavailable !== undefined)("partitions by organization", () => {
  it.live("hold what the tables held, under the same names, and take writes", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* migrate
        const ports = Layer.fresh(migratedPorts())
        yield* Effect.forEach(organizations, (each) => Effect.provide(seedEveryTable(each), ports))
        const [before, names] = [yield* everything, yield* named]
        assert.strictEqual(yield* partitionCount, 0)
        assert.strictEqual(yield* partitionWithin(4, "10 seconds"), 0)
        assert.strictEqual(yield* partitionCount, 4)
        assert.deepStrictEqual(yield* everything, before)
        assert.deepStrictEqual(yield* named, names)
        yield* Effect.provide(seedEveryTable("another"), ports)
        const sql = yield* SqlClient
        const lying = yield* sql<{ count: number }>`
          select count(distinct tableoid)::int as count from hangtag_price_record`
        assert.isAbove(lying[0]!.count, 1)
        // again nothing is to be done, and another number cannot be had
        assert.strictEqual(yield* partitionWithin(4, "10 seconds"), 4)
        const refused = yield* Effect.flip(partitionWithin(8, "10 seconds"))
        assert.include(refused.message, "of 4 partitions already")
      }),
    ),
  )

  it.live("are made by a plain owner who has rows, and are read one by one by backups alone", () =>
    Effect.gen(function* () {
      const { user, admin, as } = yield* limitedUser
      yield* admin(`grant create on schema public to "${user}"`)
      yield* admin(`grant hangtag_app, hangtag_backup to "${user}"`)
      const work = Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* migrate
        const ports = Layer.fresh(migratedPorts())
        yield* Effect.forEach(organizations, (each) => Effect.provide(seedEveryTable(each), ports))
        const refused = yield* Effect.flip(partitionWithin(4, "10 seconds"))
        assert.include(refused.message, "GRANT CREATE ON DATABASE")
        yield* admin(
          `do $$ begin execute format('grant create on database %I to "${user}"', current_database()); end $$`,
        )
        assert.strictEqual(yield* partitionWithin(4, "10 seconds"), 0)
        const rowsOf = Effect.fnUntraced(function* (...tables: ReadonlyArray<string>) {
          const found = yield* Effect.forEach(
            tables,
            (name) => sql<{ count: number }>`select count(*)::int as count from ${sql(name)}`,
          )
          return found.reduce((sum, [row]) => sum + row!.count, 0)
        })
        const counts = Effect.all([
          rowsOf("hangtag_brand"),
          rowsOf(...[0, 1, 2, 3].map((part) => `public_partitions.hangtag_brand_${part}`)),
        ])
        assert.deepStrictEqual(yield* counts, [0, 0])
        const [all, parts] = yield* sql.withTransaction(
          Effect.andThen(sql`set local role hangtag_backup`, counts),
        )
        assert.isAtLeast(all, organizations.length)
        assert.strictEqual(parts, all)
        assert.strictEqual(yield* backupReadiness, undefined)
        yield* Effect.provide(seedEveryTable("another"), ports)
      })
      yield* as(work)
    }).pipe(Effect.scoped),
  )

  it.live("are whose the tables were, where a superuser makes them", () =>
    Effect.gen(function* () {
      const { user, admin, as, asAdmin } = yield* limitedUser
      yield* admin(`grant create on schema public to "${user}"`)
      yield* admin(`grant hangtag_app, hangtag_backup to "${user}"`)
      yield* as(
        Effect.gen(function* () {
          yield* migrate
          yield* Effect.provide(seedEveryTable("acme"), Layer.fresh(migratedPorts()))
        }),
      )
      assert.strictEqual(yield* asAdmin(partitionWithin(3, "10 seconds")), 0)
      const owners = yield* as(
        Effect.flatMap(
          SqlClient,
          (sql) => sql<{ owner: string }>`select distinct pg_get_userbyid(relowner) as owner from pg_class
            where relname like 'hangtag\_%' and relkind in ('r', 'p', 'S')
            union select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'public_partitions'`,
        ),
      )
      assert.deepStrictEqual(owners, [{ owner: user }])
      yield* as(Effect.provide(seedEveryTable("another"), Layer.fresh(migratedPorts())))
    }).pipe(Effect.scoped),
  )

  it.live("are carried on by later migrations, an index that was left unfinished too", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* migrate
        yield* partitionWithin(3, "10 seconds")
        const sql = yield* SqlClient
        const columns = {
          ...migrations,
          "9001_columns": Effect.asVoid(sql.unsafe("alter table hangtag_batch add column later text")),
        }
        yield* migrateBy(columns, "10 seconds")
        yield* sql`create index later_place on only hangtag_batch (organization, later)`
        yield* sql`create index later_place_0 on public_partitions.hangtag_batch_0 (organization, later)`
        const index = indexOnline("later_place", "hangtag_batch (organization, later)")
        yield* migrateBy({ ...columns, "9002_index": { online: index } }, "10 seconds")
        const indexes = yield* sql<{ isWhole: boolean }>`select indisvalid as "isWhole" from pg_index
          join pg_class on oid = indexrelid where relname like 'later\\_place%'`
        assert.deepStrictEqual(
          indexes.map(({ isWhole }) => isWhole),
          [true, true, true, true],
        )
      }),
    ),
  )

  it.live("are of servers alone, and of this version", () =>
    Effect.gen(function* () {
      const embedded = yield* Effect.flip(partitionWithin(4, "1 second")).pipe(
        Effect.provide(Layer.fresh(EmbeddedPostgres.layer({ dataDir: undefined }))),
      )
      assert.include(embedded.message, "The embedded database has no partitions")
      const older = yield* onDatabase(Effect.flip(partitionWithin(4, "1 second")))
      assert.include(older.message, "Migrate it first")
    }),
  )
})
