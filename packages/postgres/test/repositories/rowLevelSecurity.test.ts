import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { describe } from "vitest"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { housekeeping, scoped } from "../../src/database/scoped.ts"
import { freezeOrganization, thawOrganization } from "../../src/organizations/index.ts"
import { testDatabases } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { now, seedEveryTable } from "./seedOrganization.ts"

/** Holds nothing of organizations: to which version the database was brought. */
const shared = "hangtag_migration"

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient
  const rows = yield* sql<{ readonly relname: string; readonly forced: boolean }>`
    select relname::text, relrowsecurity and relforcerowsecurity as forced
    from pg_class where relkind in ('r', 'p') and relname like 'hangtag%'
      and relnamespace = current_schema()::regnamespace order by relname`
  return rows.filter(({ relname }) => relname !== shared)
})

const rowsOf = (sql: SqlClient, table: string) =>
  sql<{ readonly organization: string }>`select * from ${sql(table)}`

const sqlState = (error: unknown) => (error as SqlError).reason.cause as { readonly code: string }

for (const database of testDatabases) {
  describe.skipIf(database.unavailable)(database.name, () => {
    layer(portsOn(database))("row-level security", (it) => {
      const test = generatorTests(it.effect)

      test("binds every table of an organization's data, owners included", function* () {
        assert.isAbove((yield* tables).length, 10)
        assert.deepStrictEqual(
          (yield* tables).filter(({ forced }) => !forced),
          [],
        )
      })

      test("is not gone round by functions: theirs are our tables, and they are the role's alone", function* () {
        const sql = yield* SqlClient
        const functions = yield* sql<{
          readonly name: string
          readonly config: unknown
          readonly anyones: boolean
        }>`
            select proname::text as name, proconfig as config,
              exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0) as anyones
            from pg_proc where pronamespace = current_schema()::regnamespace and proname like 'hangtag%'`
        assert.isAtLeast(functions.length, 3)
        for (const { name, config, anyones } of functions)
          assert.deepStrictEqual([config, anyones], [["search_path=public, pg_temp"], false], name)
      })

      test("shows an organization's scope its own rows only, whatever the statement asks for", function* () {
        const sql = yield* SqlClient
        yield* seedEveryTable("mine")
        yield* seedEveryTable("theirs")
        for (const organization of ["mine", "theirs"]) yield* freezeOrganization(organization, "freeze", now)
        for (const { relname } of yield* tables) {
          const seen = yield* scoped(sql, "mine", "test", rowsOf(sql, relname))
          assert.deepStrictEqual(new Set(seen.map((row) => row.organization)), new Set(["mine"]), relname)
          assert.deepStrictEqual(yield* scoped(sql, "unknown", "test", rowsOf(sql, relname)), [], relname)
        }
        for (const organization of ["mine", "theirs"]) yield* thawOrganization(organization)
      })

      test("shows nothing to the role outside of a scope, or in one of no possible organization", function* () {
        const sql = yield* SqlClient
        yield* seedEveryTable("mine")
        const role = sql`select set_config('role', 'hangtag_app', true)`
        for (const { relname } of yield* tables) {
          const outside = sql.withTransaction(Effect.andThen(role, rowsOf(sql, relname)))
          assert.deepStrictEqual(yield* outside, [], relname)
          assert.deepStrictEqual(yield* scoped(sql, "mine\0", "test", rowsOf(sql, relname)), [], relname)
        }
      })

      test("lets housekeeping see jobs, discoveries, expired keys of requests, discarded batches and what is frozen, but change none, and see nothing else", function* () {
        const sql = yield* SqlClient
        yield* seedEveryTable("mine")
        yield* seedEveryTable("theirs")
        for (const organization of ["mine", "theirs"]) yield* freezeOrganization(organization, "freeze", now)
        for (const { relname } of yield* tables) {
          const seen = yield* housekeeping(sql, "test", rowsOf(sql, relname))
          const organizations = new Set(seen.map((row) => row.organization))
          // every job and discovery, what is frozen, and keys of requests that have expired, which is so of these
          const isShown = [
            "hangtag_crawl_discovery",
            "hangtag_frozen",
            "hangtag_job",
            "hangtag_repeatable_request",
          ].includes(relname)
          assert.deepStrictEqual([...organizations].sort(), isShown ? ["mine", "theirs"] : [], relname)
        }
        const changed = yield* housekeeping(
          sql,
          "test",
          Effect.all([
            sql`update hangtag_job set message = 'changed' returning organization`,
            sql`delete from hangtag_job returning organization`,
            sql`delete from hangtag_frozen returning organization`,
          ]),
        )
        assert.deepStrictEqual(changed, [[], [], []])
        for (const organization of ["mine", "theirs"]) yield* thawOrganization(organization)
      })

      test("refuses to write rows of another organization, and to change or delete them", function* () {
        const sql = yield* SqlClient
        yield* seedEveryTable("mine")
        const insert = sql.withTransaction(
          Effect.andThen(
            sql`select set_config('role', 'hangtag_app', true), set_config('hangtag.organization', 'theirs', true)`,
            sql`insert into hangtag_batch (organization, batch_key, status) values ('mine', 'X', 'open')`,
          ),
        )
        assert.strictEqual(sqlState(yield* Effect.flip(insert)).code, "42501")
        const elsewhere = Effect.all([
          sql`update hangtag_batch set status = 'published' returning organization`,
          sql`delete from hangtag_batch_record returning organization`,
        ])
        const touched = yield* scoped(sql, "unknown", "test", elsewhere)
        assert.deepStrictEqual(touched, [[], []])
      })

      test("leaves neither role nor organization behind on the connection", function* () {
        const sql = yield* SqlClient
        const who = sql<{ readonly role: string; readonly organization: string | null }>`
            select current_user::text as role,
              nullif(current_setting('hangtag.organization', true), '') as organization`
        const [before] = yield* who
        yield* scoped(sql, "mine", "test", sql`select 1`)
        yield* Effect.ignore(scoped(sql, "mine", "test", Effect.fail("undecided")))
        assert.deepStrictEqual(yield* who, [{ role: before!.role, organization: null }])
        const [inside] = yield* scoped(sql, "mine", "test", who)
        assert.deepStrictEqual(inside, { role: "hangtag_app", organization: "mine" })
      })
    })
  })
}
