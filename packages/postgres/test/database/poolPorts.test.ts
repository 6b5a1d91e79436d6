import {
  allPermissions,
  CatalogWriter,
  type ExportProduct,
  ExportRepository,
  instantFromMicros,
  type Principal,
} from "@hangtag/core"
import { makeHangtag } from "@hangtag/core/promise"
import { anExportSelection } from "@hangtag/testkit"
import { priceRepositorySuite } from "@hangtag/testkit/conformance"
import { Effect, Exit, Layer, ManagedRuntime, Scope, Stream } from "effect"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { poolPorts } from "../../src/index.ts"
import { aPrice, seedVariants } from "../repositories/seedOrganization.ts"
import { createTestDatabase } from "../support/createTestDatabase.ts"
import { onWallClock } from "../support/onWallClock.ts"
import { openPool } from "../support/openPool.ts"
import { testServer } from "../support/testServer.ts"

const principalOf = (organization: string): Principal => ({
  organization,
  subject: "ann",
  permissions: allPermissions,
})
const [acme, other] = [principalOf("acme"), principalOf("other")]
const everything = { variant_keys: ["V"], price_types: null }

/** As whom the host's statements run, and where they look for tables. */
const state = `select current_user::text as role, current_setting('search_path') as path,
  coalesce(current_setting('hangtag.organization', true), '') as organization`

