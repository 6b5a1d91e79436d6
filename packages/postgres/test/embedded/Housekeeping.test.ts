import { assert, describe, expect, it } from "@effect/vitest"
import { PGlite } from "@electric-sql/pglite"
import { onTestFinished } from "vitest"
import { emptyDatabase } from "../../src/embedded/emptyDatabase.ts"
import { Housekeeping } from "../../src/embedded/Housekeeping.ts"

const mebibyte = 1024 * 1024

const database = async () => {
  const image = emptyDatabase()
  assert(image !== undefined)
  const db = await PGlite.create({ loadDataDir: new Blob([new Uint8Array(image)]) })
  onTestFinished(() => db.close())
  const one = async <A>(sql: string) => {
    await db.exec("select pg_stat_force_next_flush()")
    return Object.values((await db.query<Record<string, A>>(sql)).rows[0]!)[0]
  }
  return { db, one, housekeeping: new Housekeeping(db) }
}

describe("Housekeeping", () => {
  it("keeps the log that must be replayed after a crash short", async () => {
    const { db, one } = await database()
    await db.exec("create table t as select repeat('x', 1000) from generate_series(1, 3000)")
    const since =
      "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int from pg_control_checkpoint()"
    await new Housekeeping(db, 64 * mebibyte).run()
    expect(await one<number>(since)).toBeGreaterThan(mebibyte)
    await new Housekeeping(db, mebibyte).run()
    expect(await one<number>(since)).toBeLessThan(mebibyte)
  })

  it("analyzes a table that has grown, and vacuums one with many dead rows", async () => {
    const { db, one, housekeeping } = await database()
    await db.exec("create table t as select n from generate_series(1, 1000) n")
    await housekeeping.run()
    expect(await one<number>("select reltuples from pg_class where relname = 't'")).toBe(1000)
    await db.exec("delete from t where n > 100")
    await housekeeping.run()
    expect(await one<number>("select n_dead_tup::int from pg_stat_user_tables where relname = 't'")).toBe(0)
    expect(
      await one<boolean>("select last_vacuum is not null from pg_stat_user_tables where relname = 't'"),
    ).toBe(true)
  })

  it("leaves a quiet database alone", async () => {
    const { db, one, housekeeping } = await database()
    await db.exec("create table t as select n from generate_series(1, 20) n")
    await housekeeping.run()
    expect(
      await one<boolean>("select last_analyze is null from pg_stat_user_tables where relname = 't'"),
    ).toBe(true)
  })
})
