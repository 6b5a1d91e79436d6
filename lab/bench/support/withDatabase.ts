import { migrate, serverLayer } from "@hangtag/postgres"
import { Effect, Redacted } from "effect"
import postgres from "postgres"
import { PostgresServer } from "../../../packages/postgres/test/support/PostgresServer.ts"

/** Works on a real Postgres server of its own, migrated and empty. */
export const withDatabase = async (
  work: (sql: postgres.Sql, url: string) => Promise<void>,
): Promise<void> => {
  const server = await PostgresServer.create()
  const sql = postgres(server.url, { onnotice: () => {} })
  try {
    await Effect.runPromise(Effect.provide(migrate, serverLayer({ url: Redacted.make(server.url) })))
    await work(sql, server.url)
  } finally {
    await sql.end()
    await server.dispose()
  }
}
