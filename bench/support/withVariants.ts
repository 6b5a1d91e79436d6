import { migrate, serverLayer } from "@hangtag/postgres"
import { Effect, Redacted } from "effect"
import postgres from "postgres"
import { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"

/** The key of the n-th variant, counted from 0. */
export const variantKey = (n: number): string => `V${String(n).padStart(7, "0")}`

/** Works on a real Postgres server of its own with so many variants of one product, which have no prices yet. */
export const withVariants = async (
  count: number,
  work: (sql: postgres.Sql, url: string) => Promise<void>,
): Promise<void> => {
  const server = await PostgresServer.create()
  const sql = postgres(server.url, { onnotice: () => {} })
  try {
    await Effect.runPromise(Effect.provide(migrate, serverLayer({ url: Redacted.make(server.url) })))
    await sql`insert into hangtag_brand values ('demo', 'NT', 'North Trail', 'UTC')`
    await sql`insert into hangtag_product values ('demo', 'P1', 'NT', 1)`
    await sql`insert into hangtag_variant
      select 'demo', 'V' || lpad(n::text, 7, '0'), 'P1', 1, 'Boot', 'Black', '9', 'D', '1', '{}', '{}'
      from generate_series(0, ${count - 1}) n`
    await work(sql, server.url)
  } finally {
    await sql.end()
    await server.dispose()
  }
}
