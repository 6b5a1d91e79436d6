import { randomBytes } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import {
  allPermissions,
  type BatchRepository,
  CatalogRepository,
  CatalogWriter,
  type Principal,
} from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { serverLayer } from "../../src/database/serverLayer.ts"
import { migratedPorts } from "../../src/migratedPorts.ts"
import { aPrice, seedVariants } from "../repositories/seedOrganization.ts"
import { createTestDatabase } from "../support/createTestDatabase.ts"
import { testServer } from "../support/testServer.ts"

const ann: Principal = { organization: "acme", subject: "ann", permissions: allPermissions }

const brandsOf = Effect.map(
  Effect.flatMap(CatalogRepository, (catalog) =>
    catalog.findColorway("acme", { brand_key: "B", product_key: "P", color: "Black" }),
  ),
  ({ brand }) => brand?.name,
)
const colorway = Effect.andThen(seedVariants("acme", ["V"]), brandsOf)

const tables = Effect.flatMap(
  SqlClient,
  (sql) => sql<{ schema: string }>`
    select distinct schemaname::text as schema from pg_tables where tablename like 'hangtag%' order by 1`,
)

describe.skipIf(testServer.unavailable !== undefined)(`a database of the host's`, () => {
  it.live("has our tables in the schema that is named, beside others of the kind", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* createTestDatabase("empty"))
      const inSchema = (schema: string) => Layer.provideMerge(migratedPorts(), serverLayer({ url, schema }))
      const [one, other] = [`Cat "1"`, "cat_2"]
      assert.strictEqual(yield* Effect.provide(colorway, inSchema(one)), "North Trail")
      assert.isUndefined(yield* Effect.provide(brandsOf, inSchema(other)))
      // found again, not made again
      assert.strictEqual(yield* Effect.provide(brandsOf, inSchema(one)), "North Trail")
      const found = yield* Effect.provide(tables, serverLayer({ url }))
      assert.deepStrictEqual(
        found.map(({ schema }) => schema),
        [one, other],
      )
    }).pipe(Effect.scoped),
  )

  it.live("is reached by the host's client, and joins its transactions without a trace", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* createTestDatabase("migrated"))
      // the host's own, which is none of ours: it owns a table that our role may not touch
      const host = PgClient.layer({ url, maxConnections: 2 })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient
        const writer = yield* CatalogWriter
        const { addRecordsByVariants } = yield* Hangtag
        const orders = `orders_${randomBytes(4).toString("hex")}`
        yield* sql`create table ${sql(orders)} (id int)`
        yield* seedVariants("acme", ["V"])
        yield* writer.savePrices("acme", [aPrice()])
        const request = { variant_keys: ["V"], price_types: null }
        const fill = addRecordsByVariants(ann, { batch_key: "R", ...request })
        const unknown = Effect.flip(addRecordsByVariants(ann, { batch_key: "NONE", ...request }))
        const settings = sql<{ role: string; organization: string }>`
          select current_user::text as role, coalesce(current_setting('hangtag.organization', true), '') as organization`
        const ordered = (id: number) => sql`insert into ${sql(orders)} values (${id})`

        const undone = yield* Effect.flip(
          sql.withTransaction(
            Effect.all([ordered(1), fill, ordered(2), Effect.fail("changed my mind" as const)]),
          ),
        )
        assert.strictEqual(undone, "changed my mind")
        assert.strictEqual((yield* sql`select from ${sql(orders)}`).length, 0)

        const before = yield* settings
        const seen = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* ordered(1)
            // nothing was kept of the first attempt
            const { added } = yield* fill
            // a failure undoes itself alone
            const { _tag } = yield* unknown
            const within = yield* settings
            yield* ordered(2)
            return { added, _tag, within }
          }),
        )
        assert.deepStrictEqual(seen, { added: 1, _tag: "NotFound", within: before })
        assert.strictEqual((yield* sql`select from ${sql(orders)}`).length, 2)
        assert.strictEqual((yield* fill).unchanged, 1)
      }).pipe(
        Effect.provide(
          Hangtag.layerOver<BatchRepository>().pipe(
            Layer.provideMerge(migratedPorts()),
            Layer.provideMerge(host),
          ),
        ),
      )
    }).pipe(Effect.scoped),
  )
})
