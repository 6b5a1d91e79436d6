import { assert, layer } from "@effect/vitest"
import { CatalogWriter, ExportRepository } from "@hangtag/core"
import { anExportSelection } from "@hangtag/testkit"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { describe } from "vitest"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { databaseOf } from "../../src/database/Database.ts"
import { PostgresExportRepository } from "../../src/index.ts"
import { testDatabases } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { aPrice, now, seedVariants } from "./seedOrganization.ts"

const wanted = { variants: true, attributes: true, price_types: ["MAP"], at: now }

const seed = Effect.fnUntraced(function* (organization: string) {
  yield* seedVariants(organization, ["V", "W"])
  const writer = yield* CatalogWriter
  yield* writer.savePrices(organization, [aPrice(), aPrice({ variant_key: "W", amount: "9.90" })])
})

const read = Effect.fnUntraced(function* (organization: string) {
  const exports = yield* ExportRepository
  return exports.products(organization, anExportSelection(), wanted)
})

/** Rows that snapshots of whichever organization keep. */
const keptRows = Effect.gen(function* () {
  const sql = yield* SqlClient
  // a server has transactions for it
  if (!databaseOf(sql).isEmbedded) return 0
  const [row] = yield* sql<{ readonly rows: number }>`
    select (select count(*) from hangtag_export_snapshot)::int + (select count(*) from hangtag_kept_product)::int
      + (select count(*) from hangtag_kept_product_version)::int + (select count(*) from hangtag_kept_variant)::int
      + (select count(*) from hangtag_kept_price_record)::int as rows`
  return row!.rows
})

/** A transaction that runs as the database's owner, beside every port. */
const byHand = Effect.fnUntraced(function* (statements: ReadonlyArray<string>) {
  const sql = yield* SqlClient
  yield* sql.withTransaction(Effect.forEach(statements, (statement) => sql.unsafe(statement)))
})

const rewriting = (organization: string) => [
  `update hangtag_variant set name = 'changed' where organization = '${organization}'`,
  `delete from hangtag_price_record where organization = '${organization}'`,
  `delete from hangtag_variant where organization = '${organization}' and variant_key = 'W'`,
  `update hangtag_product_version set version = 7 where organization = '${organization}'`,
  `insert into hangtag_product_version select organization, product_key, 9, 'new', source, labels, attributes, 0
    from hangtag_product_version where organization = '${organization}'`,
  `delete from hangtag_product_version where organization = '${organization}'`,
]

for (const database of testDatabases) {
  describe.skipIf(database.unavailable)(database.name, () => {
    layer(portsOn(database))("the moment of an export", (it) => {
      const test = generatorTests(it.effect)

      /** Begins to read, does something with nothing read yet, and reads on. */
      const readAround = Effect.fnUntraced(function* <E, R>(
        organization: string,
        meanwhile: Effect.Effect<unknown, E, R>,
      ) {
        const expected = (yield* Stream.runCollect(yield* read(organization))).flat()
        const begun = yield* Deferred.make<void>()
        const go = yield* Deferred.make<void>()
        // the first page of an empty catalog comes at once and takes the moment
        const slow = (yield* read(organization)).pipe(
          Stream.tap(() => Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(go))),
        )
        const other = yield* Effect.forkChild(Stream.runCollect(slow))
        yield* Deferred.await(begun)
        yield* meanwhile
        yield* Deferred.succeed(go, undefined)
        return { expected, found: (yield* Fiber.join(other)).flat() }
      })

      test("holds through every write, and whatever is changed, deleted or given another key", function* () {
        yield* seed("hands")
        // more products than a page holds, so that most are read afterwards
        const writer = yield* CatalogWriter
        const many = Array.from({ length: 300 }, (_, index) => ({
          product_key: `Q${index}`,
          brand_key: "B",
          version: 1,
          name: "Boot",
          source: "scraper",
          labels: [],
          attributes: {},
          variants: [],
        }))
        yield* writer.saveProducts("hands", many, now)
        const { expected, found } = yield* readAround("hands", byHand(rewriting("hands")))
        assert.strictEqual(found.length, 301)
        assert.deepStrictEqual(found, expected)
      })

      test("is not held by a transaction that keeps others waiting", function* () {
        yield* seed("others")
        const sql = yield* SqlClient
        const { expected, found } = yield* readAround("others", sql.withTransaction(sql`select 1`))
        assert.deepStrictEqual(found, expected)
      })

      test("leaves nothing behind, read to its end, stopped or interrupted", function* () {
        yield* seed("ends")
        const change = byHand(["update hangtag_variant set name = name where organization = 'ends'"])
        const stream = yield* read("ends")
        yield* Stream.runDrain(Stream.tap(stream, () => change))
        yield* stream.pipe(
          Stream.tap(() => change),
          Stream.take(1),
          Stream.runDrain,
        )
        const changed = yield* Deferred.make<void>()
        const stuck = yield* Effect.forkChild(
          Stream.runDrain(
            Stream.tap(stream, () =>
              change.pipe(Effect.andThen(Deferred.succeed(changed, undefined)), Effect.andThen(Effect.never)),
            ),
          ),
        )
        yield* Deferred.await(changed)
        yield* Fiber.interrupt(stuck)
        assert.strictEqual(yield* keptRows, 0)
      })
    })
  })
}

const [embedded] = testDatabases
layer(portsOn(embedded!))("what a process that is gone has kept", (it) => {
  it.effect("is dropped at the next start", () =>
    Effect.gen(function* () {
      yield* seed("gone")
      const sql = yield* SqlClient
      yield* sql`insert into hangtag_export_snapshot (organization) values ('gone')`
      yield* sql`update hangtag_variant set name = 'changed'`
      assert.isAbove(yield* keptRows, 1)
      yield* Effect.scoped(Layer.build(Layer.fresh(PostgresExportRepository)))
      assert.strictEqual(yield* keptRows, 0)
    }),
  )
})
