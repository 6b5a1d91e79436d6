import { readFileSync } from "node:fs"
import { assert, describe, layer } from "@effect/vitest"
import { JobRepository, Unavailable } from "@hangtag/core"
import { Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { scoped } from "../../src/database/scoped.ts"
import {
  deleteOrganization,
  freezeOrganization,
  importOrganization,
  leftOut,
  listOrganizations,
  organizationRows,
  organizationSize,
  rowsToCome,
  thawOrganization,
} from "../../src/organizations/index.ts"
import { exportedTables, organizationTables } from "../../src/organizations/organizationTables.ts"
import { portsOn } from "../repositories/portsOn.ts"
import { now, seedEveryTable } from "../repositories/seedOrganization.ts"
import { testDatabases } from "../support/testDatabases.ts"

const all = (organization: string) =>
  Effect.map(Stream.runCollect(organizationRows(organization)), (parts) => [...parts])

const rowsIn = Effect.fnUntraced(function* (organization: string) {
  const sizes = yield* organizationSize(organization)
  return Object.fromEntries(sizes.flatMap(({ table, rows }) => (rows > 0 ? [[table, rows]] : [])))
})

/** The file of an organization, as another installation takes it. */
const fileOf = Effect.fnUntraced(function* (organization: string) {
  const parts = yield* all(organization)
  return {
    coming: yield* rowsToCome(organization),
    parts: Stream.fromIterable(parts.map(({ table, rows }) => ({ table: table.name, rows }))),
    lines: parts.flatMap(({ table, rows }) => rows.map((row) => `${table.name} ${row}`)),
  }
})

/** Turns are the queue's of an installation, and imported jobs get others. */
const withoutTurns = (lines: ReadonlyArray<string>) => lines.map((line) => line.replace(/"turn":\d+/, ""))

for (const database of testDatabases) {
  describe.skipIf(database.unavailable)(database.name, () => {
    layer(Layer.fresh(portsOn(database)))("an organization", (it) => {
      const test = generatorTests(it.effect)

      test("has every table exported, or named as left out with its reason", function* () {
        const sql = yield* SqlClient
        const names = yield* sql<{ readonly name: string }>`
            select substr(relname::text, 9) as name from pg_class where relkind in ('r', 'p')
              and relname like 'hangtag\\_%' and relnamespace = current_schema()::regnamespace`
        const exported = yield* exportedTables(sql)
        const known = new Set([...exported.map(({ name }) => name), ...Object.keys(leftOut)])
        assert.deepStrictEqual(
          names.map(({ name }) => name).filter((name) => !known.has(name)),
          [],
          "export it (a column organization does), or say in leftOut why not",
        )
        const page = readFileSync(new URL("../../../../docs/retention.md", import.meta.url), "utf8")
        for (const { name } of names) assert.include(page, `\`hangtag_${name}\``)
        for (const { name, key } of exported) assert.isAbove(key.length, 0, name)
      })

      test("is exported with what others refer to before them", function* () {
        const tables = yield* organizationTables(yield* SqlClient)
        const names = tables.map(({ name }) => name)
        for (const [place, { parents }] of tables.entries())
          for (const parent of parents) assert.isBelow(names.indexOf(parent), place)
      })

      test("that is frozen is read, and refuses every write of it until it is thawed", function* () {
        const sql = yield* SqlClient
        yield* seedEveryTable("cold")
        yield* seedEveryTable("warm")
        yield* freezeOrganization("cold", "freeze", now)
        const jobs = yield* JobRepository
        const before = yield* rowsIn("cold")
        for (const { name } of yield* exportedTables(sql))
          for (const write of [
            `delete from hangtag_${name}`,
            `update hangtag_${name} set organization = organization`,
          ]) {
            const refused = yield* Effect.flip(scoped(sql, "cold", "test", sql.unsafe(write)))
            assert.instanceOf(refused, Unavailable)
            assert.deepStrictEqual([refused.frozen, refused.retryable], [true, true], write)
            yield* scoped(sql, "warm", "test", sql.unsafe(`${write} where false`))
          }
        assert.deepStrictEqual(yield* rowsIn("cold"), before)
        assert.isAbove(
          (yield* jobs.list("cold", {
            status: null,
            requested_by: null,
            permissions: [],
            limit: 9,
            after: null,
          })).items.length,
          0,
        )
        assert.strictEqual(yield* thawOrganization("cold"), "freeze")
        yield* scoped(sql, "cold", "test", sql`delete from hangtag_repeatable_request`)
      })

      test("is listed with how much it has", function* () {
        yield* seedEveryTable("listed")
        yield* freezeOrganization("listed", "freeze", now)
        const found = (yield* listOrganizations).find(({ organization }) => organization === "listed")
        assert.deepInclude(found, { products: 1, variants: 1, batches: 2, jobs: 1, frozen: "freeze" })
        assert.isAtLeast(found!.last_written_at!, now)
      })

      test("is deleted in parts, to the last row of every table, and no row of another", function* () {
        yield* seedEveryTable("mine")
        yield* seedEveryTable("theirs")
        const theirs = yield* rowsIn("theirs")
        const mine = yield* rowsIn("mine")
        yield* freezeOrganization("mine", "delete", now)
        assert.strictEqual(yield* thawOrganization("mine"), "delete")
        const { deleted, left, tables } = yield* deleteOrganization("mine", 1)
        assert.deepStrictEqual([deleted, left], [mine, []])
        assert.isAbove(tables.length, 15)
        assert.deepStrictEqual(yield* rowsIn("mine"), {})
        assert.deepStrictEqual(yield* rowsIn("theirs"), theirs)
        assert.deepStrictEqual((yield* deleteOrganization("mine")).deleted, {})
      })

      test("comes back from its rows as it was", function* () {
        yield* seedEveryTable("moving")
        const file = yield* fileOf("moving")
        const refused = yield* Effect.flip(importOrganization(file.coming, file.parts))
        assert.include(refused.message, "The organization is here already")
        yield* freezeOrganization("moving", "delete", now)
        yield* deleteOrganization("moving")
        const counts = yield* importOrganization(file.coming, file.parts)
        assert.deepStrictEqual(
          Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0)),
          yield* rowsIn("moving"),
        )
        assert.deepStrictEqual(withoutTurns((yield* fileOf("moving")).lines), withoutTurns(file.lines))
      })

      test("of which an import fails leaves nothing", function* () {
        yield* seedEveryTable("broken")
        const file = yield* fileOf("broken")
        const other = { ...file.coming, organization: "nowhere" }
        const failing = importOrganization(other, Stream.concat(file.parts, Stream.fail("damaged")))
        assert.isDefined(yield* Effect.flip(failing))
        assert.deepStrictEqual(yield* rowsIn("nowhere"), {})
        const older = { ...file.coming, schema_version: 33 }
        const refused = yield* Effect.flip(importOrganization(older, file.parts))
        assert.include(refused.message, "schema version 33")
      })
    })
  })
}
