import { allPermissions, CatalogWriter, type Principal } from "@hangtag/core"
import { makeHangtag } from "@hangtag/core/promise"
import { drizzle } from "drizzle-orm/node-postgres"
import { Effect, Exit, Scope } from "effect"
import { Kysely, PostgresDialect } from "kysely"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { poolPorts } from "../../src/index.ts"
import { aPrice, seedVariants } from "../repositories/seedOrganization.ts"
import { createTestDatabase } from "../support/createTestDatabase.ts"
import { openPool } from "../support/openPool.ts"
import { testServer } from "../support/testServer.ts"

const ann: Principal = { organization: "acme", subject: "ann", permissions: allPermissions }
const fill = { batch_key: "R", variant_keys: ["V"], price_types: null }

describe.skipIf(testServer.unavailable !== undefined)("with takes the client of pg", () => {
  const scope = Scope.makeUnsafe()
  const warned: Array<string> = []
  const note = ({ message }: Error) => void warned.push(message)
  let pool: pg.Pool
  let hangtag: Awaited<ReturnType<typeof open>>
  const open = (pool: pg.Pool) => makeHangtag(poolPorts(pool))

  beforeAll(async () => {
    process.on("warning", note)
    pool = openPool(await Effect.runPromise(Scope.provide(createTestDatabase("migrated"), scope)), { max: 3 })
    const seed = Effect.andThen(
      seedVariants(ann.organization, ["V"]),
      CatalogWriter.use(({ savePrices }) => savePrices(ann.organization, [aPrice()])),
    )
    await Effect.runPromise(Effect.provide(seed, poolPorts(pool)))
    hangtag = await open(pool)
  })
  afterAll(async () => {
    process.off("warning", note)
    await hangtag?.close()
    await pool?.end()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
  const records = async () => (await hangtag.listBatchRecords(ann, { batch_key: "R" })).total
  const refusal = /^with needs a client of pg, on which you have begun a transaction; where a query builder/

  it("that Drizzle's transaction works on, and refuses Drizzle's own tx", async () => {
    const client = await pool.connect()
    const db = drizzle({ client })
    const undone = db.transaction(async (tx) => {
      await expect(hangtag.with(tx as never).addRecordsByVariants(ann, fill)).rejects.toThrow(refusal)
      expect((await hangtag.with(client).addRecordsByVariants(ann, fill)).added).toBe(1)
      tx.rollback()
    })
    await expect(undone).rejects.toThrow("Rollback")
    client.release()
    expect(await records()).toBe(0)
  })

  it("that Kysely's transaction works on, and refuses Kysely's own tx", async () => {
    const client = await pool.connect()
    const db = new Kysely<{ nothing: { id: number } }>({
      dialect: new PostgresDialect({
        pool: {
          connect: async () => ({
            query: (...args: never) => client.query(...(args as [never])),
            release: () => {},
          }),
          end: async () => {},
        } as never,
      }),
    })
    const undone = db.transaction().execute(async (tx) => {
      await expect(hangtag.with(tx as never).addRecordsByVariants(ann, fill)).rejects.toThrow(refusal)
      expect((await hangtag.with(client).addRecordsByVariants(ann, fill)).added).toBe(1)
      throw new Error("changed my mind")
    })
    await expect(undone).rejects.toThrow("changed my mind")
    client.release()
    expect(await records()).toBe(0)
  })

  it("and is sent one statement after another, as pg 9 wants it, whatever is asked at once", async () => {
    const client = await pool.connect()
    await client.query("begin")
    const within = hangtag.with(client)
    const page = { batch_key: "R" }
    await Promise.all([
      ...[1, 2, 3].map(() => within.addRecordsByVariants(ann, fill)),
      ...[1, 2, 3].map(() => within.listBatchRecords(ann, page)),
      ...Array.from({ length: 12 }, () => hangtag.listBatchRecords(ann, page)),
    ])
    await client.query("rollback")
    client.release()
    expect(warned).toEqual([])
  })
})
