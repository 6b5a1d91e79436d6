import { migrate, serverLayer } from "@hangtag/postgres"
import { Effect, Redacted } from "effect"
import postgres from "postgres"
import { PostgresServer } from "../../../packages/postgres/test/support/PostgresServer.ts"

export interface ScaleDatabase {
  readonly url: string
  readonly sql: postgres.Sql
}

/** No vacuum of its own accord: it would count as a call's. */
const settings = {
  shared_buffers: "2GB",
  max_wal_size: "8GB",
  maintenance_work_mem: "1GB",
  autovacuum: "off",
}

/** A server of its own with a fourth of a small machine's memory, or the one of `BENCH_SERVER`, which is left as it is. */
const serverFor = async (): Promise<{ readonly url: string; readonly dispose: () => Promise<void> }> => {
  const given = process.env.BENCH_SERVER
  if (given !== undefined) return { url: given, dispose: async () => {} }
  const server = await PostgresServer.create()
  const sql = postgres(server.url, { onnotice: () => {} })
  for (const [name, value] of Object.entries(settings))
    await sql.unsafe(`alter system set ${name} = '${value}'`)
  await sql.end()
  await server.stop("fast")
  await server.start()
  return server
}

/** Gives a database by its name, filled. */
export type Databases = (name: string, fill: (sql: postgres.Sql) => Promise<void>) => Promise<ScaleDatabase>

/**
 * Databases of one server, each filled once and dropped in the end. Those on `BENCH_SERVER` stay, and are found filled the
 * next time.
 */
export const withScaleDatabases = async (work: (databases: Databases) => Promise<void>): Promise<void> => {
  const server = await serverFor()
  const admin = postgres(server.url, { onnotice: () => {}, max: 1 })
  const opened: Array<postgres.Sql> = []
  try {
    await work(async (name, fill) => {
      const called = `scale_${name}`
      const url = Object.assign(new URL(server.url), { pathname: called }).href
      const [found] = await admin`select from pg_database where datname = ${called}`
      if (found === undefined) {
        const unfinished = `${called}_unfinished`
        await admin.unsafe(`drop database if exists ${unfinished} with (force)`)
        await admin.unsafe(`create database ${unfinished}`)
        const filled = postgres(Object.assign(new URL(url), { pathname: unfinished }).href, {
          onnotice: () => {},
        })
        const layer = serverLayer({
          url: Redacted.make(Object.assign(new URL(url), { pathname: unfinished }).href),
        })
        await Effect.runPromise(Effect.provide(migrate, layer))
        await fill(filled)
        await filled.end()
        await admin.unsafe(`alter database ${unfinished} rename to ${called}`)
      }
      const sql = postgres(url, { onnotice: () => {} })
      opened.push(sql)
      return { url, sql }
    })
  } finally {
    for (const sql of opened) await sql.end()
    await admin.end()
    await server.dispose()
  }
}
