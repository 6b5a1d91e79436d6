import type postgres from "postgres"
import { withDatabase } from "./withDatabase.ts"

/** The key of the n-th variant, counted from 0. */
export const variantKey = (n: number): string => `V${String(n).padStart(7, "0")}`

/** Works on a real Postgres server of its own with N variants of one product, which have no prices yet. */
export const withVariants = (
  count: number,
  work: (sql: postgres.Sql, url: string) => Promise<void>,
): Promise<void> =>
  withDatabase(async (sql, url) => {
    await sql`insert into hangtag_brand values ('demo', 'NT', 'North Trail', 'UTC')`
    await sql`insert into hangtag_product values ('demo', 'P1', 'NT', 1)`
    await sql`insert into hangtag_variant
      select 'demo', 'V' || lpad(n::text, 7, '0'), 'P1', 1, 'Boot', 'Black', '9', 'D', '1', '{}', '{}'
      from generate_series(0, ${count - 1}) n`
    await work(sql, url)
  })