describe.skipIf(testServer.unavailable !== undefined)("a host's pool of pg", () => {
  const scope = Scope.makeUnsafe()
  const pools: Array<pg.Pool> = []
  const poolOf = (url: string, options: pg.PoolConfig = {}) => {
    const pool = openPool(url, { max: 4, ...options })
    pools.push(pool)
    return pool
  }
  const database = (kind: "migrated" | "empty") =>
    Effect.runPromise(Scope.provide(createTestDatabase(kind), scope))
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  describe("carries the ports, in a schema of their own", () => {
    const runtime = ManagedRuntime.make(
      onWallClock(
        Layer.unwrap(
          Effect.map(
            Effect.promise(() => database("empty")),
            (url) => poolPorts(poolOf(url), { schema: "catalog", contact: 0 }),
          ),
        ),
      ),
    )
    afterAll(() => runtime.dispose())
    const ports = Layer.effectContext(runtime.contextEffect)
    priceRepositorySuite("PriceRepository", ports)
    it("reads an export of one moment", async () => {
      const read = Effect.gen(function* () {
        yield* seedVariants("acme", ["V"])
        const { products } = yield* ExportRepository
        const wanted = { variants: true, attributes: true, price_types: ["MAP"], at: instantFromMicros(0) }
        return yield* Stream.runCollect(products("acme", anExportSelection(), wanted))
      })
      const [[product]] = (await runtime.runPromise(read)) as unknown as [[ExportProduct]]
      expect(product).toMatchObject({
        product: { product_key: "P", version: 1 },
        variants: [{ variant_key: "V", attributes: { lining: "wool" } }],
      })
    })
  })

  describe("lends a transaction", () => {
    let url: string
    let pool: pg.Pool
    let hangtag: Awaited<ReturnType<typeof open>>
    const open = (pool: pg.Pool, options = {}) => makeHangtag(poolPorts(pool, options))
    const seed = (pool: pg.Pool, schema?: string) =>
      Effect.runPromise(
        Effect.forEach([acme, other], ({ organization }) =>
          Effect.gen(function* () {
            yield* seedVariants(organization, ["V"])
            yield* (yield* CatalogWriter).savePrices(organization, [aPrice()])
          }),
        ).pipe(Effect.provide(poolPorts(pool, { schema }))),
      )
    beforeAll(async () => {
      url = await database("migrated")
      pool = poolOf(url)
      await seed(pool)
      hangtag = await open(pool)
      await pool.query("create table orders (id int)")
    })
    afterAll(() => hangtag.close())

    const inTransaction = async <A>(work: (tx: pg.PoolClient) => Promise<A>, end = "commit"): Promise<A> => {
      const tx = await pool.connect()
      try {
        await tx.query("begin")
        const result = await work(tx)
        await tx.query(end)
        return result
      } finally {
        tx.release()
      }
    }
    const recordsOf = async (who: Principal) =>
      (await hangtag.listBatchRecords(who, { batch_key: "R" })).total
    const orders = async () => (await pool.query("select from orders")).rowCount
    const stateOf = async (on: pg.Pool | pg.PoolClient) => (await on.query(state)).rows[0]

    it("keeps what a call writes with what the host writes, or neither", async () => {
      const order = async (tx: pg.PoolClient) => {
        const before = await stateOf(tx)
        await tx.query("insert into orders values (1)")
        const { added } = await hangtag.with(tx).addRecordsByVariants(acme, { batch_key: "R", ...everything })
        const { total } = await hangtag.with(tx).listBatchRecords(acme, { batch_key: "R" })
        expect(await stateOf(tx)).toEqual(before)
        await tx.query("insert into orders values (2)")
        return [added, total]
      }
      expect(await inTransaction(order, "rollback")).toEqual([1, 1])
      expect([await recordsOf(acme), await orders()]).toEqual([0, 0])
      expect(await inTransaction(order)).toEqual([1, 1])
      expect([await recordsOf(acme), await orders()]).toEqual([1, 2])
    })

    it("undoes a call that fails alone", async () => {
      const found = await inTransaction(async (tx) => {
        await tx.query("insert into orders values (3)")
        const call = hangtag.with(tx).addRecordsByVariants(acme, { batch_key: "NONE", ...everything })
        await expect(call).rejects.toMatchObject({ _tag: "NotFound" })
        return (await tx.query("select from orders where id = 3")).rowCount
      })
      expect(found).toBe(1)
    })

    it("lets neither two calls nor the host's statements come between each other's", async () => {
      const host = await stateOf(pool)
      const seen = await inTransaction((tx) =>
        Promise.all([
          hangtag.with(tx).addRecordsByVariants(acme, { batch_key: "R", ...everything }),
          tx.query(state),
          hangtag.with(tx).addRecordsByVariants(other, { batch_key: "R", ...everything }),
          hangtag
            .with(tx)
            .addRecordsByVariants(other, { batch_key: "NONE", ...everything })
            .catch(({ _tag }) => _tag),
          tx.query("insert into orders values (4)"),
          hangtag.with(tx).searchVariants(other, { product_key: "P", text: "V" }),
        ]),
      )
      expect(seen[1].rows).toEqual([host])
      expect([seen[0].unchanged, seen[2].added, seen[3], seen[5].total]).toEqual([1, 1, "NotFound", 1])
      expect(await recordsOf(other)).toBe(1)
      expect((await pool.query("select from orders where id = 4")).rowCount).toBe(1)
    })

    it("writes nothing after a rollback that came while it worked", async () => {
      const before = await recordsOf(acme)
      await inTransaction(async (tx) => {
        const call = hangtag.with(tx).addRecordsByVariants(acme, { batch_key: "R", ...everything })
        const rolledBack = tx.query("rollback")
        await Promise.allSettled([call, rolledBack])
        await expect(
          hangtag.with(tx).addRecordsByVariants(acme, { batch_key: "R", ...everything }),
        ).rejects.toMatchObject({
          _tag: "Unavailable",
          retryable: false,
          message: expect.stringContaining("no transaction was begun on the connection"),
        })
      })
      expect(await recordsOf(acme)).toBe(before)
    })

    it("tells what is wrong with a connection that is no transaction, or a failed one", async () => {
      const search = (on: pg.Pool | pg.PoolClient) =>
        hangtag.with(on).searchVariants(acme, { product_key: "P", text: "V" })
      await expect(search(pool)).rejects.toThrow("no transaction was begun")
      await inTransaction(async (tx) => {
        await expect(tx.query("select 1 / 0")).rejects.toThrow("division")
        await expect(search(tx)).rejects.toThrow("has failed; roll that back")
      }, "rollback")
      await expect(search(undefined as never)).rejects.toThrow(TypeError)
    })

    it("finds its tables in the schema that was named, and the host its own", async () => {
      const schema = `Cat "1'`
      const inSchema = poolOf(url)
      const elsewhere = await recordsOf(acme)
      await seed(inSchema, schema)
      const hangtag = await open(inSchema, { schema })
      const found = await inTransaction(async (tx) => {
        const before = await stateOf(tx)
        const { added } = await hangtag.with(tx).addRecordsByVariants(acme, { batch_key: "R", ...everything })
        expect(await stateOf(tx)).toEqual(before)
        return added
      })
      expect([found, (await hangtag.listBatchRecords(acme, { batch_key: "R" })).total]).toEqual([1, 1])
      expect(await recordsOf(acme)).toBe(elsewhere)
      await hangtag.close()
    })

    it("gives every connection back as it was", async () => {
      const all = await Promise.all(Array.from({ length: 4 }, () => pool.connect()))
      const states = await Promise.all(all.map(stateOf))
      for (const each of all) each.release()
      const superuser = states[0].role
      expect(states).toEqual(Array(4).fill({ role: superuser, path: '"$user", public', organization: "" }))
      expect(superuser).not.toBe("hangtag_app")
    })
  })
})
